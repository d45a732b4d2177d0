// Package completion determines what can be written at a position in a file that is being edited:
// proposals, and the forms of a merge. The file need not be valid, since only its lines are used.
package completion

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/secret"
)

// ProposalKind is the kind of a proposal.
type ProposalKind uint8

// The kinds of proposals.
const (
	KeyProposal ProposalKind = iota
	VariableProposal
	FunctionProposal
	OptionProposal // a key with a fixed name
	ValueProposal
	TypeProposal
)

// Proposal is a text that can be inserted at a place.
type Proposal struct {
	Kind ProposalKind
	// Text is the text to insert.
	Text string
	// Detail is a short description, and Documentation a longer one.
	Detail, Documentation string
	// Snippet is the text with placeholders in the format of the Language Server Protocol; empty if
	// it is the same.
	Snippet string
}

// Proposals are texts that can replace a part of a file, whose current content is their start.
type Proposals struct {
	Span source.Span
	All  []*Proposal
}

// Propose returns what can be inserted at an offset of a file, given its absolute path. The file
// need not be valid, since only its lines are used.
func Propose(x *inspect.Inspector, file *source.File, at string, offset int) *Proposals {
	p := newProposer(x, file, offset)
	_, isData := data.FormatOf(at)
	switch {
	case filepath.Ext(at) == ".pp":
		return p.inManifest()
	case isData && strings.LastIndex(p.before, "%{") > strings.LastIndex(p.before, "}"):
		return p.inToken()
	case x.Root(at) != nil || x.DataFile(at) == nil && filepath.Base(at) == "hiera.yaml":
		return p.inHierarchy()
	case isData:
		return p.inData()
	}
	return nil
}

// proposer finds proposals for a place.
type proposer struct {
	*inspect.Inspector
	file   *source.File
	offset int
	line   source.Span
	before string // the line up to the place
	isFlow bool   // braces are open on the line
}

func newProposer(x *inspect.Inspector, file *source.File, offset int) *proposer {
	line := file.Line(file.Pos(offset).Line)
	return &proposer{Inspector: x, file: file, offset: offset, line: line, before: string(file.Text[line.Start:offset])}
}

// of returns proposals for the last n bytes before the place.
func (p *proposer) of(n int, all []*Proposal) *Proposals {
	return &Proposals{Span: source.Span{Start: p.offset - n, End: p.offset}, All: all}
}

var lookupCall = lazyregexp.New(`\b(?:lookup|hiera|hiera_array|hiera_hash|hiera_include)\s*\(\s*['"]([^'"]*)$`)

func (p *proposer) inManifest() *Proposals {
	if m := lookupCall().FindStringSubmatch(p.before); m != nil {
		return p.of(len(m[1]), p.keys())
	}
	return nil
}

var tokenCall = lazyregexp.New(`^\s*(\w+)\(\s*['"]([^'"]*)$`)

func (p *proposer) inToken() *Proposals {
	expression := p.before[strings.LastIndex(p.before, "%{")+len("%{"):]
	if m := tokenCall().FindStringSubmatch(expression); m != nil {
		switch method := interpolate.MethodNamed(m[1]); {
		case method.TakesKey():
			return p.of(len(m[2]), p.keys())
		case method == interpolate.Scope:
			return p.of(len(m[2]), p.variables())
		}
		return nil
	}
	expression = strings.TrimLeft(expression, " ")
	var all []*Proposal
	if file := p.Root(p.file.Abs()); file == nil { // functions are not allowed in hiera.yaml
		for m := interpolate.Lookup; m <= interpolate.Scope; m++ {
			all = append(all, &Proposal{Kind: FunctionProposal, Text: m.String() + "('')", Snippet: m.String() + "('$1')$0", Detail: "interpolation function"})
		}
	}
	return p.of(len(expression), append(all, p.variables()...))
}

