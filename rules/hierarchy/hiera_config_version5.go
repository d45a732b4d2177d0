package hierarchy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/yamledit"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// version5Fix returns the fix that rewrites a hiera.yaml of version 3 or 4 as version 5. If the new file would not read
// the same files in the same order on every node, it returns no fix and the obstacle.
//
// The fix is unsafe: version 4 adds the extension after a path is interpolated, so a value that ends in the extension
// makes a difference, and the deprecated hiera functions search different layers if an environment has version 5.
func version5Fix(p *rule.ConfigPass) (fixes []diagnostic.Fix, obstacle string) {
	c := p.Config()
	w := &version5Writer{config: c}
	if obstacle = w.obstacle(); obstacle == "" && c.Version == 3 && c.Layer == config.Global {
		obstacle = dataObstacle(p.Project, p.Root)
	}
	if obstacle != "" {
		return nil, obstacle
	}
	w.write()
	start := c.Doc.Root.Span.Start
	text := w.text()
	if !isSameHierarchy(c, string(c.Doc.File.Text[:start])+text) {
		return nil, "its YAML uses features that cannot be carried over"
	}
	span := source.Span{Start: start, End: len(c.Doc.File.Text)}
	return []diagnostic.Fix{edit.Replace(convertFile, c.Doc.File, span, text)}, ""
}

var (
	// reference matches an interpolation token that looks up another key.
	reference = lazyregexp.New(`%\{\s*(hiera|lookup|alias)\s*\(`)
	// calling matches a token with a variable that exists only in version 3.
	calling = lazyregexp.New(`%\{[^}]*\bcalling_(class|class_path|module)\b`)
)

// dataObstacle returns what in the data of a version 3 hierarchy would evaluate differently in version 5, or "".
func dataObstacle(pr *project.Project, root *project.Root) string {
	isAlone := len(pr.Roots) == 1
	for _, f := range pr.FilesOf(root) {
		if calling().Match(f.Doc.File.Text) {
			return "`" + f.Path + "` uses the variables `calling_*`, which exist only in version 3"
		}
		if !isAlone && reference().Match(f.Doc.File.Text) {
			return "`" + f.Path + "` refers to other keys, which version 3 may look up in the global layer only"
		}
	}
	return ""
}

// version5Writer writes a hierarchy of version 3 or 4 as version 5.
type version5Writer struct {
	config *config.Config
	lines  []version5Line
}

// version5Line is a line of the new file and the nodes that it is made from, whose comments it takes over.
type version5Line struct {
	text string
	from []*data.Node
}

// obstacle returns what in the file cannot be expressed in version 5, or "".
func (w *version5Writer) obstacle() string {
	c := w.config
	switch {
	case len(c.Problems) > 1:
		return "the file has other errors"
	case c.Version == 3 && c.MergeBehavior != "native":
		return "version 5 has no `merge_behavior`, which affects what `hiera_hash` returns"
	}
	for _, t := range c.Templates {
		for token := range t.All() {
			if token.Kind == interpolate.Variable && strings.HasPrefix(token.Key.Root, "calling_") {
				return "version 5 has no variable `" + token.Key.Root + "`"
			}
		}
	}
	for _, l := range c.Hierarchy {
		if obstacle := levelObstacle(c, l); obstacle != "" {
			return obstacle
		}
	}
	rest := c.Doc.File.Text[c.Doc.Root.Span.End:]
	for line := range strings.Lines(string(rest)) {
		if text := strings.TrimSpace(line); text != "" && text[0] != '#' {
			return "the file has more than one document"
		}
	}
	return ""
}

func levelObstacle(c *config.Config, l *config.Level) string {
	if l.Function.Name == "module_data" {
		return "backend `module_data` reads the data of modules, for which version 5 needs a hiera.yaml of version 5 in each module"
	}
	if l.Function.Kind == config.Hiera3Backend {
		return "backend `" + l.Function.Name + "` is written in Ruby, and version 5 needs a function or `hiera3_backend`"
	}
	if len(l.Locations) == 0 {
		return "`" + l.Name + "` has no paths, which version 5 does not allow"
	}
	if c.Version == 4 {
		return ""
	}
	if l.Datadir.Base == config.CodeDir {
		return "backend `" + l.Name + "` has no `:datadir:`, and the default depends on the setting `codedir`"
	}
	if !strings.HasPrefix(l.Datadir.Text, "/") && c.Layer == config.Global {
		is := "is"
		if strings.HasPrefix(l.Datadir.Text, "%{") {
			is = "may be"
		}
		return "the `:datadir:` of `" + l.Name + "` " + is + " relative, which version 3 resolves from Puppet's working directory, but version 5 from the directory of hiera.yaml"
	}
	for _, e := range optionsOf(l) {
		if !isPlainData(e.Value) {
			return "option `" + e.Key.Text() + "` of `" + l.Name + "` is " + shape(e.Value) + ", not a single value"
		}
	}
	return ""
}

