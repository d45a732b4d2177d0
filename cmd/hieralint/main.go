// Command hieralint checks Puppet Hiera data and looks up keys as Puppet does.
//
// This package is only the command line: one file for each subcommand, which converts flags to
// calls of the packages that do the work, and their results to an exit code.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/visible"
)

// The exit codes, which scripts rely on.
const (
	exitFindings = 1 // findings at or above --fail-on
	exitUsage    = 2 // invalid command line or configuration
	exitInternal = 3 // a crash of hieralint, or an input that could not be read
	exitBlind    = 4 // there is data, but no hierarchy that reads it
)

// maxStopping limits the time that the command takes to stop after a signal.
const maxStopping = 5 * time.Second

func main() {
	log.SetOutput(io.Discard) // net/http logs what a server sends unasked, which may contain the token
	tuneMemory()
	dropEmptyVariables()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process
		time.Sleep(maxStopping)
		os.Exit(exitInternal)
	})
	code := run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is main without the process; it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	app := newApp(stdin, stdout, stderr)
	warnOfVariables(stderr, app.Commands)
	var err, notFound error
	app.CommandNotFound = func(c *cli.Context, name string) { // before --help
		if len(c.Command.Subcommands) == 0 { // the name is an argument
			notFound = cli.ShowSubcommandHelp(c)
			return
		}
		notFound = noCommand(name, c.Command.Subcommands)
	}
	if crashed := crash.Guard("the command", func() { err = app.RunContext(ctx, permute(app, args)) }); crashed != nil {
		err = cli.Exit(fmt.Sprintf("%v\n%s", crashed, crashed.Stack), exitInternal)
	}
	err = cmp.Or(err, notFound)
	if gone := (*os.SyscallError)(nil); errors.As(err, &gone) && gone.Syscall == "getwd" {
		err = cli.Exit("the working directory no longer exists", exitInternal)
	}
	var exit cli.ExitCoder
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		if text := exit.Error(); text != "" {
			fmt.Fprintln(stderr, "hieralint: "+visible.Lines(text))
		}
		return exit.ExitCode()
	default:
		fmt.Fprintln(stderr, "hieralint: "+visible.Lines(err.Error()))
		if failed := (*fs.PathError)(nil); errors.As(err, &failed) && failed.Op == "write" {
			return exitInternal // the output cannot be written, to a full disk for example
		}
		return exitUsage
	}
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	lint := lintCommand()
	app := &cli.App{
		Name:  "hieralint",
		Usage: "lint Puppet's Hiera data, and look up keys in it",
		UsageText: "hieralint [lint] [options] [PATH...]\n" +
			"hieralint COMMAND [options] [arguments]",
		Description: "Reads data and hiera.yaml files exactly as Puppet does. Each finding says what is wrong, where, what Puppet does with it, and what to " +
			"write instead. Without a command, the paths or the working directory are linted.",
		Version: version() + " " + runtime.Version(),
		Commands: []*cli.Command{
			lint,
			baselineCommand(),
			lookupCommand(),
			environmentsCommand(),
			nodesCommand(),
			modulesCommand(),
			keysCommand(),
			diffCommand(),
			whyCommand(),
			lspCommand(),
			configCommand(),
			rulesCommand(),
			explainCommand(),
			completionCommand(),
			completeCommand(),
			manCommand(),
			versionCommand(),
			helpCommand(),
		},
		Flags:                  slices.Concat(lint.Flags, []cli.Flag{cli.HelpFlag}), // the library leaves it to the command help, if there is one
		Action:                 lint.Action,
		Reader:                 stdin,
		Writer:                 stdout,
		ErrWriter:              stderr,
		ExitErrHandler:         func(*cli.Context, error) {}, // done by run
		OnUsageError:           usageError,
		Before:                 rejectEmptyValues,
		HideHelpCommand:        true,
		UseShortOptionHandling: false,
	}
	prepare(app.Commands)
	return app
}

// prepare makes all commands handle errors and requests for help in the same way.
func prepare(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError, c.Before = usageError, rejectEmptyValues
		c.HideHelpCommand = true
		prepare(c.Subcommands)
	}
}

// version returns the version of the module, and the commit it was built from, if known.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(v, s.Value[:min(len(s.Value), 12)]) {
			v += " (" + s.Value[:min(len(s.Value), 12)] + ")"
		}
	}
	return v
}
