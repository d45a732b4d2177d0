package rule

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// Doc is the documentation of a rule. All strings are Markdown without headings.
type Doc struct {
	// Title is one line without a full stop: what is wrong.
	Title string
	// What says what the rule reports, Why what it costs the user.
	What, Why string
	// Puppet says what Puppet does with such data, and how that was verified.
	Puppet string
	// Examples are executed by tests: Avoid must be reported, Prefer must not be, and Puppet must do what Fails and Value
	// say.
	Examples []Example
	// Plants are defects that tests plant in trees where nothing is wrong, and the rule has to find.
	Plants []Plant
}

// Example shows data that the rule reports and what to write instead.
type Example struct {
	// Avoid and Prefer are small trees: path to content. A tree without a hiera.yaml gets one with a single level,
	// data/common.yaml. Lines with a finding end in a comment `# want` (JSON: the whole file is meant).
	Avoid, Prefer map[string]string
	// Lookup is the key to look up; Fails is a part of Puppet's error message, Value the wrong value (as JSON) that Puppet
	// gives instead. Neither: Puppet does the right thing all the same.
	Lookup, Fails, Value string
	// PreferValue is the value (as JSON) that Prefer gives for Lookup; empty when it does not matter.
	PreferValue string
	// Also names rules that report something in Avoid too, since one mistake leads to another.
	Also []string
}

// Plant is one way to break a tree in which nothing is wrong.
type Plant struct {
	// Where says what Text is and where it goes: one of the places below.
	Where Place
	// Text is what is planted; lines with a finding end in `# want`. KEY stands for a new key, MODULE for the name of a module,
	// CLASS and PARAMETER for those of a parameter without data. A first line `OPTIONS …` is an entry of lookup_options. Lower
	// is what is planted at a lower level at the same time, for the places with an upper file.
	Text, Lower string
	// Old is a regular expression, whose first match Text replaces, for the places that are files to edit.
	Old string
}

// Place is where a defect is planted.
type Place string

// The places.
const (
	InFile       Place = "file"    // lines at the end of any data file
	InPlainFile  Place = "plain"   // lines in one that is not read with hiera-eyaml
	InEyamlFile  Place = "eyaml"   // lines in one that is
	InsteadOf    Place = "instead" // the whole of a file that only some nodes read
	InOptions    Place = "option"  // an entry of lookup_options; behind ` WITH ` the value of KEY
	InHierarchy  Place = "level"   // the path of a level
	InUpperFile  Place = "upper"   // lines in a file that some nodes read, with Lower in one that they all read
	InUpperGroup Place = "group"   // the same, where there are nodes that do not read the upper file
	InUpperAll   Place = "all"     // the same, in a file that all nodes read

	InSite   Place = "site"      // lines at the end of a data file of an environment
	InModule Place = "module"    // lines in the data of a module MODULE
	ForClass Place = "parameter" // lines in a data file of an environment that has the class CLASS

	InConfig      Place = "config"      // an edit of any hiera.yaml
	InSiteConfig  Place = "site-config" // an edit of the hiera.yaml of an environment that has classes
	InEnvironment Place = "environment" // an edit of environment.conf
	InMetadata    Place = "metadata"    // an edit of the metadata.json of a module
	AsSettings    Place = "settings"    // the whole .hieralint.yaml
)