// optionsOf returns the options of a level. In version 3, the section of a backend contains them beside its datadir and
// extension.
func optionsOf(l *config.Level) []data.Entry {
	if l.Options == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l.Options.Entries()), func(e data.Entry) bool {
		return e.Key.Text() == "datadir" || e.Key.Text() == "extension"
	})
}

// isPlainData reports whether a value is a string, number or boolean.
func isPlainData(v *data.Value) bool {
	switch v.Kind() {
	case data.String, data.Integer, data.Float, data.Boolean:
		return true
	}
	return false
}

func (w *version5Writer) add(text string, from ...*data.Node) {
	w.lines = append(w.lines, version5Line{text, slices.DeleteFunc(from, func(n *data.Node) bool { return n == nil })})
}

func (w *version5Writer) write() {
	c := w.config
	root := c.Doc.Value
	w.add("version: 5", keyIn(root, "version"))
	datadir, function := w.defaults()
	w.add("defaults:")
	w.add("  datadir: "+yamledit.Scalar(datadir.Text), keyOf(datadir.Node))
	w.add("  data_hash: " + function)
	if len(c.Hierarchy) == 0 {
		w.add("hierarchy: []", keyIn(root, "hierarchy"), keyIn(root, "backends"))
		return
	}
	w.add("hierarchy:", keyIn(root, "hierarchy"))
	for i, l := range c.Hierarchy {
		w.level(l, i, datadir, function)
	}
}

// defaults returns the datadir and the function that most levels have.
func (w *version5Writer) defaults() (datadir config.Datadir, function string) {
	c := w.config
	datadir, function = c.Defaults.Datadir, "yaml_data"
	if i := slices.IndexFunc(c.Hierarchy, func(l *config.Level) bool { return l.Function.Kind == config.DataHash }); i >= 0 {
		function = c.Hierarchy[i].Function.Name
		if c.Version == 3 {
			datadir = c.Hierarchy[i].Datadir
		}
	} else if c.Version == 3 && len(c.Hierarchy) > 0 {
		datadir = c.Hierarchy[0].Datadir
	}
	datadir.Text = cmp.Or(datadir.Text, "data")
	return datadir, function
}

func (w *version5Writer) level(l *config.Level, index int, datadir config.Datadir, function string) {
	root := w.config.Doc.Value
	from := []*data.Node{l.NameNode}
	if w.config.Version == 3 {
		from = append(from, keyIn(root, l.Name))
		if index == 0 {
			from = append(from, keyIn(root, "backends"))
		}
	} else if l.Node != nil && len(l.Node.Children) > 0 {
		from = append(from, l.Node.Children[0], keyOf(l.NameNode))
	}
	w.add("  - name: "+yamledit.Scalar(l.Name), from...)
	if l.Datadir.Text != datadir.Text {
		w.add("    datadir: "+yamledit.Scalar(l.Datadir.Text), keyOf(l.Datadir.Node))
	}
	if l.Function.Kind != config.DataHash || l.Function.Name != function {
		w.add("    "+l.Function.Kind.String()+": "+yamledit.Scalar(l.Function.Name), keyOf(l.Function.Node))
	}
	if options := optionsOf(l); len(options) > 0 {
		w.add("    options:")
		for _, e := range options {
			value := rubytext.ToS(e.Value)
			if e.Value.Kind() == data.String {
				value = yamledit.Scalar(value)
			}
			w.add("      "+yamledit.Scalar(e.Key.Text())+": "+value, e.Key.Node())
		}
	}
	at := l.Locations[0]
	if len(l.Locations) == 1 {
		w.add("    path: "+yamledit.Scalar(withExtension(l, at.Text)), keyOf(at.Node))
		return
	}
	w.add("    paths:", keyOf(l.LocationNode))
	for _, at := range l.Locations {
		w.add("      - "+yamledit.Scalar(withExtension(l, at.Text)), at.Node)
	}
}

// withExtension returns a path with the extension that version 5 requires.
func withExtension(l *config.Level, path string) string {
	if strings.HasSuffix(path, l.Extension) {
		return path
	}
	return path + l.Extension
}

// keyIn returns the node of a key of a hash, or nil.
func keyIn(hash *data.Value, name string) *data.Node {
	for _, e := range hash.Entries() {
		if e.Key.Text() == name {
			return e.Key.Node()
		}
	}
	return nil
}

