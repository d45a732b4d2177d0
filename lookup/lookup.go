// Package lookup is `hieralint lookup`: it finds the environment and the node that keys are looked
// up for, asks the engine, and writes what was found as `puppet lookup` does.
//
// Unlike `puppet lookup`, which is silent about data it cannot read, it says what is wrong and
// where. How a lookup works is the engine's business.
package lookup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

// Options are the arguments of the command.
type Options struct {
	Keys []string

	// Path is a control repository, a module's or environment's directory, or a codedir; the
	// working directory when empty. Environment is the name of the environment; `production` when
	// empty.
	Path, Environment string
	// HieraConfig is the hiera.yaml of the global layer; that of a codedir when empty.
	HieraConfig string
	Modulepath  []string

	// Facts is a file or directory with facts, Node the certname of the node. Without facts, what
	// depends on them is unknown.
	Facts, Node string

	Merge, Prefix                     string
	HasPrefix                         bool
	SortMergedArrays, MergeHashArrays bool
	Type                              string
	Default                           string
	HasDefault                        bool
	Explain, ExplainOptions           bool
	// RenderAs is s, json or yaml; empty for yaml, and s for an explanation.
	RenderAs string
	// Puppet is the major version to follow.
	Puppet int
}

// UsageError is a mistake in the arguments.
type UsageError struct{ text string }

func (e *UsageError) Error() string { return e.text }

