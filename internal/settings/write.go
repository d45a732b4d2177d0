package settings

import (
	"bytes"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/internal/wrap"
	"github.com/hieralint/hieralint/rules"
)

// YAML returns the settings as a configuration with the same meaning, which lists every rule as it
// applies to path.
func (s *Settings) YAML(path string) ([]byte, error) {
	n := writeFields(table, s)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == "rules" {
			n.Content[i+1] = s.At(path).write()
		}
	}
	return encode(n)
}

func encode(n *yaml.Node) ([]byte, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(n); err != nil {
		return nil, err
	}
	return b.Bytes(), e.Close()
}

// write returns every rule with its setting.
func (e *Effective) write() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, r := range rules.All() {
		setting := e.Rule(r)
		setting.Severity = e.Severity(r, r.Severity)
		setting.Off = setting.Severity == 0
		n.Content = append(n.Content, scalar(r.Name), writeRuleSetting(setting))
	}
	return n
}

// Template returns an initial configuration: the profile, and everything else in comments. The
// environments found in the tree are only in effect if live is set. Their paths are relative to the
// directory of the configuration.
func Template(profile Profile, found []*Environment, live bool) ([]byte, error) {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=" + SchemaURL + "\n\n")
	b.WriteString(comment("The configuration of hieralint (docs/configuration.md). All settings are optional. To use a setting, remove the `#` before it; its value is " +
		"an example."))
	for _, f := range table {
		b.WriteString("\n" + comment(f.doc))
		if f.name == "profile" {
			fmt.Fprintf(&b, "profile: %s\n", profile)
			continue
		}
		if f.name == "environments" && len(found) > 0 {
			example, err := listOf(found)
			if err != nil {
				return nil, err
			}
			if live {
				b.WriteString("# Found in this tree and used from now on; correct what is wrong:\nenvironments:" + example + "\n")
				continue
			}
			b.WriteString("# Found in this tree:\n")
			f.example = example
		}
		b.WriteString("#" + strings.ReplaceAll(f.name+":"+separator(f.example)+f.example, "\n", "\n#") + "\n")
	}
	return []byte(b.String()), nil
}

func separator(example string) string {
	if strings.HasPrefix(example, "\n") {
		return ""
	}
	return " "
}

// comment returns a text as comments of at most lineWidth columns.
func comment(text string) string {
	return "# " + strings.Join(wrap.Lines(text, lineWidth-len("# ")), "\n# ") + "\n"
}

// lineWidth is the width of an initial configuration.
const lineWidth = 98
