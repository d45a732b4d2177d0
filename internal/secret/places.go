package secret

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Sensitive holds the lookup_options that make values Sensitive: their keys have secret values
// regardless of their names.
type Sensitive []*lookupoptions.Options

// SensitiveIn collects the lookup_options of data files.
func SensitiveIn(docs []*data.Document) Sensitive {
	var all Sensitive
	for _, doc := range docs {
		if !mayBeSensitive(doc) {
			continue
		}
		v, _ := doc.Value.Get(lookupoptions.Key)
		if options, err := lookupoptions.Compile(v, ""); err == nil {
			all = append(all, options)
		}
	}
	return all
}

// mayBeSensitive reports whether the lookup_options of a data file may make values Sensitive.
func mayBeSensitive(doc *data.Document) bool {
	if !doc.Value.Is(data.Hash) {
		return false
	}
	v, ok := doc.Value.Get(lookupoptions.Key)
	return ok && v.Kind() == data.Hash && bytes.Contains(doc.File.Text, []byte("Sensitive"))
}

// Has reports whether lookup_options make the values of a root key Sensitive.
func (s Sensitive) Has(key string) bool {
	return slices.ContainsFunc(s, func(o *lookupoptions.Options) bool {
		entry, ok, err := o.For(key)
		return ok && err == nil && entry.ConvertTo != nil && convertsToSensitive(entry.ConvertTo)
	})
}

// convertsToSensitive reports whether a convert_to names Sensitive.
func convertsToSensitive(to *data.Value) bool {
	if to.Kind() == data.Array && to.Len() > 0 {
		to = to.Items()[0]
	}
	return to.Kind() == data.String && strings.Contains(to.Text(), "Sensitive")
}

// Place is the place of a secret.
type Place struct {
	Span source.Span
	// Value is the secret; nil if it is part of a text that was not parsed, or if Puppet rejects it.
	Value *data.Value
	// Text is a string as written that Puppet rejects, or reads as something else; otherwise "".
	Text string
}

// places are the secrets of a document.
type places struct {
	parsed  bool         // as a whole
	secrets []Place      // in no order
	keys    map[int]bool // the start of keys with the names of secrets
	// elements are keys that are secrets because they are elements of a set.
	elements map[string]bool

	ends []int // the largest end of the secrets up to each one, once sorted; see in
}

// placesIn finds the secrets among the values of a document.
func placesIn(doc *data.Document, sensitive Sensitive) *places {
	p := &places{keys: map[int]bool{}, elements: map[string]bool{}, parsed: doc.Err == nil}
	if doc.Root == nil {
		return p
	}
	f := &placeFinder{places: p, sensitive: sensitive, targets: map[*data.Node]bool{}, referred: map[*data.Node]bool{}}
	f.walk(doc.Root, isForSecrets(doc.File))
	for _, n := range f.anchored {
		if !f.referred[n] {
			p.secrets = append(p.secrets, Place{Span: n.AnchorSpan})
		}
	}
	return p
}

// placeFinder finds the secrets in a document.
type placeFinder struct {
	*places
	sensitive Sensitive
	targets   map[*data.Node]bool // of aliases, visited
	anchored  []*data.Node        // scalars with anchors that may be the beginning of a secret
	referred  map[*data.Node]bool // scalars to which aliases refer
}

