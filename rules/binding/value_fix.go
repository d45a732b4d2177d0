package binding

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/yamledit"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// correction is how to correct a value that does not match its type.
type correction struct {
	help  string
	meant string // see diagnostic.Diagnostic.Meant
	fixes []diagnostic.Fix
	// isMisread reports that the value matches as a string, which YAML does not read it as because it is unquoted.
	isMisread bool
}

// correct returns the correction that writes the same value as another type, provided that the whole value then
// matches; otherwise, only help.
func (t *target) correct(p *project.Project, m *misfit, help string) correction {
	fits := t.fitting(m)
	n := m.value.Node()
	if comment := commentInstead(m.value); comment != "" && fits(data.NewString(comment)) {
		return correction{help: "quote the value if it starts with `#`, which starts a comment"}
	}
	if fix, ok := useAlias(p, n, fits); ok && n == m.place {
		return correction{help: fix.Message, fixes: []diagnostic.Fix{fix}}
	}
	if n == nil || n != m.place || n.Value == nil || !data.Eql(n.Value, m.value) || n.Kind != data.Scalar || n.Anchor != "" || n.Tag != "" {
		return correction{help: help}
	}
	if m.mismatch != nil && m.mismatch.Kind == types.UnrecognizedKey {
		return fixKey(n, m.mismatch, help)
	}
	w := &writtenMisfit{m, n, string(n.Doc.File.Slice(n.Span)), fits}
	for _, attempt := range []func() *correction{w.withoutQuotes, w.inQuotes, w.asFloat, w.withoutZeros, w.omitted, w.asBoolean, w.asNearest, w.asArray} {
		if c := attempt(); c != nil {
			return *c
		}
	}
	return correction{help: help}
}

// fitting returns a function that reports whether another value in place of the one at fault would match. Several mismatches of one value are
// corrected one by one.
func (t *target) fitting(m *misfit) func(*data.Value) bool {
	if only, isAlone := t.typeOf(m); isAlone {
		return func(v *data.Value) bool { return types.Instance(only, v) }
	}
	before := -1
	return func(v *data.Value) bool {
		if t.effort -= m.size * types.Visits(t.typ); t.effort < 0 {
			return false
		}
		if before < 0 {
			before = len(types.MismatchesWithin(t.typ, m.whole, &t.described))
		}
		whole := substitute(m.whole, m.value, v)
		return types.Instance(t.typ, whole) || before > 1 && len(types.MismatchesWithin(t.typ, whole, &t.described)) < before
	}
}

// writtenMisfit is a scalar that does not match its type. Its methods return corrections of how it is written; nil if they do not help.
type writtenMisfit struct {
	*misfit
	n       *data.Node
	written string
	fits    func(*data.Value) bool
}

// write returns the correction that replaces the scalar by another text.
func (w *writtenMisfit) write(message, text string) *correction {
	return &correction{help: message, fixes: []diagnostic.Fix{edit.Replace(message, w.n.Doc.File, w.n.Span, text)}}
}

func (w *writtenMisfit) withoutQuotes() *correction {
	isQuoted := w.n.Style == data.SingleQuoted || w.n.Style == data.DoubleQuoted
	if text := w.n.Value.Text(); w.value.Kind() == data.String && isQuoted && interpolate.Parse(text) == nil {
		if v := unquoted(text); v != nil && w.fits(v) {
			return w.write("remove the quotes", text)
		}
	}
	return nil
}

// isPlainNumber reports whether the value is a number or a boolean, written without quotes.
func (w *writtenMisfit) isPlainNumber() bool {
	switch w.value.Kind() {
	case data.Integer, data.Float, data.Boolean:
		return w.n.Style == data.Plain && !strings.ContainsAny(w.written, "'\n")
	}
	return false
}

func (w *writtenMisfit) inQuotes() *correction {
	if !w.isPlainNumber() || !w.fits(data.NewString(w.written)) {
		return nil
	}
	c := w.write("quote it", inQuotes(w.n, w.written))
	c.isMisread = true
	return c
}

func (w *writtenMisfit) asFloat() *correction {
	if w.value.Kind() != data.Integer || !w.isPlainNumber() || !wholeNumber().MatchString(w.written) {
		return nil
	}
	text := w.written + ".0"
	if v := unquoted(text); v == nil || !w.fits(v) {
		return nil
	}
	return w.write("write `"+text+"`", text)
}

// withoutZeros corrects a string such as 08, which is no octal number.
func (w *writtenMisfit) withoutZeros() *correction {
	if w.value.Kind() != data.String || w.n.Style != data.Plain {
		return nil
	}
	digits := strings.TrimLeft(w.value.Text(), "0")
	if digits == w.written || !wholeNumber().MatchString(digits) || !w.fits(unquoted(digits)) {
		return nil
	}
	return w.write("write `"+digits+"`", digits)
}

