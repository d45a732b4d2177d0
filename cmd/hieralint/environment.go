package main

import (
	"os"
	"strings"

	"github.com/urfave/cli/v2"
)

// variablePrefix is the prefix of environment variables that set options.
const variablePrefix = "HIERALINT_"

// fromEnvironment lets environment variables set options that are not given: HIERALINT_MIN_SEVERITY
// sets --min-severity.
func fromEnvironment(flags []cli.Flag) []cli.Flag {
	for _, f := range flags {
		if _, variables := fieldsOf(f); variables != nil {
			*variables = []string{variableOf(f)}
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
func variableOf(f cli.Flag) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(f.Names()[0], "-", "_"))
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
