// Package facts reads nodes and their facts from files:
//
//   - output of `facter` and `puppet facts`;
//   - inventories, facts, and factsets exported from PuppetDB;
//   - output of external node classifiers;
//   - files written by `hieralint nodes fetch`.
//
// It does not interpret facts; package engine does.
package facts

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Node is what a file contains about one node.
type Node struct {
	// Certname is the name of the node: as given in the file; otherwise the file name without
	// extension, if that can be a certname; otherwise the agent's default, derived from network
	// facts.
	Certname string
	// Environment is the requested environment; empty if the file does not contain it.
	Environment string
	// Facts and Trusted are hashes; Trusted is nil if the file has none. Parts that were omitted
	// from the file are outcome.Unknown.
	Facts, Trusted *data.Value
	// Vars holds further variables of the node, such as those of an external node classifier; nil
	// if the file has none.
	Vars *data.Value
	// Classes lists the classes in the node's catalog, or those that an external node classifier
	// assigns, in order; nil if the file has none.
	Classes []string
	// Path is the path of the file.
	Path string
}

// Error reports that a file is not a known kind of facts file.
type Error struct{ Path, Reason string }

func (e *Error) Error() string { return e.Path + ": " + e.Reason }

// Read reads the nodes of a file, or of all JSON and YAML files in a directory and its
// subdirectories, sorted by name. Files of more than maxSize bytes are errors; 0 means
// source.DefaultMaxFileSize.
func Read(ctx context.Context, path string, maxSize int64) ([]*Node, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	c := newCompactor()
	if !info.IsDir() {
		return readFile(path, maxSize, c)
	}
	var nodes []*Node
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isFactsFile(file) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		found, err := readFile(file, maxSize, c)
		nodes = append(nodes, found...)
		return err
	})
	if err == nil && len(nodes) == 0 {
		return nil, &Error{path, "no facts found: expected files that end in .json, .yaml or .yml"}
	}
	return nodes, err
}

func isFactsFile(path string) bool {
	return slices.Contains([]string{".json", ".yaml", ".yml"}, filepath.Ext(path)) && !strings.HasPrefix(filepath.Base(path), ".") &&
		!strings.HasSuffix(path, foremanNote)
}

// foremanNote is the end of the names of text files with the time of the last upload of facts, which
// Foreman's classifier writes next to the classifications that it caches.
const foremanNote = "-push-facts.yaml"

func readFile(path string, maxSize int64, c *compactor) ([]*Node, error) {
	text, err := source.ReadFile(path, maxSize)
	if err != nil {
		return nil, err
	}
	return parseNodes(path, text, c)
}

// Parse reads the nodes of one file. The extension determines the format; without one, both are
// tried.
func Parse(path string, text []byte) ([]*Node, error) { return parseNodes(path, text, newCompactor()) }

func parseNodes(path string, text []byte, c *compactor) ([]*Node, error) {
	v, err := parse(path, text)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	var nodes []*Node
	switch v.Kind() {
	case data.Hash:
		nodes = []*Node{node(v, name)}
	case data.Array:
		if nodes, err = list(v); err != nil {
			return nil, &Error{path, err.Error()}
		}
	default:
		return nil, &Error{path, "facts must be a hash, or an array as exported by PuppetDB"}
	}
	for _, n := range nodes {
		n.Path = path
		c.compactNode(n)
	}
	return nodes, nil
}

func parse(path string, text []byte) (*data.Value, error) {
	formats := []data.Format{data.JSON, data.YAML}
	switch filepath.Ext(path) {
	case ".json":
		formats = formats[:1]
	case ".yaml", ".yml":
		formats = formats[1:]
	}
	var message string
	for _, format := range formats {
		doc := data.Parse(source.New(path, withoutObjectTag(text)), format)
		if doc.Err == nil {
			return doc.Value, nil
		}
		message = doc.Err.Message
		if format == data.JSON && doc.Err.Code == data.SyntaxError { // Ruby's message contains the rest of the file
			at := doc.File.Pos(doc.Err.Span.Start)
			message = fmt.Sprintf("invalid JSON in line %d, column %d", at.Line, at.Column)
		}
	}
	return nil, &Error{path, message}
}

// objectTag starts the YAML in which Puppet servers cached facts. It is a Ruby object, which is not
// allowed in data, but its content is an ordinary hash.
const objectTag = "--- !ruby/object:Puppet::Node::Facts"

func withoutObjectTag(text []byte) []byte {
	if rest, ok := strings.CutPrefix(string(text), objectTag); ok {
		return []byte("---" + rest)
	}
	return text
}

// node reads one hash, which contains facts, either directly or under a key.
func node(v *data.Value, name string) *Node {
	n := &Node{Certname: name, Facts: v}
	for _, key := range []string{"certname", "name"} {
		if text := textOf(v, key); text != "" && holdsFacts(v) != "" {
			n.Certname = text
			break
		}
	}
	key := holdsFacts(v)
	if key == "" && isClassification(v) {
		n.classify(v)
		return n
	}
	if key == "" {
		if text := textOf(v, "clientcert"); text != "" {
			n.Certname = text
		} else if text := hostOf(v); text != "" && !isHostName(name) {
			n.Certname = text
		}
		return n
	}
	n.Environment = textOf(v, "environment")
	n.Facts, _ = v.Get(key)
	if list, ok := n.Facts.Get("data"); ok && list.Kind() == data.Array {
		n.Facts = pairs(list)
	}
	if trusted, ok := v.Get("trusted"); ok && trusted.Kind() == data.Hash {
		n.Trusted = trusted
	}
	if vars, ok := v.Get("vars"); ok && vars.Kind() == data.Hash {
		n.Vars = vars
	}
	n.Classes = classes(v)
	n.leaveOut(v)
	return n
}

