package main

import (
	"os"
	"strings"

	"github.com/urfave/cli/v2"
)

// variablePrefix begins the names of environment variables that stand for options.
const variablePrefix = "HIERALINT_"

// fromEnvironment makes options take the value of a variable where they are not given: --min-severity that of
// HIERALINT_MIN_SEVERITY.
func fromEnvironment(flags []cli.Flag) []cli.Flag {
	for _, f := range flags {
		if _, variables := fieldsOf(f); variables != nil {
			*variables = []string{variableOf(f)}
		}
	}
	return flags
}

// fieldsOf returns the heading of an option in the help and, unless it is a switch, the variables that stand for it.
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

// variableOf is the variable that stands for an option.
func variableOf(f cli.Flag) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(f.Names()[0], "-", "_"))
}

// dropEmptyVariables makes empty variables as good as none: that is what a workflow gives that passes on an input which is not
// set.
func dropEmptyVariables() {
	for _, assignment := range os.Environ() {
		if name, value, _ := strings.Cut(assignment, "="); value == "" && strings.HasPrefix(name, variablePrefix) {
			_ = os.Unsetenv(name) // it only fails for names that no system has
		}
	}
}
