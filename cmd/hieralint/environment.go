package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/nearest"
)

// variablePrefix is the prefix of environment variables that set options.
const variablePrefix = "HIERALINT_"

// fromEnvironment lets environment variables set options that are not given: HIERALINT_MIN_SEVERITY
// sets --min-severity.
func fromEnvironment(flags []cli.Flag) []cli.Flag {
	for _, f := range flags {
		if _, variables := fieldsOf(f); variables != nil {
			*variables = []string{variableOf(f.Names()[0])}
		}
	}
	return flags
}

// fieldsOf returns the category of an option and, unless it is a switch, its environment variables.
func fieldsOf(f cli.Flag) (category *string, variables *[]string) {
	switch f := f.(type) {
	case *cli.BoolFlag:
		return &f.Category, nil
	case *cli.DurationFlag:
		return &f.Category, &f.EnvVars
	case *cli.IntFlag:
		return &f.Category, &f.EnvVars
	case *cli.PathFlag:
		return &f.Category, &f.EnvVars
	case *cli.StringFlag:
		return &f.Category, &f.EnvVars
	case *cli.StringSliceFlag:
		return &f.Category, &f.EnvVars
	}
	panic("no option has this type: " + f.String())
}

// variableOf returns the environment variable of an option.
func variableOf(name string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// origin returns what set an option such as --fail-on to a value: its environment variable, or the
// option itself.
func origin(option, value string) string {
	variable := variableOf(strings.TrimPrefix(option, "--"))
	if set := os.Getenv(variable); set != "" && slices.Contains(strings.Split(set, ","), value) {
		return variable
	}
	return option
}

// warnOfVariables writes which environment variables are probably misspelled ones of options, or name a switch, which has
// none.
func warnOfVariables(w io.Writer, commands []*cli.Command) {
	known, switches := variablesOf(commands)
	for _, assignment := range os.Environ() {
		variable, _, _ := strings.Cut(assignment, "=")
		name, ok := strings.CutPrefix(variable, variablePrefix)
		if !ok || slices.Contains(known, name) {
			continue
		}
		if i := slices.IndexFunc(switches, func(option string) bool { return variableOf(option) == variable }); i >= 0 {
			fmt.Fprintf(w, "hieralint: the variable `%s` has no effect; use the option --%s\n", variable, switches[i])
		} else if near, ok := nearest.Name(name, known); ok {
			fmt.Fprintf(w, "hieralint: unknown variable `%s`; %s\n", variable, nearest.Question(variablePrefix+near))
		}
	}
}

// variablesOf returns the environment variables that options have, without their prefix, and the options that are
// switches.
func variablesOf(commands []*cli.Command) (names, switches []string) {
	for _, c := range commands {
		for _, f := range c.Flags {
			_, variables := fieldsOf(f)
			if variables == nil {
				switches = append(switches, f.Names()[0])
				continue
			}
			for _, variable := range *variables {
				names = append(names, strings.TrimPrefix(variable, variablePrefix))
			}
		}
		moreNames, moreSwitches := variablesOf(c.Subcommands)
		names, switches = append(names, moreNames...), append(switches, moreSwitches...)
	}
	return names, switches
}

// dropEmptyVariables unsets empty variables, which workflows set when they pass on an input that is
// not set.
func dropEmptyVariables() {
	for _, assignment := range os.Environ() {
		if name, value, _ := strings.Cut(assignment, "="); value == "" && strings.HasPrefix(name, variablePrefix) {
			_ = os.Unsetenv(name) // fails only for invalid names
		}
	}
}