// omitted corrects a string that stands for no value.
func (w *writtenMisfit) omitted() *correction {
	text := w.value.Text()
	if w.value.Kind() != data.String || text != "" && !isUndefWord(text) && !strings.EqualFold(text, "none") {
		return nil
	}
	switch {
	case w.fits(data.NewUndef()):
		fix := writeNothing(w.n)
		return &correction{help: fix.Message, fixes: []diagnostic.Fix{fix}}
	case text == "" && w.fits(data.NewString("x")):
		return &correction{help: "write a string that is not empty"}
	}
	return nil
}

func (w *writtenMisfit) asBoolean() *correction {
	b, ok := booleanMeant(w.value)
	if !ok || !w.fits(data.NewBoolean(b)) {
		return nil
	}
	text := strconv.FormatBool(b)
	return w.write("write `"+text+"`", text)
}

// asNearest corrects a misspelled value of an Enum.
func (w *writtenMisfit) asNearest() *correction {
	near := allowedNear(w.misfit)
	if near == "" || !w.fits(data.NewString(near)) {
		return nil
	}
	fix := edit.Write(w.n.Doc.File, w.n.Span, near)
	fix.Edits[0].New = inSameQuotes(w.n, near)
	return &correction{meant: near, fixes: []diagnostic.Fix{fix}}
}

func (w *writtenMisfit) asArray() *correction {
	isBlock := w.n.Style == data.Literal || w.n.Style == data.Folded
	if w.value.Kind() == data.Hash || w.n.IsKey() || isBlock || strings.ContainsAny(w.written, "\n,[]{}") || !w.fits(data.NewArray([]*data.Value{w.value})) {
		return nil
	}
	return w.write("make it an array", "["+w.written+"]")
}

// useAlias returns the fix that uses alias in a string that consists of nothing but the value of a key, provided that the
// value in each file fits.
func useAlias(p *project.Project, n *data.Node, fits func(*data.Value) bool) (fix diagnostic.Fix, ok bool) {
	if n == nil || !n.Value.Is(data.String) {
		return fix, false
	}
	template := interpolate.Parse(n.Value.Text())
	if template == nil || len(template.Tokens) != 1 {
		return fix, false
	}
	token := template.Tokens[0]
	if token.Kind != interpolate.Call || token.Method == interpolate.Alias || !token.Method.TakesKey() || len(token.Key.Sub) > 0 || token.Span.Len() != len(template.Text) {
		return fix, false
	}
	all := p.Definitions(token.Key.Root)
	if len(all) == 0 || len(all) > maxDefinitions || !lists.All(all, func(d project.Definition) bool { return fits(d.Value) }) {
		return fix, false
	}
	at := token.Expression.Start
	return edit.Replace("use `alias` to keep the type of the value", n.Doc.File, n.SourceSpan(at, at+len(token.MethodName)), "alias"), true
}

// commentInstead returns the comment without a space after its `#` that is in the place of an empty value, or "".
func commentInstead(v *data.Value) string {
	n := v.Node()
	if !v.IsUndef() || n == nil || n.Doc == nil || n.Kind != data.Scalar || n.Span.Len() > 0 || n.Doc.Format != data.YAML {
		return ""
	}
	f := n.Doc.File
	rest := strings.TrimSpace(string(f.Text[n.Span.End:f.Line(f.Pos(n.Span.End).Line).End]))
	rest = strings.TrimSpace(strings.TrimPrefix(rest, ":"))
	if len(rest) > 1 && rest[0] == '#' && !strings.ContainsAny(rest[1:2], " \t#") {
		return rest
	}
	return ""
}

// maxDefinitions is the maximum number of definitions of a key that are tried in place of a value.
const maxDefinitions = 10

// conversion returns the type to which convert_to converts a value that then matches, or "" if there is none. Data can
// have numbers and booleans without a conversion, except if a string contains variables or the values of keys.
func (t *target) conversion(c *nodes.Case, m *misfit) string {
	if m.value != m.whole || m.value.Kind() != data.String || m.place == nil || m.place.Value == nil || len(m.value.Text()) > maxConverted ||
		c.Entry != nil && c.Entry.ConvertTo != nil {
		return ""
	}
	names := []string{"Sensitive", "Regexp", "Timestamp", "Timespan", "SemVer", "SemVerRange", "URI", "Binary"}
	if m.isCiphertext || interpolate.Parse(m.place.Value.Text()) != nil {
		names = append(names, "Integer", "Float", "Boolean")
	}
	for _, name := range names {
		text := name
		if m.isCiphertext && name == "Sensitive" {
			text = "Sensitive[String]"
		}
		typ := conversionTypes.Of(text, func() types.Type { return types.MustParse(text) })
		if m.isCiphertext || t.isAnyText(c.Result.Value) {
			if types.Assignable(t.typ, typ) {
				return name
			}
		} else if v, err := convert.New(types.TypeValue(typ), m.value); err == nil && types.Instance(t.typ, v) {
			return name
		}
	}
	return ""
}