// in iterates over the secrets that overlap a span, in order.
func (p *places) in(span source.Span) iter.Seq[*Place] {
	if len(p.ends) != len(p.secrets) {
		slices.SortStableFunc(p.secrets, func(a, b Place) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		p.ends = p.ends[:0]
		largest := 0
		for _, s := range p.secrets {
			largest = max(largest, s.Span.End)
			p.ends = append(p.ends, largest)
		}
	}
	first, _ := slices.BinarySearch(p.ends, span.Start+1)
	return func(yield func(*Place) bool) {
		for i := first; i < len(p.secrets) && p.secrets[i].Span.Start < span.End; i++ {
			if span.Start < p.secrets[i].Span.End && !yield(&p.secrets[i]) {
				return
			}
		}
	}
}

// walk adds the secrets in a node. named reports that a name around it is that of a secret.
func (f *placeFinder) walk(n *data.Node, named bool) {
	switch n.Kind {
	case data.Scalar:
		f.addScalar(n, named)
	case data.Sequence:
		var elements Elements
		for _, child := range n.Children {
			isNamed := elements.nextNode(child) || named
			if isNamed {
				f.addProperties(child)
			}
			if elements.afterOption {
				f.keys[child.Span.Start] = true
			}
			f.walk(child, isNamed)
		}
	case data.Mapping:
		f.walkMapping(n, named)
	case data.Alias:
		if n.Target == nil {
			return
		}
		if n.Target.Kind == data.Scalar {
			f.referred[n.Target] = true
		}
		if named && !f.targets[n.Target] {
			f.targets[n.Target] = true
			f.walk(n.Target, true)
		}
	}
}

func (f *placeFinder) addScalar(n *data.Node, named bool) {
	if n.Value != nil && WithheldAs(named, n.Value) != "" || n.Value == nil && ofText(named, n.Text()) != "" {
		found := Place{Span: withComment(n), Value: n.Value}
		if !n.Value.Is(data.String) {
			found.Text = n.Text()
		}
		f.secrets = append(f.secrets, found)
	} else if whole := withComment(n); named && whole.End > n.Span.End { // perhaps with an earlier value
		f.secrets = append(f.secrets, Place{Span: source.Span{Start: n.Span.End, End: whole.End}})
	}
}

func (f *placeFinder) walkMapping(n *data.Node, named bool) {
	isSecret := namesInMapping(n)
	areOptions := named && areLookupOptions(n)
	for key, value := range n.Entries() {
		if areOptions && isLookupOption(key.Text()) {
			f.walk(value, false)
			continue
		}
		inSet := named && IsElement(value)
		f.walk(key, inSet)
		if inSet {
			f.elements[key.Text()] = true
		}
		isNamed := hasName(key, func(name string) bool {
			return isSecret(name) || n.Parent == nil && len(f.sensitive) > 0 && f.sensitive.Has(name)
		})
		if isNamed {
			f.keys[key.Span.Start] = true
		}
		if named || isNamed {
			f.addProperties(value)
		}
		f.walk(value, named || isNamed)
	}
}

// hasName reports whether a key has a name with a property, or is a collection that contains such a name, as in `[password]: hunter2`.
func hasName(key *data.Node, is func(name string) bool) bool {
	if key.Kind == data.Scalar {
		return is(key.Text())
	}
	return slices.ContainsFunc(key.Children, func(child *data.Node) bool { return hasName(child, is) })
}

// areLookupOptions reports whether a mapping is an entry of lookup_options. The options of a key with the name of a secret are
// none themselves.
func areLookupOptions(n *data.Node) bool {
	path := n.Path()
	return len(path) == 2 && path[0] == lookupoptions.Key
}

// isLookupOption reports whether a key is an option of an entry of lookup_options, or belongs inside `merge`.
func isLookupOption(key string) bool {
	return key == "merge" || key == "convert_to" || key == "strategy" || slices.Contains(merge.DeepOptions, key)
}

// IsElement reports whether the key of a missing value is a string in braces rather than a name: `{hunter2}`, or an element of a set.
func IsElement(value *data.Node) bool {
	if value == nil || value.Kind != data.Scalar || value.Span.Len() > 0 || value.Tag != "" || value.IsKey() {
		return false
	}
	of, key := value.Parent, value.Counterpart()
	if key == nil || key.Kind != data.Scalar {
		return false
	}
	return of.Style == data.Flow || of.Tag == "!!set" || !hasColon(key)
}

// hasColon reports whether a colon follows a key.
func hasColon(key *data.Node) bool {
	rest := key.Doc.File.Text[key.Span.End:]
	for {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if !bytes.HasPrefix(rest, []byte("#")) {
			return bytes.HasPrefix(rest, []byte(":"))
		}
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			return false
		}
		rest = rest[end:]
	}
}

