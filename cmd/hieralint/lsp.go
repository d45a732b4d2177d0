package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/lsp"
)

func lspCommand() *cli.Command {
	return &cli.Command{
		Name:  "lsp",
		Usage: "run the language server for editors",
		Description: "Speaks the Language Server Protocol 3.17 on standard input and output; docs/editors.md has the settings for editors. Open folders are " +
			"checked as by `hieralint lint`, with the text of unsaved buffers. Editor settings in the section `hieralint` override the options: " +
			"profile, puppetVersion, config, and facts.",
		Flags:  append([]cli.Flag{&cli.BoolFlag{Name: "stdio", Usage: "use standard input and output; always on, accepted for editors that pass it"}}, checkFlags()...),
		Action: lspAction,
	}
}

func lspAction(c *cli.Context) error {
	if c.NArg() > 0 {
		return cli.Exit("the editor says which folders are checked; leave the paths out", exitUsage)
	}
	o, err := options(c)
	if err != nil {
		return err
	}
	setGCPercent(100) // unlike a run, a server must free memory
	connection := stdio{c.App.Reader, c.App.Writer}
	if err := lsp.Serve(c.Context, connection, lsp.Options{Workspace: *o, Version: version(), Log: c.App.ErrWriter}); err != nil {
		return cli.Exit(err, exitFindings)
	}
	return nil
}

// stdio is a connection over standard input and output.
type stdio struct {
	io.Reader
	io.Writer
}

// Close ends reading, if possible.
func (s stdio) Close() error {
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