// keys returns the root keys that data defines.
func (p *proposer) keys() []*Proposal {
	var all []*Proposal
	for _, name := range p.Project.Keys() {
		if name != lookupoptions.Key && !p.isBeingTyped(name) && secret.Name(name) == name {
			all = append(all, &Proposal{Kind: KeyProposal, Text: name, Detail: p.setIn(name)})
		}
	}
	if x := p.DataFile(p.file.Abs()); x != nil && x.Doc.Value == nil { // the project does not know its keys
		for _, name := range sorted(p.here()) {
			if name != lookupoptions.Key && !p.Project.HasKey(name) && secret.Name(name) == name {
				all = append(all, &Proposal{Kind: KeyProposal, Text: name, Detail: "this file"})
			}
		}
	}
	return all
}

// isBeingTyped reports whether a key is only defined on the current line, so that it may be
// incomplete.
func (p *proposer) isBeingTyped(name string) bool {
	all := p.Project.Definitions(name)
	return len(all) == 1 && p.line.Contains(all[0].Key.Span.Start) && all[0].Key.Doc.File.Abs() == p.file.Abs()
}

// here returns the root keys of the current file, which may be invalid, except that of the current
// line.
func (p *proposer) here() map[string]bool {
	keys := map[string]bool{}
	for n := range p.file.Lines() {
		line := p.file.Line(n + 1)
		if key, ok := cutKey(string(p.file.Slice(line))); ok && line != p.line && !strings.HasPrefix(key, " ") && !strings.HasPrefix(key, "#") {
			keys[key] = true
		}
	}
	return keys
}

// beside returns the keys of the current mapping, except that of the current line.
func (p *proposer) beside() map[string]bool {
	keys := map[string]bool{}
	column := indentationOf(p.before)
	current := p.file.Pos(p.offset).Line
	// read adds the key of a line, and reports whether the mapping may continue beyond it.
	read := func(n int) (text string, continues bool) {
		text = string(p.file.Slice(p.file.Line(n)))
		trimmed := strings.TrimLeft(text, " -")
		if at := indentationOf(text); trimmed == "" || trimmed[0] == '#' || at > column {
			return text, true
		} else if at < column {
			return text, false
		}
		if key, ok := cutKey(trimmed); ok {
			keys[key] = true
		}
		return text, true
	}
	startsItem := func(text string) bool {
		return strings.HasPrefix(strings.TrimLeft(text, " "), "-") && indentationOf(text) <= column
	}
	for n, text, more := current-1, p.before, true; n > 0 && more && !startsItem(text); n-- {
		text, more = read(n)
	}
	for n := range p.file.Lines() - current {
		text := string(p.file.Slice(p.file.Line(current + 1 + n)))
		if startsItem(text) {
			break
		}
		if _, more := read(current + 1 + n); !more {
			break
		}
	}
	return keys
}

// indentationOf returns the column of the first key on a line, after the dashes of a list.
func indentationOf(line string) int { return len(line) - len(strings.TrimLeft(line, " -")) }

// setIn describes where a key is defined.
func (p *proposer) setIn(name string) string {
	definitions := p.Project.Definitions(name)
	if len(definitions) == 0 {
		return ""
	}
	text := path.Base(definitions[0].File.Path)
	if len(definitions) > 1 {
		text += ", …"
	}
	return text
}

// variables returns the variables that nodes have.
func (p *proposer) variables() []*Proposal {
	seen := map[string]bool{}
	var all []*Proposal
	add := func(name, detail string) {
		if !seen[name] {
			seen[name] = true
			all = append(all, &Proposal{Kind: VariableProposal, Text: name, Detail: detail})
		}
	}
	for _, root := range p.Project.Roots {
		for _, t := range root.Config.Templates {
			for token := range t.All() {
				if token.Kind == interpolate.Variable {
					add(strings.TrimPrefix(token.Key.Text, "::"), "of the hierarchy")
				}
			}
		}
	}
	for code := range p.AllCode() {
		for _, name := range sorted(code.Facts) {
			add("facts."+name, "a fact of the site")
		}
	}
	for _, name := range facter.Names() {
		addParts("facts."+name, facter.Core(name), func(name string) { add(name, "a fact of Facter") })
	}
	for _, name := range facter.Trusted {
		add("trusted."+name, "trusted data")
	}
	for _, name := range facter.Extensions {
		add("trusted.extensions."+name, "an extension of the certificate")
	}
	for _, name := range facter.ServerFacts {
		add("server_facts."+name, "a fact of the server")
	}
	add(facter.Environment, "the environment of the node")
	return all
}