// addProperties adds the tag or anchor of the value of a secret if it may be the beginning of a string that is not quoted, and an
// alias without an anchor, which may also be such a string. An anchor that an alias refers to is none.
func (f *placeFinder) addProperties(n *data.Node) {
	isEmpty := n.Kind == data.Scalar && n.Text() == ""
	class, isRuby := strings.CutPrefix(n.Tag, "!ruby/")
	isLocal := strings.HasPrefix(n.Tag, "!") && !knownTag().MatchString(n.Tag) && (!isRuby || strings.Contains(class, ":"))
	if n.Tag != "" && (isEmpty || isLocal) {
		f.secrets = append(f.secrets, Place{Span: n.TagSpan, Text: class[strings.LastIndexByte(class, ':')+1:]})
	}
	if n.Anchor != "" && n.Kind == data.Scalar {
		f.anchored = append(f.anchored, n)
	}
	if n.Kind == data.Alias && n.Target == nil {
		f.secrets = append(f.secrets, Place{Span: n.Span, Text: n.Text()})
	}
}

// knownTag matches the tags of YAML's own types.
var knownTag = lazyregexp.New(`^!!(?:str|int|float|bool|null|binary|timestamp|seq|map|set|omap|pairs|merge)$`)

// withComment returns the span of a scalar and the comment after it.
func withComment(n *data.Node) source.Span {
	line := n.Doc.File.Line(n.Doc.File.Pos(n.Span.End).Line)
	rest := n.Doc.File.Slice(source.Span{Start: n.Span.End, End: line.End})
	if comment := bytes.TrimLeft(rest, " \t"); len(comment) < len(rest) && bytes.HasPrefix(comment, []byte("#")) {
		return source.Span{Start: n.Span.Start, End: line.End}
	}
	return n.Span
}

var (
	// assignment matches a name with its value in YAML, JSON, Puppet, and command lines.
	assignment = lazyregexp.New(`([A-Za-z_][0-9A-Za-z_:.-]*)["']?[ \t]*(?:=>?[ \t]*|:(?:[ \t]+|["'{\[]|$))`)
	// option matches an option of a command with its value as the next word, or as the next element of an array.
	option = lazyregexp.New(`(?:^|[\s"'\[(,])(--?)([A-Za-z][0-9A-Za-z_-]*)(?:[ \t]+|["']?[ \t]*,[ \t]*)["']?([^\s"'%$-][^\s"']*)`)
	// unspaced matches a line of YAML with a name and its value, without a colon or without a space after it.
	unspaced = lazyregexp.New(`^[ \t]*(?:-[ \t]+)?["']?([A-Za-z_][0-9A-Za-z_.-]*(?:::[0-9A-Za-z_.-]+)*)["']?(?::|[ \t]+)([^\s:].*)$`)
	// lookupCall matches a lookup in code up to its second argument, and argument a string after a comma or arrow.
	lookupCall = lazyregexp.New(`\b(?:lookup|hiera)\([ \t]*["']([0-9A-Za-z_:.-]+)["'][ \t]*,`)
	argument   = lazyregexp.New(`(?:,|=>)[ \t]*(["'][^"']+["'])`)
	// code matches a Puppet language expression, whose value is elsewhere.
	code = lazyregexp.New(`^(?:\$(?:::)?[a-z_]\w*(?:::\w+)*[\s,)]*$|(?:::)?[a-z]\w*(?:::\w+)*\()`)
	// dataType matches a type in the Puppet language, of an element of a Struct.
	dataType = lazyregexp.New(`^[A-Z]\w*(?:::[A-Z]\w*)*(?:\[|\s*[,}])`)
	// blockHeader matches the first line of a YAML block.
	blockHeader = lazyregexp.New(`^[|>][0-9+-]{0,2}(?:[ \t]+#.*)?$`)
	// piece matches secrets that are recognizable anywhere, at the start of a text: a hiera-eyaml block, encrypted or not,
	// a password in a URL, or a private key.
	piece = lazyregexp.New(`(?s)\A(?:ENC\[[0-9A-Za-z+/=,_ \t]*(?:\r?\n[ \t]+[0-9A-Za-z+/=]+)*(?:\s*\])?|DEC(?:\(\d+\))?(?:::[A-Za-z]\w*|:?(?:GPG|PKCS7))\[(?:.+?\]!|[^\]]*\]?)|(?://|:/{1,3})[^/\s:@]*:(?:[^/\s@]+|[0-9]*[^0-9/\s@][^\s@]*)@|-----BEGIN [A-Z ]*PRIVATE KEY[A-Z ]*-----(?:.*?-----END [A-Z ]*-----|.*))`)
)

