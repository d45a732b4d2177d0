package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/project"
)

// What `hieralint nodes` and `hieralint keys` have in common.

func textOrJSONFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "write `FORMAT`: text or json"}
}

// textOrJSON is the one of two ways to write something that --format asks for.
func textOrJSON[T any](c *cli.Context, text, json func(io.Writer, T) error) (func(io.Writer, T) error, error) {
	switch format := c.String("format"); format {
	case "text":
		return text, nil
	case "json":
		return json, nil
	default:
		return nil, cli.Exit(fmt.Sprintf("--format is text or json, not `%s`", format), exitUsage)
	}
}

// inspected is the project that the arguments name, and the file in it that --file names; "" when it names none.
func inspected(c *cli.Context) (k *check, p *project.Project, file string, err error) {
	if k, err = newCheck(c, nil); err != nil {
		return nil, nil, "", exitWith(err)
	}
	if p, err = project.Load(c.Context, k.paths, k.project); err != nil {
		return nil, nil, "", exitWith(err)
	}
	if file = c.String("file"); file != "" {
		file = p.Store.Name(filepath.Clean(file))
	}
	return k, p, file, nil
}
