package reference

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Recording is a file of recorded lookups and Puppet's answers. The README of testdata/puppet
// describes the format. `${ROOT}` represents the directory that a tree is written to.
type Recording struct {
	Area     string
	Contexts map[string]Context
	Trees    map[string]Tree
	Cases    []Case
	// Alone means that each lookup was recorded separately. In Puppet's own tests, lookups share a
	// process, which does not repeat a warning.
	Alone bool `json:"-"`
}

// Context is the node and the settings of lookups, by the names of the format.
type Context map[string]json.RawMessage

// Tree is the files that lookups read. A file is a string, or an object if it is not UTF-8 or is a
// symbolic link.
type Tree struct {
	Files       map[string]json.RawMessage
	Dirs        []string
	OmittedCode []string `json:"omitted_code"`
}

// Case is one lookup and its outcome.
type Case struct {
	ID, API       string
	Tree, Context string // names in the same Recording
	Request       map[string]json.RawMessage
	Outcome       Outcome            // in Puppet 8.11
	Installed     map[string]Outcome // in other versions, if they differ
	Explain       string             // the explanation of Puppet 8.11, or "" if none was recorded
	FunctionCalls json.RawMessage    `json:"function_calls"`
	Needs         []string           // what the lookup requires beyond YAML and JSON data
	// Replay is "same" or absent if the lookup, run separately, had the same outcome.
	Replay json.RawMessage
}

// Outcome is a value, an error, or nothing found by an automatic parameter lookup.
type Outcome struct {
	Value json.RawMessage
	Error *struct {
		Class, Message string
		// RubyCrash marks a crash in Puppet's implementation, for which any error is accepted.
		RubyCrash bool `json:"ruby_crash"`
	}
	NoSuchKey bool `json:"no_such_key"`
	Warnings  []string
}

// In returns the outcome in a major version of Puppet.
func (c *Case) In(major string) Outcome {
	for version, outcome := range c.Installed {
		if strings.HasPrefix(version, major+".") {
			return outcome
		}
	}
	return c.Outcome
}

// Repeatable reports whether the lookup, run separately, had the recorded outcome.
func (c *Case) Repeatable() bool {
	return c.Replay == nil || string(c.Replay) == `"same"`
}

// String returns a string of the context, or "".
func (c Context) String(name string) string {
	var s string
	_ = json.Unmarshal(c[name], &s) // other types are not strings
	return s
}

// Recordings returns the recorded lookups of testdata/puppet and, if the reference data is
// available, those from Puppet's own tests.
func Recordings(t testing.TB) []*Recording {
	t.Helper()
	all := recordings(t, filepath.Join(Root(t), "testdata", "puppet", "*", "*.json"))
	for _, r := range all {
		r.Alone = true
	}
	if dir, ok := Find(t); ok {
		all = append(all, recordings(t, filepath.Join(dir, "conformance", "*.json"))...)
	}
	return all
}

func recordings(t testing.TB, pattern string) []*Recording {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded lookups in %s (%v)", pattern, err)
	}
	var all []*Recording
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := &Recording{}
		if err := json.Unmarshal(text, r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, r)
	}
	return all
}

// In returns the files below a root directory, for filetree.Write.
func (tr Tree) In(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, dir := range tr.Dirs {
		files[dir+"/"] = ""
	}
	for _, file := range tr.OmittedCode {
		files[path.Dir(file)+"/"] = ""
	}
	for name, raw := range tr.Files {
		if text, ok := tr.Text(name); ok {
			files[name] = strings.ReplaceAll(text, "${ROOT}", root)
			continue
		}
		var other struct{ Base64, Symlink string }
		if err := json.Unmarshal(raw, &other); err != nil {
			t.Fatal(err)
		}
		if other.Symlink != "" {
			files[name+" -> "+strings.ReplaceAll(other.Symlink, "${ROOT}", root)] = ""
			continue
		}
		decoded, err := base64.StdEncoding.DecodeString(other.Base64)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(decoded)
	}
	return files
}

// Text returns the content of a UTF-8 file.
func (tr Tree) Text(name string) (text string, ok bool) {
	raw, ok := tr.Files[name]
	return text, ok && json.Unmarshal(raw, &text) == nil
}