// Redact returns a string without the secrets in it: the values of names of secrets, as in a command
// line, and hiera-eyaml blocks.
func Redact(text string) string {
	var b strings.Builder
	end := 0
	for _, s := range merged(inText([]byte(text), &places{parsed: true})) {
		b.WriteString(text[end:s.Start] + redact.Redacted)
		end = s.End
	}
	return b.String() + text[end:]
}

// inText finds secrets in any text by their assignments: in comments, manifests, and files that
// cannot be parsed. known holds those found as values, whose keys are skipped; nil for none. In a
// text that was not parsed, everything indented below the name of a secret is also a secret.
func inText(text []byte, known *places) []source.Span {
	var spans []source.Span
	for s := range piecesOf(text) {
		if isURL := text[s.Start] == ':' || text[s.Start] == '/'; isURL && !isLogin(text, s) {
			continue
		}
		spans = append(spans, s)
	}
	parsed := known != nil && known.parsed
	below := -1          // the indentation of the name above; -1 for none
	afterOption := false // as an element of an array, on the line above
	at := 0
	for line := range bytes.Lines(text) {
		end := len(bytes.TrimRight(line, "\r\n"))
		indent := end - len(bytes.TrimLeft(line[:end], " \t"))
		for _, s := range slices.Concat(shapesIn(string(line[:end])), randomIn(string(line[:end]), parsed)) {
			spans = append(spans, source.Span{Start: at + s.Start, End: at + s.End})
		}
		if known != nil && !parsed && indent < end {
			if afterOption {
				from := indent + len(line[indent:end]) - len(withoutDash(line[indent:end]))
				spans = append(spans, source.Span{Start: at + from, End: at + end})
			}
			afterOption = isOption(string(bytes.Trim(withoutDash(line[indent:end]), `"', `)))
		}
		switch {
		case indent == end:
		case below >= 0 && (indent > below || indent == below && line[indent] == '-'):
			spans = append(spans, source.Span{Start: at + indent, End: at + end})
		default:
			below = -1
			from, given := secretOnLine(line[:end], at, known)
			if given {
				rest := bytes.TrimSpace(line[from:end])
				isBlock := !parsed && continues(rest)
				if isBlock || known != nil && !parsed {
					below = indent // also of a scalar that continues
				}
				if !isBlock && len(rest) > 0 {
					spans = append(spans, source.Span{Start: at + from, End: at + end})
				}
			}
		}
		at += len(line)
	}
	return spans
}

// isLogin reports whether what may be the user and password of a URL follows a scheme, and contains more than tokens.
func isLogin(text []byte, span source.Span) bool {
	return span.Start > 0 && (text[span.Start] == ':' || ascii.IsWord(text[span.Start-1])) && hasSecretForm("x"+string(text[span.Start:span.End]))
}

// withoutDash returns an element of a YAML array without the dash before it.
func withoutDash(element []byte) []byte {
	if rest, isItem := bytes.CutPrefix(element, []byte("- ")); isItem {
		return bytes.TrimLeft(rest, " ")
	}
	return element
}

// pieceStarts lists what pieces start with.
var pieceStarts = [][]byte{[]byte("ENC["), []byte("DEC"), []byte("//"), []byte(":/"), []byte("-----BEGIN ")}

