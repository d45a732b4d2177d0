package levels

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/lists"
)

// Views returns a level in the forms in which it may read files. With hiera.yaml of version 3 and only
// custom backends, the files cannot be known: most backends read YAML, from the data directory of any
// section of the configuration, as a backend `nuyaml3` from that of `:nuyaml:`.
func Views(c *config.Config, level *config.Level) []*config.Level {
	if c.Version != 3 || c.Doc == nil || slices.ContainsFunc(c.Hierarchy, func(l *config.Level) bool { return l.Function.Kind != config.Hiera3Backend }) {
		return []*config.Level{level}
	}
	backends := lists.Set(lists.Map(c.Hierarchy, func(l *config.Level) string { return l.Name }))
	var datadirs []config.Datadir
	if level.Datadir.Node != nil {
		datadirs = append(datadirs, level.Datadir)
	}
	for _, section := range c.Doc.Value.Entries() {
		if section.Key.Kind() != data.String || backends[section.Key.Text()] || section.Value.Kind() != data.Hash {
			continue
		}
		if dir, ok := section.Value.Get("datadir"); ok && dir.Kind() == data.String {
			datadirs = append(datadirs, config.Datadir{Text: dir.Text(), Template: interpolate.Parse(dir.Text()), Base: config.WorkingDir, Node: dir.Node()})
		}
	}
	if len(datadirs) == 0 {
		datadirs = []config.Datadir{level.Datadir}
	}
	var all []*config.Level
	for _, datadir := range datadirs {
		view := *level
		view.Datadir = datadir
		if _, ok := data.FormatOf("x" + view.Extension); !ok {
			view.Extension = ".yaml"
		}
		all = append(all, &view)
	}
	return all
}

// Format is the way in which a level reads its files.
type Format uint8

// The formats.
const (
	Custom Format = iota // by a custom function
	yaml
	json
	hocon
)

// FormatOf returns the way in which a level reads its files.
func FormatOf(level *config.Level) Format {
	switch level.Function.Name {
	case "yaml_data", "eyaml_lookup_key":
		return yaml
	case "json_data":
		return json
	case "hocon_data":
		return hocon
	}
	return Custom
}

// Of returns the format in which a level reads a file; ok is false for a file that is not
// data, if a custom function reads it.
func (f Format) Of(path string) (format data.Format, ok bool) {
	switch f {
	case yaml:
		return data.YAML, true
	case json:
		return data.JSON, true
	case hocon:
		return data.HOCON, true
	}
	return data.FormatOf(path)
}
