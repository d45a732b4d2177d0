// Package lookup is `hieralint lookup`: it determines the environment and the node, asks the
// engine, and writes the result as `puppet lookup` does.
//
// Unlike `puppet lookup`, which says nothing about data that it cannot read, it says what is wrong
// and where. Package engine performs the lookup.
package lookup

import (
	"cmp"
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
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/render"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/visible"
)

// Options are the arguments of the command.
type Options struct {
	Keys []string

	// Path is a control repo, the directory of a module or environment, or a codedir; if empty, the
	// working directory. Environment is the name of the environment; if empty, that of its
	// directory in `environments`, otherwise `production`.
	Path, Environment string
	// HieraConfig is the hiera.yaml of the global layer; if empty, that of a codedir.
	HieraConfig string
	Modulepath  []string

	// Facts is a file or directory with facts, and Node the certname of the node. Without facts,
	// what depends on them is unknown.
	Facts, Node string
	// Compile treats variables that the node's manifests may set as unknown, because manifests are
	// not evaluated. Without it, as for Puppet, there are no such variables.
	Compile bool

	Merge, Prefix                     string
	HasPrefix                         bool
	SortMergedArrays, MergeHashArrays bool
	Type                              string
	Default                           string
	HasDefault                        bool
	Explain, ExplainOptions           bool
	// ShowSecrets leaves decrypted strings in the explanation.
	ShowSecrets bool
	// Where writes the places that the value came from instead of the value.
	Where bool
	// RenderAs is s, json, or yaml; if empty, yaml, or s for an explanation.
	RenderAs string
	// Puppet is the major version, and Strict the setting of that name: off, warning, or error; if
	// empty, the default of the version.
	Puppet int
	Strict string
}

// UsageError is an error in the arguments.
type UsageError struct{ text string }

func (e *UsageError) Error() string { return e.text }