func usage(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// ErrNothing tells that no value was found or that it is not known; why was written already.
var ErrNothing = errors.New("no value")

// Run looks up and writes the value to out, all else to messages. The error is a *UsageError,
// ErrNothing, or one of reading.
func Run(ctx context.Context, o Options, out, messages io.Writer) error {
	request, err := o.request()
	if err != nil {
		return err
	}
	e, err := o.engine()
	if err != nil {
		return err
	}
	scope, err := o.scope()
	if err != nil {
		return err
	}
	result, err := e.Lookup(ctx, scope, request, o.keys()...)
	for _, w := range result.Warnings {
		fmt.Fprintln(messages, "Warning: "+w)
	}
	if result.Explanation != nil {
		return o.writeExplanation(out, result.Explanation)
	}
	if err != nil {
		writeError(messages, err)
		return ErrNothing
	}
	for _, u := range result.Unknown {
		fmt.Fprintln(messages, "Not known: "+place(u.Node)+u.String())
	}
	if _, unknown := engine.AsUnknown(result.Value); unknown {
		return ErrNothing
	}
	_, err = io.WriteString(out, o.render(result.Value))
	return err
}

// globalKey is what Puppet looks up to explain the options of keys without a module.
const globalKey = "__global__"

func (o *Options) keys() []string {
	if len(o.Keys) == 0 {
		return []string{globalKey}
	}
	return o.Keys
}

// request checks the arguments in the order in which Puppet does.
func (o *Options) request() (r engine.LookupOptions, err error) {
	if (o.SortMergedArrays || o.MergeHashArrays || o.HasPrefix) && o.Merge != "deep" {
		return r, usage("The options --knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays are only available with '--merge deep'")
	}
	if r.Merge, err = o.merge(); err != nil {
		return r, err
	}
	if len(o.Keys) == 0 && !(o.ExplainOptions && !o.Explain) {
		return r, usage("No keys were given to lookup.")
	}
	if !slices.Contains([]string{"", "s", "json", "yaml"}, o.RenderAs) {
		return r, usage("Unknown rendering format '%s'; use s, json or yaml", o.RenderAs)
	}
	if o.Type != "" {
		if r.Type, err = types.Parse(o.Type); err != nil {
			return r, usage("--type: %v", err)
		}
	}
	if o.HasDefault {
		r.Default = data.NewString(o.Default)
	}
	r.Explain, r.ExplainOptions = o.Explain, o.ExplainOptions
	return r, nil
}

func (o *Options) merge() (*data.Value, error) {
	if o.Merge == "" {
		return nil, nil
	}
	if !slices.Contains(merge.Names, o.Merge) {
		return nil, usage("The --merge option only accepts 'first', 'hash', 'unique', or 'deep'")
	}
	entry := func(key string, v *data.Value) data.Entry { return data.Entry{Key: data.NewString(key), Value: v} }
	entries := []data.Entry{entry("strategy", data.NewString(o.Merge))}
	if o.Merge == "deep" {
		entries = append(entries, entry("sort_merged_arrays", data.NewBoolean(o.SortMergedArrays)), entry("merge_hash_arrays", data.NewBoolean(o.MergeHashArrays)))
		if o.HasPrefix {
			entries = append(entries, entry("knockout_prefix", data.NewString(o.Prefix)))
		}
	}
	return data.NewHash(entries), nil
}

func (o *Options) engine() (*engine.Engine, error) {
	name := o.Environment
	if name == "" {
		name = "production"
	}
	dir, codedir, err := findEnvironment(o.Path, name)
	if err != nil {
		return nil, err
	}
	eo := engine.Options{Store: data.NewStore(), GlobalConfig: o.HieraConfig, Codedir: codedir, Puppet: o.Puppet, Incomplete: true}
	if eo.WorkingDir, err = os.Getwd(); err != nil {
		return nil, err
	}
	if eo.GlobalConfig == "" && codedir != "" {
		eo.GlobalConfig = filepath.Join(codedir, environment.ConfigName)
	}
	eo.Environment, err = environment.Open(dir, environment.Options{Store: eo.Store, Name: name, ModulePath: o.Modulepath})
	if err != nil {
		return nil, err
	}
	return engine.New(eo), nil
}

// marks are what the directory of an environment has at least one of.
var marks = []string{environment.ConfigName, "environment.conf", "Puppetfile", "manifests", "modules", "site-modules"}

// findEnvironment is the directory of the environment: that of the name in a codedir, else the
// directory itself or the nearest one above that looks like one.
func findEnvironment(path, name string) (dir, codedir string, err error) {
	if path == "" {
		path = "."
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", "", err
	}
	if info, err := os.Stat(path); err != nil {
		return "", "", err
	} else if !info.IsDir() {
		return "", "", usage("%s is not a directory", path)
	}
	if in := filepath.Join(path, "environments"); exists(in) {
		if dir = filepath.Join(in, name); !exists(dir) {
			return "", "", usage("there is no environment `%s` in %s", name, in)
		}
		return dir, path, nil
	}
	for dir = path; ; dir = filepath.Dir(dir) {
		for _, mark := range marks {
			if exists(filepath.Join(dir, mark)) {
				return dir, "", nil
			}
		}
		if dir == filepath.Dir(dir) {
			return "", "", usage("%s is no control repository: there is no hiera.yaml in it or above", path)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// scope is the node that is looked up for.
func (o *Options) scope() (*engine.Scope, error) {
	if o.Facts == "" {
		d := engine.ScopeData{Certname: o.Node, Partial: true}
		if o.Node != "" {
			d.Trusted = facts.Trusted(o.Node)
		}
		return engine.NewScope(d), nil
	}
	nodes, err := facts.Read(o.Facts)
	if err != nil {
		return nil, err
	}
	n, err := o.choose(nodes)
	if err != nil {
		return nil, err
	}
	d := n.Scope()
	if o.Node != "" && o.Node != n.Certname {
		d.Certname, d.Trusted = o.Node, facts.Trusted(o.Node)
	}
	if o.Puppet != 7 {
		// Puppet 7 leaves the server facts empty here, 8 fills them in.
		d.ServerFacts = data.NewHash(nil)
	}
	return engine.NewScope(d), nil
}

// choose is the node that is meant. Facts of a single node that are given with a name are taken
// for that node, as Puppet does.
func (o *Options) choose(nodes []*facts.Node) (*facts.Node, error) {
	var names []string
	for _, n := range nodes {
		if n.Certname == o.Node {
			return n, nil
		}
		names = append(names, n.Certname)
	}
	switch {
	case len(nodes) == 1:
		return nodes[0], nil
	case o.Node == "":
		return nil, usage("%s has facts of several nodes: choose one with --node (%s)", o.Facts, strings.Join(names, ", "))
	default:
		return nil, usage("%s has no facts of `%s`, only of %s", o.Facts, o.Node, strings.Join(names, ", "))
	}
}

func (o *Options) render(v *data.Value) string {
	var text string
	switch o.RenderAs {
	case "s":
		text = rubytext.ToS(v)
	case "json":
		text = JSON(v)
	default:
		return YAML(v)
	}
	return strings.TrimSuffix(text, "\n") + "\n"
}

func (o *Options) writeExplanation(out io.Writer, x *engine.Explanation) error {
	text := x.Text()
	switch o.RenderAs {
	case "json":
		text = JSON(x.Tree()) + "\n"
	case "yaml":
		text = YAML(x.Tree())
	}
	_, err := io.WriteString(out, text)
	return err
}

// writeError says what is wrong, where, and on which way a lookup came there.
func writeError(w io.Writer, err error) {
	var e *engine.Error
	if !errors.As(err, &e) {
		fmt.Fprintln(w, "Error: "+err.Error())
		return
	}
	fmt.Fprintln(w, "Error: "+place(e.Node)+e.Message)
	for _, hop := range e.Hops {
		fmt.Fprintf(w, "  %sasks for `%s`\n", place(hop.Node), hop.Key)
	}
}

// place is `path:line:column: ` of a node; "" when there is none.
func place(n *data.Node) string {
	if n == nil {
		return ""
	}
	pos := n.Position()
	path := n.Doc.File.Path
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, path); err == nil && !strings.HasPrefix(rel, "..") {
			path = rel
		}
	}
	return fmt.Sprintf("%s:%d:%d: ", path, pos.Line, pos.Column)
}