// piecesOf iterates over the matches of piece in a text. It looks for their starts first, since
// most texts have none.
func piecesOf(text []byte) iter.Seq[source.Span] {
	return func(yield func(source.Span) bool) {
		next := slices.Repeat([]int{-1}, len(pieceStarts)) // the offset of each start
		for at := 0; ; {
			for i, start := range pieceStarts {
				if next[i] < at {
					next[i] = indexFrom(text, start, at)
				}
			}
			first := slices.Min(next)
			if first == len(text) {
				return
			}
			at = first + 1
			if m := piece().FindIndex(text[first:]); m != nil {
				at = first + m[1]
				if !yield(source.Span{Start: first, End: at}) {
					return
				}
			}
		}
	}
}

// indexFrom returns the offset of a part of a text that starts at an offset or later; the length of
// the text if there is none.
func indexFrom(text, part []byte, at int) int {
	if i := bytes.Index(text[at:], part); i >= 0 {
		return at + i
	}
	return len(text)
}

// continues reports whether the value of a name is on the following lines: a YAML block, or a
// collection in which no bracket closes one that was opened before the name.
func continues(rest []byte) bool {
	if len(rest) == 0 || blockHeader().Match(rest) {
		return true
	}
	open := 0
	for _, c := range rest {
		switch c {
		case '{', '[', '(':
			open++
		case '}', ']', ')':
			if open--; open < 0 {
				return false
			}
		}
	}
	return bytes.IndexByte([]byte("{[("), rest[len(rest)-1]) >= 0
}

// secretOnLine returns the start of the first secret on a line, which extends to its end. at is the
// offset of the line.
func secretOnLine(line []byte, at int, known *places) (from int, found bool) {
	if !mayHaveName(string(line)) {
		return 0, false
	}
	for _, m := range assignment().FindAllSubmatchIndex(line, -1) {
		if !IsNamed(string(line[m[2]:m[3]])) || known.hasKey(at+m[2]) {
			continue
		}
		written := bytes.TrimSpace(line[m[1]:])
		if bytes.HasSuffix(bytes.TrimSpace(line[m[0]:m[1]]), []byte("=>")) && dataType().Match(written) {
			continue
		}
		value := strings.Trim(string(written), `"',`)
		if value == "" || ofText(true, value) != "" && !code().MatchString(value) {
			return m[1], true
		}
	}
	if from := defaultOnLine(line); from > 0 {
		return from, true
	}
	if bytes.IndexByte(line, '-') >= 0 {
		for _, m := range option().FindAllSubmatchIndex(line, -1) {
			if IsNamed(string(line[m[4]:m[5]])) && ofText(true, string(line[m[6]:m[7]])) != "" && !known.hasKey(at+m[2]) {
				return m[6], true
			}
		}
	}
	if known != nil && !known.parsed { // a colon, or the space after it, may be missing
		if m := unspaced().FindSubmatchIndex(line); m != nil && IsNamed(string(line[m[2]:m[3]])) {
			return m[4], true
		}
	}
	return 0, false
}

// defaultOnLine returns the start of the default of a lookup of a secret in code; 0 if there is none. Without parsing the other
// arguments, it is the first string that is neither a merge strategy nor the name of an option.
func defaultOnLine(line []byte) int {
	for _, m := range lookupCall().FindAllSubmatchIndex(line, -1) {
		if !IsNamed(string(line[m[2]:m[3]])) {
			continue
		}
		rest := m[1] - len(",")
		for _, a := range argument().FindAllSubmatchIndex(line[rest:], -1) {
			text := line[rest+a[2]+1 : rest+a[3]-1]
			isName := bytes.HasPrefix(bytes.TrimLeft(line[rest+a[1]:], " \t"), []byte("=>"))
			if !isName && !slices.Contains(merge.AllNames, string(text)) {
				return rest + a[2]
			}
		}
	}
	return 0
}

// hasKey reports whether a key starts at an offset, or after a quote there.
func (p *places) hasKey(at int) bool {
	return p != nil && (p.keys[at] || p.keys[at-1])
}

// merged merges spans, which must be sorted, that touch each other.
func merged(spans []source.Span) []source.Span {
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	var all []source.Span
	for _, s := range spans {
		if n := len(all); n > 0 && s.Start <= all[n-1].End {
			all[n-1].End = max(all[n-1].End, s.End)
			continue
		}
		all = append(all, s)
	}
	return all
}