func usage(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// ErrNothing is the error if no value was found, or if a part of it is unknown. The reason has
// already been written.
var ErrNothing = errors.New("no value")

// Run performs a lookup, writes the value to out, and everything else to messages. The error is a
// *UsageError, a *NoEnvironmentError, ErrNothing, or an error while reading.
func Run(ctx context.Context, o Options, out, messages io.Writer) error {
	request, err := o.Request()
	if err != nil {
		return err
	}
	found, err := findEnvironment(o.Path, o.Environment)
	if err != nil {
		return err
	}
	maxFileSize := maxFileSizeIn(found.dir)
	store := data.NewStore()
	e, err := o.engine(found, store, maxFileSize)
	if err != nil {
		return err
	}
	if o.Type != "" {
		if request.Type, err = e.ParseType(o.Type); err != nil {
			return usage("--type: %v", err)
		}
	}
	scope, err := o.scope(ctx, maxFileSize)
	if err != nil {
		return err
	}
	result, err := e.Lookup(ctx, scope, request, o.keys()...)
	for _, w := range result.Warnings {
		fmt.Fprintln(messages, "Warning: "+visible.Lines(o.withheld(nil, w)))
	}
	for _, path := range store.Denied() {
		fmt.Fprintln(messages, "Warning: "+visible.Lines(path)+": permission denied; like Puppet, this lookup treats it as missing, so users with access may get another result")
	}
	if result.Explanation != nil && isExplained(err) {
		o.writeUnknown(messages, result.Unknown)
		return o.writeExplanation(out, result.Explanation, err)
	}
	if err != nil {
		o.writeError(messages, err)
		return ErrNothing
	}
	o.writeUnknown(messages, result.Unknown)
	if result.Value.IsUnknown() {
		return ErrNothing
	}
	if o.Where {
		return writeOrigins(out, result)
	}
	if _, err = io.WriteString(out, o.render(result.Value)); err != nil {
		return err
	}
	if len(result.Unknown) > 0 {
		return ErrNothing
	}
	return nil
}

// isExplained reports whether Puppet explains a lookup that fails with err: the explanation ends
// with the message of a lookup error, but there is none if Puppet crashes or an argument is
// invalid.
func isExplained(err error) bool {
	var e *outcome.Error
	return err == nil || errors.As(err, &e) && e.IsLookup()
}

// globalKey is the key that Puppet looks up to explain the options of keys without a module.
const globalKey = "__global__"

func (o *Options) keys() []string {
	if len(o.Keys) == 0 {
		return []string{globalKey}
	}
	return o.Keys
}

// Request returns the arguments of the lookup itself, except Type. They are checked in Puppet's
// order; the error is a *UsageError.
func (o *Options) Request() (r engine.LookupOptions, err error) {
	if (o.SortMergedArrays || o.MergeHashArrays || o.HasPrefix) && o.Merge != "deep" {
		return r, usage("--knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays need --merge deep")
	}
	if r.Merge, err = o.merge(); err != nil {
		return r, err
	}
	if len(o.Keys) == 0 && !(o.ExplainOptions && !o.Explain) {
		return r, usage("lookup needs a key")
	}
	if !slices.Contains([]string{"", "s", "json", "pson", "yaml"}, o.format()) {
		return r, usage("--render-as must be s, json, or yaml, not `%s`", o.RenderAs)
	}
	if o.HasDefault {
		r.Default = data.NewString(o.Default)
	}
	r.Explain, r.ExplainOptions, r.ShowSecrets, r.Trace = o.Explain, o.ExplainOptions, o.ShowSecrets, o.Where
	return r, nil
}

func (o *Options) merge() (*data.Value, error) {
	if o.Merge == "" {
		return nil, nil
	}
	if !slices.Contains(merge.Names, o.Merge) {
		return nil, usage("--merge must be %s, not `%s`", plural.Or(merge.Names), o.Merge)
	}
	entries := []data.Entry{data.NewEntry("strategy", data.NewString(o.Merge))}
	if o.Merge == "deep" {
		entries = append(entries, data.NewEntry("sort_merged_arrays", data.NewBoolean(o.SortMergedArrays)), data.NewEntry("merge_hash_arrays", data.NewBoolean(o.MergeHashArrays)))
		if o.HasPrefix {
			entries = append(entries, data.NewEntry("knockout_prefix", data.NewString(o.Prefix)))
		}
	}
	return data.NewHash(entries), nil
}

// maxFileSizeIn returns the limit in the configuration; 0 if there is none. `lint` reports mistakes in a configuration.
func maxFileSizeIn(dir string) int64 {
	configured, err := settings.Finder{}.Find([]string{dir})
	if err != nil {
		return 0
	}
	return configured.MaxFileSize
}

func (o *Options) engine(place *environmentPlace, store *data.Store, maxFileSize int64) (*engine.Engine, error) {
	strict, ok := strictness[o.Strict]
	if !ok {
		return nil, usage("--strict must be off, warning, or error, not `%s`", o.Strict)
	}
	eo := engine.Options{Strict: strict, Store: store, GlobalConfig: o.HieraConfig, Codedir: place.codedir, Puppet: o.Puppet, Incomplete: true, Getenv: os.LookupEnv}
	eo.Store.LimitFiles(maxFileSize)
	var err error
	if eo.WorkingDir, err = os.Getwd(); err != nil {
		return nil, err
	}
	if eo.GlobalConfig == "" && place.codedir != "" {
		eo.GlobalConfig = filepath.Join(place.codedir, environment.ConfigName)
	}
	where := environment.Options{Store: eo.Store, Name: place.name}
	if len(o.Modulepath) > 0 {
		where.ModulePath = o.Modulepath
	}
	eo.Environment, err = environment.Open(place.dir, where)
	if err != nil {
		return nil, err
	}
	return engine.New(eo), nil
}

var strictness = map[string]engine.Strictness{"": engine.DefaultStrictness, "off": engine.Off, "warning": engine.Warning, "error": engine.Strict}

// marks lists files and directories of which an environment has at least one.
var marks = []string{environment.ConfigName, "environment.conf", "Puppetfile", "manifests", "modules", "site-modules"}

// environmentPlace is the location of an environment; codedir is set if its path indicates one.
type environmentPlace struct{ name, dir, codedir string }

// environmentsDir contains the environments of a codedir.
const environmentsDir = "environments"

// findEnvironment finds the environment with that name in a codedir, or next to the environment
// that contains path. Any other directory, or the nearest enclosing one that looks like an
// environment, is used regardless of its name, since a checkout may have any.
func findEnvironment(path, name string) (*environmentPlace, error) {
	path = cmp.Or(path, ".")
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, usage("%s is not a directory", path)
	}
	if in := filepath.Join(path, environmentsDir); exists(in) {
		return environmentIn(in, cmp.Or(name, "production"), path)
	}
	for dir := range rooted.Up(path) {
		if !slices.ContainsFunc(marks, func(mark string) bool { return exists(filepath.Join(dir, mark)) }) {
			continue
		}
		if in := filepath.Dir(dir); filepath.Base(in) == environmentsDir {
			return environmentIn(in, cmp.Or(name, filepath.Base(dir)), "")
		}
		return &environmentPlace{cmp.Or(name, "production"), dir, ""}, nil
	}
	return nil, usage("%s is not a control repo: neither it nor a parent directory has a hiera.yaml", path)
}

// environmentIn returns the environment with that name in a directory of environments.
func environmentIn(in, name, codedir string) (*environmentPlace, error) {
	dir := filepath.Join(in, name)
	if !exists(dir) {
		return nil, &NoEnvironmentError{name, in}
	}
	return &environmentPlace{name, dir, codedir}, nil
}

// NoEnvironmentError reports, with Puppet's message, that there is no environment with that name.
type NoEnvironmentError struct{ Name, In string }