// keyOf returns the key of a value in a mapping, and the value itself elsewhere.
func keyOf(value *data.Node) *data.Node {
	if value == nil || value.Parent == nil || value.Parent.Kind != data.Mapping {
		return value
	}
	return value.Counterpart()
}

// text returns the new file from the first key on.
func (w *version5Writer) text() string {
	above, behind, below := w.comments()
	end := w.config.Doc.File.LineBreak()
	var b strings.Builder
	for i, line := range w.lines {
		indent := line.text[:len(line.text)-len(strings.TrimLeft(line.text, " "))]
		for _, comment := range above[i] {
			b.WriteString(indent + comment + end)
		}
		b.WriteString(line.text)
		if behind[i] != "" {
			b.WriteString(" " + behind[i])
		}
		b.WriteString(end)
	}
	for _, comment := range below {
		b.WriteString(comment + end)
	}
	return b.String()
}

// comments returns the comments above and behind each line, and those at the end of the file. A comment on a line stays
// with the setting on it, other comments with what follows them. This includes the comments of settings that version 5
// does not have.
func (w *version5Writer) comments() (above map[int][]string, behind map[int]string, below []string) {
	above, behind = map[int][]string{}, map[int]string{}
	doc := w.config.Doc
	lineOf := func(offset int) int { return doc.File.Pos(offset).Line }
	var places []version5Place // of all keys and elements
	collectPlaces(doc.Root, &places)
	madeFrom := map[*data.Node]int{}
	for i := range w.lines {
		for _, node := range w.lines[i].from {
			if _, known := madeFrom[node]; !known {
				madeFrom[node] = i
			}
		}
	}
	for i := range places {
		line, ok := madeFrom[places[i].node]
		if !ok {
			line = -1
		}
		places[i].line = line
	}
	slices.SortStableFunc(places, func(a, b version5Place) int { return cmp.Compare(a.node.Span.Start, b.node.Span.Start) })
	for _, span := range doc.Comments {
		if span.Start < doc.Root.Span.Start {
			continue // unchanged
		}
		comment := strings.TrimRight(string(doc.File.Slice(span)), "\r\n")
		onLine, next := -1, version5Place{line: -1}
		at, _ := slices.BinarySearchFunc(places, span.Start+1, func(p version5Place, offset int) int { return cmp.Compare(p.node.Span.Start, offset) })
		if at < len(places) {
			next = places[at]
		}
		for i := at - 1; i >= 0 && onLine < 0 && lineOf(places[i].node.Span.Start) == lineOf(span.Start); i-- {
			onLine = places[i].line
		}
		start := doc.File.Line(lineOf(span.Start)).Start
		isAlone := strings.TrimSpace(string(doc.File.Text[start:span.Start])) == ""
		switch {
		case isAlone && next.node == nil:
			below = append(below, comment)
		case isAlone && next.line >= 0:
			above[next.line] = append(above[next.line], comment)
		case !isAlone && onLine >= 0 && behind[onLine] == "":
			behind[onLine] = comment
		case !isAlone && onLine >= 0:
			above[onLine] = append(above[onLine], comment)
		}
	}
	return above, behind, below
}

// version5Place is a key or an element and the index of the line made from it, or -1.
type version5Place struct {
	node *data.Node
	line int
}

func collectPlaces(n *data.Node, places *[]version5Place) {
	for i, child := range n.Children {
		if n.Kind == data.Sequence && child.Kind != data.Mapping || n.Kind == data.Mapping && i%2 == 0 {
			*places = append(*places, version5Place{node: child})
		}
		collectPlaces(child, places)
	}
}

// isSameHierarchy reports whether text is a valid version 5 hiera.yaml that is equivalent to c.
func isSameHierarchy(c *config.Config, text string) bool {
	file := source.New(c.Doc.File.Path, []byte(text))
	n := config.Read(data.Parse(file, data.YAML), c.Layer)
	return n.Version == 5 && len(n.Problems) == 0 && slices.EqualFunc(c.Hierarchy, n.Hierarchy, func(a, b *config.Level) bool {
		return a.Function.Kind == b.Function.Kind && a.Function.Name == b.Function.Name && a.Datadir.Text == b.Datadir.Text &&
			slices.EqualFunc(a.Locations, b.Locations, func(x, y config.Location) bool { return withExtension(a, x.Text) == y.Text }) &&
			slices.EqualFunc(optionsOf(a), optionsOf(b), func(x, y data.Entry) bool { return data.Eql(x.Key, y.Key) && data.Eql(x.Value, y.Value) })
	})
}