// hostOf returns the host name in facts; "" if there is none.
func hostOf(facts *data.Value) string {
	if networking, ok := facts.Get("networking"); ok && networking.Kind() == data.Hash {
		if text := textOf(networking, "fqdn"); text != "" {
			return strings.ToLower(text)
		}
	}
	return strings.ToLower(textOf(facts, "fqdn"))
}

// isHostName reports whether a file is probably named after a node, such as `web01.example.com`,
// and not after its content, such as `facts` or `debian-12.1`.
func isHostName(name string) bool {
	last := name[strings.LastIndex(name, ".")+1:]
	return last != name && strings.ContainsFunc(last, unicode.IsLetter)
}

// holdsFacts returns the key under which v contains facts; "" if v itself is the facts.
func holdsFacts(v *data.Value) string {
	for _, key := range []string{"facts", "values"} {
		if inner, ok := v.Get(key); ok && inner.Kind() == data.Hash {
			return key
		}
	}
	return ""
}

func textOf(v *data.Value, key string) string {
	if text, ok := v.Get(key); ok && text.Kind() == data.String {
		return text.Text()
	}
	return ""
}

// pairs converts the array of names and values in a factset to a hash.
func pairs(list *data.Value) *data.Value {
	var entries []data.Entry
	for _, item := range list.Items() {
		if item.Kind() != data.Hash {
			continue
		}
		name := textOf(item, "name")
		if value, ok := item.Get("value"); ok && name != "" {
			entries = append(entries, data.NewEntry(name, value))
		}
	}
	return data.NewHash(entries)
}

// list reads an export of PuppetDB: an array of nodes, or of single facts with their certname.
func list(v *data.Value) ([]*Node, error) {
	var nodes []*Node
	single := map[string]*Node{}
	facts := map[string][]data.Entry{}
	for i, item := range v.Items() {
		if item.Kind() != data.Hash {
			return nil, fmt.Errorf("element %d of the array is not a hash", i+1)
		}
		certname := textOf(item, "certname")
		if certname == "" {
			return nil, fmt.Errorf("element %d of the array has no certname", i+1)
		}
		if holdsFacts(item) != "" {
			nodes = append(nodes, node(item, certname))
			continue
		}
		name := textOf(item, "name")
		value, ok := item.Get("value")
		if name == "" || !ok {
			return nil, fmt.Errorf("element %d of the array is neither a node nor a fact as exported by PuppetDB", i+1)
		}
		if single[certname] == nil {
			single[certname] = &Node{Certname: certname, Environment: textOf(item, "environment")}
			nodes = append(nodes, single[certname])
		}
		facts[certname] = append(facts[certname], data.NewEntry(name, value))
	}
	for certname, n := range single {
		n.Facts = data.NewHash(facts[certname])
	}
	return nodes, nil
}

// Scope returns the node as lookups see it. If the file has no trusted facts, they are derived from
// the certname.
func (n *Node) Scope() engine.ScopeData {
	trusted := n.Trusted
	if trusted == nil {
		trusted = n.TrustedAs(n.Certname)
	}
	d := engine.ScopeData{Certname: n.Certname, Facts: n.Facts, Trusted: trusted}
	if n.Vars != nil {
		d.Vars = maps.Collect(n.Vars.StringEntries())
	}
	return d
}

// KnowsExtensions reports whether the file contains the certificate extensions of the node. They
// are not facts: facter and `puppet facts` do not print them.
func (n *Node) KnowsExtensions() bool {
	if n.Trusted == nil {
		return false
	}
	_, ok := n.Trusted.Get("extensions")
	return ok
}

// TrustedAs returns the trusted facts that `puppet lookup` derives from a certname and the node's
// facts: if they contain `clientcert`, it replaces the certname.
func (n *Node) TrustedAs(certname string) *data.Value {
	if text := textOf(n.Facts, "clientcert"); text != "" {
		certname = text
	}
	return Trusted(certname)
}

// Trusted returns the trusted facts that `puppet lookup` derives from a certname. They have no
// extensions.
func Trusted(certname string) *data.Value {
	host, domain, hasDomain := strings.Cut(certname, ".")
	domainValue := data.NewUndef()
	if hasDomain {
		domainValue = data.NewString(domain)
	}
	return data.NewHash([]data.Entry{
		data.NewEntry("authenticated", data.NewString("local")), data.NewEntry("certname", data.NewString(certname)),
		data.NewEntry("extensions", data.NewHash(nil)), data.NewEntry("hostname", data.NewString(host)),
		data.NewEntry("domain", domainValue), data.NewEntry("external", data.NewHash(nil)),
	})
}
