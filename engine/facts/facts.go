// Package facts reads what is known of nodes from files: the facts that `facter` and
// `puppet facts` print, the inventory, facts and factsets that PuppetDB exports, the answers of external node
// classifiers, and what `hieralint nodes fetch` writes.
//
// It says what the files say. What a lookup makes of it is the engine's business.
package facts

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Node is what a file says of one node.
type Node struct {
	// Certname is the name of the node: as the file says; else that of the file without suffix, if
	// it can be a certname; else the one that an agent has by default, from the facts about its
	// network.
	Certname string
	// Named means that the file itself says the name.
	Named bool
	// Environment is the environment that the node asked for; empty when the file says nothing.
	Environment string
	// Facts and Trusted are Hashes; Trusted is nil when the file has none. Parts that were left out of the file are
	// outcome.Unknown.
	Facts, Trusted *data.Value
	// Vars are further variables of the node, such as those of an external node classifier; nil
	// when the file has none.
	Vars *data.Value
	// Classes are the classes of its catalog, or those that an external node classifier assigns, in order; nil when
	// the file says nothing.
	Classes []string
	// Path is the file.
	Path string
}

// Error means that a file is no facts file that is known.
type Error struct{ Path, Reason string }

func (e *Error) Error() string { return e.Path + ": " + e.Reason }

// Read reads the nodes of a file, or of all JSON and YAML files in a directory and below, in the
// order of their names. No file may have more than maxSize bytes; 0 stands for source.DefaultMaxFileSize.
func Read(ctx context.Context, path string, maxSize int64) ([]*Node, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return readFile(path, maxSize)
	}
	var nodes []*Node
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isFactsFile(file) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		found, err := readFile(file, maxSize)
		nodes = append(nodes, found...)
		return err
	})
	if err == nil && len(nodes) == 0 {
		return nil, &Error{path, "there are no facts in it: files are expected that end in .json, .yaml or .yml"}
	}
	return nodes, err
}

func isFactsFile(path string) bool {
	return slices.Contains([]string{".json", ".yaml", ".yml"}, filepath.Ext(path)) && !strings.HasPrefix(filepath.Base(path), ".")
}

func readFile(path string, maxSize int64) ([]*Node, error) {
	text, err := source.ReadFile(path, maxSize)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse reads the nodes of one file. The extension decides the format; without a suffix both are tried.
func Parse(path string, text []byte) ([]*Node, error) {
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
		return nil, &Error{path, "facts are a hash, or a list as PuppetDB exports it"}
	}
	for _, n := range nodes {
		n.Path = path
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
	var problem *data.Problem
	for _, format := range formats {
		doc := data.Parse(source.New(path, withoutObjectTag(text)), format)
		if doc.Err == nil {
			return doc.Value, nil
		}
		problem = doc.Err
	}
	return nil, &Error{path, problem.Message}
}

// objectTag opens the YAML that Puppet's servers kept facts in. It is a Ruby object, which data
// may not hold; what is in it is an ordinary hash.
const objectTag = "--- !ruby/object:Puppet::Node::Facts"

func withoutObjectTag(text []byte) []byte {
	if rest, ok := strings.CutPrefix(string(text), objectTag); ok {
		return []byte("---" + rest)
	}
	return text
}

// node reads one hash: facts as they are, or what holds them under a name.
func node(v *data.Value, name string) *Node {
	n := &Node{Certname: name, Facts: v}
	for _, key := range []string{"certname", "name"} {
		if text := textOf(v, key); text != "" && holdsFacts(v) != "" {
			n.Certname, n.Named = text, true
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
			n.Certname, n.Named = text, true
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

// isHostName reports whether a file is likely called after a node, `web01.example.com`, and not after
// what it holds, `facts` or `debian-12.1`.
func isHostName(name string) bool {
	last := name[strings.LastIndex(name, ".")+1:]
	return last != name && strings.ContainsFunc(last, unicode.IsLetter)
}

// holdsFacts is the name under which v holds facts; "" when v is the facts.
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

// pairs makes a hash of the list of names and values that factsets hold.
func pairs(list *data.Value) *data.Value {
	var entries []data.Entry
	for _, item := range list.Items() {
		if item.Kind() != data.Hash {
			continue
		}
		name := textOf(item, "name")
		if value, ok := item.Get("value"); ok && name != "" {
			entries = append(entries, data.Entry{Key: data.NewString(name), Value: value})
		}
	}
	return data.NewHash(entries)
}

// list reads what PuppetDB exports: a list of nodes, or of single facts with their certname.
func list(v *data.Value) ([]*Node, error) {
	var nodes []*Node
	single := map[string]*Node{}
	facts := map[string][]data.Entry{}
	for i, item := range v.Items() {
		if item.Kind() != data.Hash {
			return nil, fmt.Errorf("element %d of the list is no hash", i+1)
		}
		certname := textOf(item, "certname")
		if certname == "" {
			return nil, fmt.Errorf("element %d of the list has no certname", i+1)
		}
		if holdsFacts(item) != "" {
			nodes = append(nodes, node(item, certname))
			continue
		}
		name := textOf(item, "name")
		value, ok := item.Get("value")
		if name == "" || !ok {
			return nil, fmt.Errorf("element %d of the list is neither a node nor a fact as PuppetDB exports it", i+1)
		}
		if single[certname] == nil {
			single[certname] = &Node{Certname: certname, Named: true, Environment: textOf(item, "environment")}
			nodes = append(nodes, single[certname])
		}
		facts[certname] = append(facts[certname], data.Entry{Key: data.NewString(name), Value: value})
	}
	for certname, n := range single {
		n.Facts = data.NewHash(facts[certname])
	}
	return nodes, nil
}

// Scope is the node as a lookup sees it. Without trusted facts in the file they are what a
// certificate with the node's name tells.
func (n *Node) Scope() engine.ScopeData {
	trusted := n.Trusted
	if trusted == nil {
		trusted = n.TrustedAs(n.Certname)
	}
	d := engine.ScopeData{Certname: n.Certname, Facts: n.Facts, Trusted: trusted}
	if n.Vars != nil {
		d.Vars = map[string]*data.Value{}
		for _, e := range n.Vars.Entries() {
			if e.Key.Kind() == data.String {
				d.Vars[e.Key.Text()] = e.Value
			}
		}
	}
	return d
}

// KnowsExtensions reports whether the file says which extensions the certificate of the node has. They are no facts:
// facter and `puppet facts` do not write them.
func (n *Node) KnowsExtensions() bool {
	if n.Trusted == nil {
		return false
	}
	_, ok := n.Trusted.Get("extensions")
	return ok
}

// TrustedAs is what `puppet lookup` makes of a certname that goes with the facts of the node: of the fact
// `clientcert` where they have it.
func (n *Node) TrustedAs(certname string) *data.Value {
	if text := textOf(n.Facts, "clientcert"); text != "" {
		certname = text
	}
	return Trusted(certname)
}

// Trusted is what `puppet lookup` makes of a certname: trusted facts without extensions.
func Trusted(certname string) *data.Value {
	host, domain, hasDomain := strings.Cut(certname, ".")
	entry := func(key string, v *data.Value) data.Entry { return data.Entry{Key: data.NewString(key), Value: v} }
	domainValue := data.NewUndef()
	if hasDomain {
		domainValue = data.NewString(domain)
	}
	return data.NewHash([]data.Entry{
		entry("authenticated", data.NewString("local")), entry("certname", data.NewString(certname)),
		entry("extensions", data.NewHash(nil)), entry("hostname", data.NewString(host)),
		entry("domain", domainValue), entry("external", data.NewHash(nil)),
	})
}