// ParseDoc parses the documentation of a rule, a text archive:
//
//	# TITLE
//
//	## What
//	…
//	## Why
//	…
//	## Puppet
//	…
//	-- example --
//	lookup: KEY
//	fails: PART OF THE ERROR
//	value: JSON
//	prefer: JSON
//	also: RULE RULE
//	-- avoid/PATH --
//	…
//	-- prefer/PATH --
//	…
//	-- plant/PLACE --
//	…
//	-- plant/lower --
//	…
//	-- plant/PLACE --
//	OLD
//	=>
//	…
//
// The archive is a comment for people, then files. Lines of a paragraph are joined. Each `example` begins another one, and a
// name that ends in ` (quoted)` has a Go string for its content.
func ParseDoc(text []byte) (*Doc, error) {
	archive := txtar.Parse(text)
	d := &Doc{}
	if err := d.explain(string(archive.Comment)); err != nil {
		return nil, err
	}
	for _, f := range archive.Files {
		name, content := f.Name, string(f.Data)
		if plain, ok := strings.CutSuffix(name, " (quoted)"); ok {
			text, err := strconv.Unquote(strings.TrimSpace(content))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			name, content = plain, text
		}
		if err := d.add(name, content); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return d, nil
}

// explain reads the text in front of the files.
func (d *Doc) explain(text string) error {
	title, rest, _ := strings.Cut(text, "\n")
	var ok bool
	if d.Title, ok = strings.CutPrefix(title, "# "); !ok {
		return fmt.Errorf("the first line is not `# TITLE`: %s", title)
	}
	sections := map[string]*string{"What": &d.What, "Why": &d.Why, "Puppet": &d.Puppet}
	for _, section := range strings.Split(rest, "\n## ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		to := sections[name]
		if to == nil {
			return fmt.Errorf("no section is called `%s`", name)
		}
		*to = joined(text)
	}
	return nil
}

// joined is a text with the lines of each paragraph joined.
func joined(text string) string {
	var b strings.Builder
	blank := true
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		switch {
		case line == "":
			b.WriteString("\n\n")
		case blank || strings.HasPrefix(line, "- "):
			if !blank {
				b.WriteString("\n")
			}
			b.WriteString(line)
		default:
			b.WriteString(" " + strings.TrimLeft(line, " "))
		}
		blank = line == ""
	}
	return b.String()
}

// add reads a file of the archive.
func (d *Doc) add(name, content string) error {
	kind, rest, _ := strings.Cut(name, "/")
	if kind == "example" {
		e, err := parseExample(content)
		d.Examples = append(d.Examples, e)
		return err
	}
	if kind == "plant" {
		return d.plant(Place(rest), content)
	}
	if len(d.Examples) == 0 {
		return fmt.Errorf("no `example` stands above it")
	}
	e := &d.Examples[len(d.Examples)-1]
	switch {
	case !fs.ValidPath(rest):
		return fmt.Errorf("not the path of a file")
	case kind == "avoid":
		e.Avoid[rest] = content
	case kind == "prefer":
		e.Prefer[rest] = content
	default:
		return fmt.Errorf("neither example, avoid, prefer nor plant")
	}
	return nil
}

// parseExample reads what is known of an example, one `name: value` in a line.
func parseExample(text string) (Example, error) {
	e := Example{Avoid: map[string]string{}, Prefer: map[string]string{}}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "lookup":
			e.Lookup = value
		case "fails":
			e.Fails = value
		case "value":
			e.Value = value
		case "prefer":
			e.PreferValue = value
		case "also":
			e.Also = strings.Fields(value)
		default:
			return e, fmt.Errorf("no entry is called `%s`", name)
		}
	}
	return e, nil
}

// plant reads a defect. Options and levels stand in a line each.
func (d *Doc) plant(where Place, text string) error {
	switch where {
	case InFile, InPlainFile, InEyamlFile, InsteadOf, InUpperFile, InUpperGroup, InUpperAll, InSite, InModule, ForClass, AsSettings:
		d.Plants = append(d.Plants, Plant{Where: where, Text: text})
	case InConfig, InSiteConfig, InEnvironment, InMetadata:
		old, text, ok := strings.Cut(text, "\n=>\n")
		if !ok {
			return fmt.Errorf("no line `=>` separates the old text from the new")
		}
		d.Plants = append(d.Plants, Plant{Where: where, Text: strings.TrimSuffix(text, "\n"), Old: old})
	case InOptions, InHierarchy:
		for line := range strings.Lines(text) {
			d.Plants = append(d.Plants, Plant{Where: where, Text: strings.TrimSuffix(line, "\n")})
		}
	case "lower":
		if len(d.Plants) == 0 {
			return fmt.Errorf("no upper level stands above it")
		}
		d.Plants[len(d.Plants)-1].Lower = text
	default:
		return fmt.Errorf("no place is called `%s`", where)
	}
	return nil
}