func sorted(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
}

// addParts adds a fact and its parts.
func addParts(name string, part *facter.Part, add func(string)) {
	add(name)
	if part == nil || part.Open {
		return
	}
	for _, child := range part.Names {
		addParts(name+"."+child, part.Children[child], add)
	}
}

var (
	keyText   = lazyregexp.New(`^(\s*(?:- +)?)(['"]?)([^\s'"#]*)$`)
	valueText = lazyregexp.New(`^\s*(?:- +)?['"]?(.+?)['"]?:\s+['"]?([^'"\s]*)$`)
)

// above returns the keys of the enclosing hashes, outermost first, judging by the indentation.
func (p *proposer) above() []string {
	indentation := indentationOf(p.before)
	var keys []string
	for n := p.file.Pos(p.offset).Line - 1; n > 0 && indentation > 0; n-- {
		text := string(p.file.Slice(p.file.Line(n)))
		trimmed := strings.TrimLeft(text, " -")
		key, isKey := cutKey(trimmed)
		if at := len(text) - len(trimmed); isKey && at < indentation && !strings.HasPrefix(trimmed, "#") {
			indentation = at
			keys = append([]string{key}, keys...)
		}
	}
	return keys
}

// cutKey returns the key at the start of a line.
func cutKey(line string) (key string, ok bool) {
	for _, end := range []string{": ", ":"} {
		i := strings.LastIndex(line, end)
		if end == ": " {
			i = strings.Index(line, end)
		}
		if i > 0 && (end == ": " || i == len(strings.TrimRight(line, " \r"))-1) {
			return strings.Trim(line[:i], `'"`), true
		}
	}
	return "", false
}

// openBraces returns the keys of the flow mappings that are open at the end of a line, outermost
// first, and the text after the last comma of the innermost. It returns none if a list is open too.
func openBraces(line string) (keys []string, rest string) {
	quote := byte(0)
	start := 0
	for i := range len(line) {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '[':
			return nil, ""
		case c == '\'' || c == '"':
			if before := strings.TrimLeft(line[start:i], " "); before == "" || strings.HasSuffix(before, ": ") {
				quote = c
			}
		case c == '{':
			key, ok := strings.CutSuffix(line[start:i], ": ")
			if !ok {
				return nil, ""
			}
			keys, start = append(keys, strings.Trim(key, ` '"`)), i+1
		case c == '}' && len(keys) > 0:
			keys, start = keys[:len(keys)-1], i+1
		case c == ',' && len(keys) > 0:
			start = i + 1
		}
	}
	return keys, line[start:]
}

// inData returns proposals for a data file.
func (p *proposer) inData() *Proposals {
	above, text := p.above(), p.before
	braces, inner := openBraces(text)
	if p.isFlow = len(braces) > 0; p.isFlow {
		above, text = append(above, braces...), inner
	}
	if m := valueText().FindStringSubmatch(text); m != nil {
		return p.of(len(m[2]), p.values(above, m[1]))
	}
	m := keyText().FindStringSubmatch(text)
	switch {
	case m == nil:
		return nil
	case len(above) == 0 && m[1] == "":
		return p.of(len(m[3]), p.rootKeys())
	case len(above) > 0 && above[0] == lookupoptions.Key:
		return p.of(len(m[3]), p.optionKeys(above))
	}
	return nil
}