var conversionTypes memo.Map[string, types.Type] // by their text

// maxConverted is the maximum length of a string, in bytes, for which conversions are tried.
const maxConverted = 1000

// typeOf returns the type that decides by itself whether another value fits in the place of the one at fault.
func (t *target) typeOf(m *misfit) (only types.Type, ok bool) {
	if m.mismatch == nil || m.mismatch.Kind != types.WrongType && m.mismatch.Kind != types.NoMatch || isRepeated(m.value) {
		return nil, false
	}
	path := m.mismatch.Path
	if len(path) > 0 && path[0].Kind == types.ParameterStep {
		path = path[1:]
	}
	return types.At(t.typ, path)
}

// isRepeated reports whether aliases may repeat a value in its document.
func isRepeated(v *data.Value) bool {
	n := v.Node()
	for n != nil && n.Anchor == "" {
		n = n.Parent
	}
	return n != nil || v.Node() == nil
}

// fixKey returns the correction of a key that a Struct does not allow, if it is similar to an allowed one.
func fixKey(n *data.Node, m *types.Mismatch, help string) correction {
	near, ok := nearestOf(n.Text(), m.AllowedKeys())
	if !ok || n.Parent == nil || n.Parent.Value == nil {
		return correction{help: help}
	}
	if _, taken := n.Parent.Value.Get(near); taken {
		return correction{help: help}
	}
	return correction{
		meant: near,
		fixes: []diagnostic.Fix{edit.Write(n.Doc.File, n.SourceSpan(0, len(n.Text())), near)},
	}
}

// booleanMeant returns the boolean that a string or number commonly stands for.
func booleanMeant(v *data.Value) (b, ok bool) {
	text := strings.ToLower(v.Text())
	if i, isInt := v.Int(); v.Kind() == data.Integer && isInt {
		text = strconv.FormatInt(i, 10)
	}
	switch text {
	case "true", "yes", "on", "1":
		return true, true
	case "false", "no", "off", "0":
		return false, true
	}
	return false, false
}

// allowedNear returns the string of an Enum that was probably meant, or "".
func allowedNear(m *misfit) string {
	if m.mismatch == nil || m.mismatch.Kind != types.NoMatch || m.value.Kind() != data.String {
		return ""
	}
	allowed := m.mismatch.AllowedStrings()
	if allowed != nil && len(allowed.Names) <= manyAllowed {
		for _, a := range allowed.Names {
			if strings.EqualFold(a, m.value.Text()) {
				return a
			}
		}
	}
	near, _ := nearestOf(m.value.Text(), allowed)
	return near
}

// manyAllowed is the number of allowed names from which they are prepared for many comparisons.
const manyAllowed = 100

// nearestOf returns the allowed name that was probably meant by name. ok is false if there is none.
func nearestOf(name string, allowed *types.Allowed) (near string, ok bool) {
	switch {
	case allowed == nil:
		return "", false
	case len(allowed.Names) <= manyAllowed:
		return nearest.Name(name, allowed.Names)
	}
	type key struct{}
	return allowed.Derive(key{}, func(names []string) any { return nearest.NewNames(names) }).(*nearest.Names).Name(name)
}

// inSameQuotes returns text in the style of the scalar n, or in single quotes if it cannot be unquoted.
func inSameQuotes(n *data.Node, text string) string {
	if n.Style == data.Plain && n.Doc.Format == data.YAML {
		return yamledit.Scalar(text)
	}
	return inQuotes(n, text)
}

// inQuotes returns text in the quotes of the scalar n, or in those that its format allows.
func inQuotes(n *data.Node, text string) string {
	if n.Style == data.DoubleQuoted || n.Doc.Format == data.JSON {
		return strconv.Quote(text)
	}
	return yamledit.SingleQuoted(text)
}

// unquoted returns the integer, float, or boolean that a string is without its quotes, or nil.
func unquoted(text string) *data.Value {
	switch {
	case text == "true", text == "false":
		return data.NewBoolean(text == "true")
	case wholeNumber().MatchString(text):
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return data.NewInteger(i)
		}
	case decimalNumber().MatchString(text):
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return data.NewFloat(f)
		}
	}
	return nil
}

var (
	wholeNumber   = lazyregexp.New(`^-?(?:0|[1-9][0-9]*)$`)
	decimalNumber = lazyregexp.New(`^-?(?:0|[1-9][0-9]*)\.[0-9]+$`)
)

// substitute returns v with one of its values replaced.
func substitute(v, old, by *data.Value) *data.Value {
	if v == old {
		return by
	}
	return v.Map(func(part *data.Value) *data.Value { return substitute(part, old, by) })
}
