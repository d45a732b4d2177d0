package main

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"text/template"

	"github.com/hieralint/hieralint/internal/rule"
)

// listFile is the list of all rules.
const listFile = "rules/rules.go"

//go:embed *.tmpl
var templates embed.FS

// scaffold describes a new rule.
type scaffold struct {
	// Family is the name of the package, and Variable the name of the rule in it.
	Family, Variable string
	ID, Name         string

	after string // the line of the list after which the rule belongs
}

var (
	ruleName  = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	listEntry = regexp.MustCompile(`(?m)^\t\t(\w+)\.(\w+),$`)
)

// newRule finds the position of a rule in the list. An empty family means that of the rules whose names start with the
// same word.
func newRule(list []byte, all []*rule.Rule, family, name string) (*scaffold, error) {
	if !ruleName.MatchString(name) {
		return nil, fmt.Errorf("`%s` is not a name in words of small letters joined by hyphens", name)
	}
	entries := listEntry.FindAllSubmatch(list, -1)
	if len(entries) != len(all) {
		return nil, fmt.Errorf("%s has %d entries for %d rules", listFile, len(entries), len(all))
	}
	if family == "" {
		family = familyOf(name, all, entries)
	}
	r := &scaffold{Family: family, Name: name, Variable: variable(name)}
	last := 0
	for i, e := range entries {
		if all[i].Name == name {
			return nil, fmt.Errorf("there is a rule `%s` already", name)
		}
		if string(e[1]) != family {
			continue
		}
		id, err := strconv.Atoi(strings.TrimPrefix(all[i].ID, "HL"))
		if err != nil {
			return nil, err
		}
		if id > last {
			last, r.after = id, string(e[0])
		}
	}
	if last == 0 {
		return nil, fmt.Errorf("say with -family where `%s` belongs: no folder `%s` below rules has any", name, family)
	}
	r.ID = fmt.Sprintf("HL%04d", last+1)
	return r, nil
}

// familyOf returns the family of the rules whose names start with the same word, or "" if there is none, or more than
// one.
func familyOf(name string, all []*rule.Rule, entries [][][]byte) string {
	word, _, _ := strings.Cut(name, "-")
	family := ""
	for i, r := range all {
		if first, _, _ := strings.Cut(r.Name, "-"); first != word {
			continue
		}
		if family != "" && family != string(entries[i][1]) {
			return ""
		}
		family = string(entries[i][1])
	}
	return family
}

// variable returns a name in Go's form: YAMLDuplicateKey for yaml-duplicate-key.
func variable(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "-") {
		switch word {
		case "dns", "yaml", "json", "hocon", "url":
			b.WriteString(strings.ToUpper(word))
		default:
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// files returns the files of the rule by path, and the list.
func (r *scaffold) files(list []byte) (map[string][]byte, error) {
	base := path.Join("rules", r.Family, strings.ReplaceAll(r.Name, "-", "_"))
	files := map[string][]byte{
		listFile: bytes.Replace(list, []byte(r.after), []byte(r.after+"\n\t\t"+r.Family+"."+r.Variable+","), 1),
	}
	parsed, err := template.ParseFS(templates, "*.tmpl")
	if err != nil {
		return nil, err
	}
	for end, name := range map[string]string{".go": "rule.go.tmpl", "_test.go": "rule_test.go.tmpl", ".txtar": "rule.txtar.tmpl"} {
		if _, err := os.Stat(base + end); err == nil { //nolint:gosec // the name has letters and hyphens only
			return nil, fmt.Errorf("%s is there already", base+end)
		}
		var b bytes.Buffer
		if err := parsed.ExecuteTemplate(&b, name, r); err != nil {
			return nil, err
		}
		text := b.Bytes()
		if end != ".txtar" {
			if text, err = format.Source(text); err != nil {
				return nil, err
			}
		}
		files[base+end] = text
	}
	return files, nil
}
