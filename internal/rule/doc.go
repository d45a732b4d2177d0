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
	// Title is the defect, on one line without a full stop.
	Title string
	// What says what the rule reports, and Why what the defect costs the user.
	What, Why string
	// Puppet says what Puppet does, and how that was verified.
	Puppet string
	// Examples are executed by tests: Avoid must be reported, Prefer must not be, and Puppet must
	// behave as in Fails and Value.
	Examples []Example
	// Plants are defects that tests insert into correct trees, and that the rule must find.
	Plants []Plant
}

// Example shows data that the rule reports, and what to write instead.
type Example struct {
	// Avoid and Prefer are small trees, which map paths to contents. A tree without a hiera.yaml
	// gets one with a single level, data/common.yaml. Lines with a finding end in a comment `#
	// want` (in JSON, which has no comments, the finding may be on any line).
	Avoid, Prefer map[string]string
	// Lookup is the key to look up, Fails a part of Puppet's error message, and Value the wrong
	// value (as JSON) that Puppet returns instead. If both are empty, Puppet returns the right
	// value.
	Lookup, Fails, Value string
	// PreferValue is the value of Lookup (as JSON) in Prefer; empty if it does not matter.
	PreferValue string
	// Also lists rules that also report something in Avoid, because one mistake leads to another.
	Also []string
}

// Plant is a defect to insert into a correct tree.
type Plant struct {
	// Where says what Text is and where it is inserted.
	Where Place
	// Text is the inserted text; lines with a finding end in `# want`. KEY stands for a new key,
	// MODULE for the name of a module, and CLASS and PARAMETER for a class parameter without data.
	// A first line `OPTIONS …` is an entry of lookup_options. Lower is inserted at a lower level at
	// the same time, for places with an upper file.
	Text, Lower string
	// Old is a regular expression whose first match Text replaces, for places that edit a file.
	Old string
}

// Place is a place where a defect is inserted.
type Place string

// The places.
const (
	InFile       Place = "file"    // lines at the end of any data file
	InPlainFile  Place = "plain"   // lines in a file that is not read with hiera-eyaml
	InEyamlFile  Place = "eyaml"   // lines in a file that is read with hiera-eyaml
	InsteadOf    Place = "instead" // the whole content of a file that only some nodes read
	InOptions    Place = "option"  // an entry of lookup_options; the value of KEY follows ` WITH `
	InHierarchy  Place = "level"   // the path of a level
	InUpperFile  Place = "upper"   // lines in a file that some nodes read, with Lower in one that they all read
	InUpperGroup Place = "group"   // like InUpperFile, if some nodes do not read the upper file
	InUpperAll   Place = "all"     // like InUpperFile, in a file that all nodes read

	InSite   Place = "site"      // lines at the end of a data file of an environment
	InModule Place = "module"    // lines in the data of the module MODULE
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

// explain parses the text before the files.
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

// joined joins the lines of each paragraph.
func joined(text string) string {
	var b strings.Builder
	blank := true
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
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

// add adds a file of the archive.
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
		return fmt.Errorf("no `example` above it")
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

// parseExample parses the properties of an example, one `name: value` per line.
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

// plant adds a defect. Options and levels are on one line each.
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
			return fmt.Errorf("no higher-priority level above it")
		}
		d.Plants[len(d.Plants)-1].Lower = text
	default:
		return fmt.Errorf("no place is called `%s`", where)
	}
	return nil
}