func (e *NoEnvironmentError) Error() string {
	return fmt.Sprintf("Could not find a directory environment named '%s' anywhere in the path: %s. Does the directory exist?", e.Name, e.In)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// scope returns the scope of the node.
func (o *Options) scope(ctx context.Context, maxFileSize int64) (*engine.Scope, error) {
	if o.Facts == "" {
		d := engine.ScopeData{Certname: o.Node, Partial: true}
		if o.Node != "" {
			d.Trusted = facts.Trusted(o.Node)
		}
		return engine.NewScope(d), nil
	}
	nodes, err := facts.Read(ctx, o.Facts, maxFileSize)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, usage("--facts: %v", err)
	}
	n, err := o.choose(nodes)
	if err != nil {
		return nil, err
	}
	d := n.Scope()
	d.Manifests = o.Compile
	if o.Node != "" && o.Node != n.Certname {
		d.Certname, d.Trusted = o.Node, n.TrustedAs(o.Node)
	}
	if o.Puppet != 7 {
		// Here, Puppet 7 leaves the server facts empty, and Puppet 8 sets them.
		d.ServerFacts = data.NewHash(nil)
	}
	return engine.NewScope(d), nil
}

// choose returns the requested node. As in Puppet, the facts of a single node are used for a node
// with any given name.
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
	}
	return nil, usage("%s has no facts of `%s`, only of %s", o.Facts, o.Node, strings.Join(names, ", "))
}

// format returns RenderAs, which is case-insensitive in Puppet.
func (o *Options) format() string { return strings.ToLower(o.RenderAs) }

func (o *Options) render(v *data.Value) string {
	var text string
	switch o.format() {
	case "s":
		text = rubytext.ToS(v)
	case "json", "pson":
		text = render.JSON(v)
	default:
		return render.YAML(v)
	}
	return strings.TrimSuffix(text, "\n") + "\n"
}

// writeExplanation writes the explanation of a lookup, which may have failed.
func (o *Options) writeExplanation(out io.Writer, x *engine.Explanation, failure error) error {
	var at *data.Node
	if e := (*outcome.Error)(nil); errors.As(failure, &e) {
		at = e.Node
	}
	text := visible.Lines(o.withheld(at, x.Text()))
	switch o.format() {
	case "json", "pson":
		text = render.JSON(x.Tree()) + "\n"
	case "yaml":
		text = render.SharedYAML(x.SymbolTree())
	}
	_, err := io.WriteString(out, text)
	return err
}

// writeOrigins writes where a value is defined: one line for each place, with the references that
// lead there.
func writeOrigins(w io.Writer, result *engine.Result) error {
	for _, origin := range result.Origins {
		line := place(origin.Node) + origin.Key
		for _, hop := range slices.Backward(origin.Hops) {
			line += ", looked up at " + strings.TrimSuffix(place(hop.Node), ": ")
		}
		if _, err := fmt.Fprintln(w, visible.Start(line)); err != nil {
			return err
		}
	}
	if result.Default {
		_, err := fmt.Fprintln(w, "the given default")
		return err
	}
	return nil
}

// writeUnknown writes what is unknown, and why.
func (o *Options) writeUnknown(w io.Writer, unknown []*outcome.Unknown) {
	needsFacts := false
	for _, u := range unknown {
		fmt.Fprintln(w, "Unknown: "+visible.Text(place(u.Node)+u.String()))
		needsFacts = needsFacts || u.Reason == outcome.UnknownVariable || u.Reason == outcome.UnknownLocation
	}
	switch {
	case !needsFacts || o.Facts != "":
	case o.Node == "":
		fmt.Fprintln(w, "help: name a node with --node, and set its facts with --facts; --nodes all looks the key up on every node")
	default:
		fmt.Fprintln(w, "help: set the node's facts with --facts")
	}
}

// withheld returns what Puppet says about a file, or a lookup that fails at a node, without the secrets that it quotes.
func (o *Options) withheld(at *data.Node, message string) string {
	if o.ShowSecrets {
		return message
	}
	return new(secret.Documents).Failure(at, message)
}

// writeError writes what is wrong, where, and through which references the lookup got there.
func (o *Options) writeError(w io.Writer, err error) {
	var e *outcome.Error
	if !errors.As(err, &e) {
		fmt.Fprintln(w, "Error: "+visible.Lines(o.withheld(nil, err.Error())))
		return
	}
	fmt.Fprintln(w, "Error: "+visible.Lines(place(e.Node)+o.withheld(e.Node, e.Message)))
	for _, hop := range e.Hops {
		fmt.Fprintf(w, "  %slooks up `%s`\n", visible.Text(place(hop.Node)), visible.Text(hop.Key))
	}
}

// place returns `path:line:column: ` for a node; "" if there is none.
func place(n *data.Node) string {
	if n == nil {
		return ""
	}
	pos := n.Position()
	return fmt.Sprintf("%s:%d:%d: ", rooted.Shown(n.Doc.File.Path), pos.Line, pos.Column)
}