// rootKeys returns the keys that a data file may define: class parameters, and keys of other files.
func (p *proposer) rootKeys() []*Proposal {
	seen := p.here()
	var all []*Proposal
	add := func(one *Proposal) {
		if !seen[one.Text] {
			seen[one.Text] = true
			one.Snippet = one.Text + ": $0"
			all = append(all, one)
		}
	}
	for code := range p.AllCode() {
		for _, class := range code.Classes {
			for _, parameter := range class.Parameters {
				add(&Proposal{Kind: KeyProposal, Text: class.Name + "::" + parameter.Name, Detail: parameter.Type(), Documentation: class.Documentation(parameter.Name)})
			}
		}
	}
	for _, r := range p.Project.Releases() {
		for _, class := range r.Classes() {
			for _, parameter := range r.ParametersOfClass(class) {
				detail := r.String()
				if parameter.Type != "" {
					detail = parameter.Type + ", " + detail
				}
				add(&Proposal{Kind: KeyProposal, Text: class + "::" + parameter.Name, Detail: detail})
			}
		}
	}
	for _, one := range p.keys() {
		add(one)
	}
	add(&Proposal{Kind: OptionProposal, Text: lookupoptions.Key, Detail: "how values of keys are merged and converted"})
	return all
}

// optionKeys returns the keys in lookup_options.
func (p *proposer) optionKeys(above []string) []*Proposal {
	switch {
	case len(above) == 1:
		all := p.keys()
		for _, one := range all {
			if one.Snippet = one.Text + ":\n  merge: $0"; p.isFlow {
				one.Snippet = one.Text + ": {merge: $0}"
			}
		}
		return all
	case len(above) == 2: //nolint:mnd // in an entry
		return named(OptionProposal, "an option of lookup_options", lookupoptions.EntryOptions, ": ")
	case above[2] == "merge":
		return named(OptionProposal, "an option of merges", append([]string{"strategy"}, merge.DeepOptions...), ": ")
	}
	return nil
}

// named returns proposals for fixed names, each followed by a text.
func named(kind ProposalKind, detail string, names []string, behind string) []*Proposal {
	all := make([]*Proposal, len(names))
	for i, name := range names {
		all[i] = &Proposal{Kind: kind, Text: name, Detail: detail}
		if behind != "" {
			all[i].Snippet = name + behind + "$0"
		}
	}
	return all
}

// converting lists the most common types that values are converted to.
var converting = []string{
	"Array", "Binary", "Boolean", "Float", "Hash", "Integer", "Numeric", "Regexp", "SemVer", "Sensitive", "String", "Timespan", "Timestamp", "URI",
}

// values returns the values that a key may have.
func (p *proposer) values(above []string, key string) []*Proposal {
	switch {
	case len(above) > 0 && above[0] == lookupoptions.Key && key == "convert_to":
		return named(TypeProposal, "a data type", converting, "")
	case len(above) > 0 && above[0] == lookupoptions.Key && (key == "merge" || key == "strategy"):
		return named(ValueProposal, "a merge strategy", merge.Names, "")
	case len(above) > 0:
		return nil
	}
	for code := range p.AllCode() {
		_, parameter := code.Parameter(key)
		if parameter == nil {
			_, parameter = code.ReleasedParameter(key)
		}
		if parameter != nil {
			if t, err := code.ParameterType(parameter); err == nil {
				return named(ValueProposal, parameter.Type(), types.Choices(t), "")
			}
		}
	}
	return nil
}

// inHierarchy returns proposals for a hiera.yaml.
func (p *proposer) inHierarchy() *Proposals {
	if m := valueText().FindStringSubmatch(p.before); m != nil {
		kind := config.NoFunction
		switch m[1] {
		case config.DataHash.String():
			kind = config.DataHash
		case config.LookupKey.String():
			kind = config.LookupKey
		default:
			return nil
		}
		names := slices.DeleteFunc(slices.Clone(config.BuiltinFunctions), func(name string) bool { return config.BuiltinKind(name) != kind })
		return p.of(len(m[2]), named(FunctionProposal, "a function of Puppet", names, ""))
	}
	m := keyText().FindStringSubmatch(p.before)
	if m == nil {
		return nil
	}
	var names []string
	switch above := p.above(); {
	case m[1] == "":
		names = config.RootKeys
	case len(above) != 1:
		return nil // in the value of a key of a level
	case above[0] == "defaults":
		names = config.DefaultsKeys
	default:
		names = config.LevelKeys
	}
	seen := p.beside()
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return seen[name] })
	return p.of(len(m[3]), named(OptionProposal, "", names, ": "))
}
