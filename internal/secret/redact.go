package secret

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/conc/iter"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
)

// Redactor keeps the secrets of a project out of findings. It searches for secrets when they are
// needed, and is safe for concurrent use.
type Redactor struct {
	docs []*data.Document

	mu      sync.Mutex
	earlier *Redactor // see With; nil once the secrets are known
	ready   bool

	sensitiveIn []*data.Document // the documents sensitive was collected from
	sensitive   Sensitive
	places      map[*source.File]*places
	spans       map[*source.File][]source.Span // see Spans
	telling     redact.Secrets
}

// NewRedactor returns a Redactor for the secrets in documents. Recognizable secrets are kept out of
// all findings, and common words only out of findings at their place.
func NewRedactor(docs []*data.Document) *Redactor { return &Redactor{docs: docs} }

// With returns the Redactor for other documents. Documents that are the same are not searched
// again.
func (r *Redactor) With(docs []*data.Document) *Redactor {
	r.mu.Lock()
	defer r.mu.Unlock()
	with := NewRedactor(docs)
	if r.ready {
		with.earlier = &Redactor{sensitiveIn: r.sensitiveIn, sensitive: r.sensitive, places: maps.Clone(r.places), spans: maps.Clone(r.spans)}
	}
	return with
}

// prepare finds the secrets. The caller holds the lock.
func (r *Redactor) prepare() {
	if r.ready {
		return
	}
	r.ready, r.places, r.spans = true, make(map[*source.File]*places, len(r.docs)), make(map[*source.File][]source.Span, len(r.docs))
	earlier := r.takeEarlier()
	found := iter.Map(r.docs, func(doc **data.Document) *places {
		if known := earlier.placesOf((*doc).File); known != nil {
			return known
		}
		return placesIn(*doc, r.sensitive)
	})
	for i, doc := range r.docs {
		r.places[doc.File] = found[i]
		if found[i] == earlier.placesOf(doc.File) {
			if spans, ok := earlier.spans[doc.File]; ok {
				r.spans[doc.File] = spans
			}
		}
		for k := range found[i].secrets {
			for _, text := range found[i].secrets[k].texts() {
				if !ordinary().MatchString(text) {
					r.telling.Add(text)
				}
			}
		}
	}
}

// takeEarlier determines what is Sensitive. It returns the earlier Redactor if that had the same; otherwise nil.
func (r *Redactor) takeEarlier() *Redactor {
	earlier := r.earlier
	r.earlier, r.sensitiveIn = nil, lists.Filter(r.docs, mayBeSensitive)
	if earlier == nil || !slices.Equal(earlier.sensitiveIn, r.sensitiveIn) {
		r.sensitive = SensitiveIn(r.sensitiveIn)
		return nil
	}
	r.sensitive = earlier.sensitive
	for file, spans := range earlier.spans {
		if earlier.places[file] == nil { // not a document, so its secrets do not depend on any
			r.spans[file] = spans
		}
	}
	return earlier
}

// placesOf returns the secrets in a document that a Redactor knows; nil if there is no Redactor, or it does not know
// the document.
func (r *Redactor) placesOf(file *source.File) *places {
	if r == nil {
		return nil
	}
	return r.places[file]
}

// ordinary matches strings that messages may contain for other reasons.
var ordinary = lazyregexp.New(`^(?:.{0,5}|[A-Za-z]?[a-z]{0,15}|[a-z]+(?:[-_.][a-z]+)+)$`)

// texts returns what a message may quote of a secret: the string, its lines, and its hiera-eyaml
// blocks.
func (p *Place) texts() []string {
	var all []string
	if p.Text != "" {
		all = append(all, p.Text)
		for _, part := range []string{strings.TrimSpace(p.Text), strings.Trim(strings.TrimPrefix(p.Text, ":"), `"'`)} { // of a symbol
			if part != p.Text {
				all = append(all, part)
			}
		}
	}
	if p.Value == nil {
		return all
	}
	switch p.Value.Kind() {
	case data.String:
		text := p.Value.Text()
		all = append(all, text)
		if trimmed := strings.TrimSpace(text); trimmed != text {
			all = append(all, trimmed)
		}
		if strings.Contains(text, "\n") {
			for line := range strings.Lines(text) {
				all = append(all, strings.TrimSpace(line))
			}
		}
	case data.Integer, data.Symbol:
		all = append(all, p.Value.Text())
	}
	return all
}

// Spans returns the secrets in any file, sorted and without overlaps, which excerpts must not show.
func (r *Redactor) Spans(file *source.File) []source.Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.prepare()
	return r.spansIn(file)
}

func (r *Redactor) spansIn(file *source.File) []source.Span {
	if spans, ok := r.spans[file]; ok {
		return spans
	}
	known := r.places[file]
	if format, ok := data.FormatOf(file.Path); known == nil && ok {
		known = placesIn(data.Parse(file, format), r.sensitive)
		r.places[file] = known
	}
	spans := inText(file.Text, known)
	if known != nil {
		if isForSecrets(file) {
			spans = append(spans, valuesOnLines(file.Text, known.parsed)...)
		}
		for _, p := range known.secrets {
			spans = append(spans, p.Span)
		}
	}
	spans = merged(spans)
	r.spans[file] = spans
	return spans
}

// Findings returns copies of findings without secrets; see Finding.
func (r *Redactor) Findings(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	all := slices.Clone(found)
	for i := range all {
		r.Finding(&all[i])
	}
	return all
}

// Finding removes the secrets from the texts of a finding, and marks fixes that contain a secret as
// withheld.
func (r *Redactor) Finding(d *diagnostic.Diagnostic) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.prepare()
	var standsOn stoodOn
	r.at(d.File, d.Span, &standsOn)
	for _, related := range d.Related {
		r.at(related.File, related.Span, &standsOn)
	}
	d.Key = r.keyPath(d.File, d.Key)
	key := d.Key.String()
	text := func(s string) string {
		s = withoutRest(r.telling.Redact(s), len(standsOn.secrets) > 0)
		if standsOn.tooMuch() {
			return replaceQuotes(s, key, func(string) bool { return true })
		}
		for _, secret := range standsOn.secrets {
			s = withoutQuotes(s, secret, key, d.Meant)
		}
		return s
	}
	d.Message, d.Detail, d.Help = text(d.Message), text(d.Detail), text(d.Help)
	d.Related = slices.Clone(d.Related)
	for i := range d.Related {
		d.Related[i].Message = text(d.Related[i].Message)
	}
	d.Fixes = slices.Clone(d.Fixes)
	for i := range d.Fixes {
		fix := &d.Fixes[i]
		fix.Message = text(fix.Message)
		fix.Withheld = slices.ContainsFunc(fix.Edits, func(e diagnostic.TextEdit) bool {
			return r.telling.Redact(e.New) != e.New || writesPart(e.New, standsOn.secrets)
		})
	}
}

// keyPath returns the path of a finding in a file, which does not show names of keys that are secrets.
func (r *Redactor) keyPath(file *source.File, path diagnostic.KeyPath) diagnostic.KeyPath {
	isOriginal := true
	for i, step := range path {
		found := r.places[file]
		if Name(step.Name) == step.Name && (found == nil || !found.elements[step.Name]) {
			continue
		}
		if isOriginal {
			path, isOriginal = slices.Clone(path), false
		}
		path[i].Shown = redact.Redacted
	}
	return path
}

// IsSecret reports whether a node is written at the place of a secret, whatever refers to it.
func (r *Redactor) IsSecret(n *data.Node) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.prepare()
	n = written(n)
	found := r.places[n.Doc.File]
	return found != nil && lists.Any(found.in(n.Span), func(p *Place) bool {
		return p.Span.Start <= n.Span.Start && n.Span.End <= p.Span.End
	})
}

// written returns the node that an alias refers to, and others as they are.
func written(n *data.Node) *data.Node {
	if n != nil && n.Kind == data.Alias && n.Target != nil {
		return n.Target
	}
	return n
}

// IsUnder reports whether a node is the value of a key with the name of a secret, or a part of it, or is in a file for secrets.
func IsUnder(n *data.Node) bool {
	n = written(n)
	if n != nil && n.Doc != nil && isForSecrets(n.Doc.File) {
		return true
	}
	for ; n != nil; n = n.Parent {
		if n.Parent == nil || n.IsKey() {
			continue
		}
		if key := n.Counterpart(); key != nil && hasName(key, IsNamed) {
			return true
		}
	}
	return false
}

// Message removes secrets from what a lookup that fails says.
func (r *Redactor) Message(text string) string { return Redact(r.Text(text)) }

// writesPart reports whether a text that a fix writes contains a part of a secret other than its tokens, such as the argument of
// literal.
func writesPart(text string, secrets []string) bool {
	for part := range strings.SplitSeq(token().ReplaceAllString(text, "\n"), "\n") {
		part = strings.Trim(strings.TrimSpace(part), `"'`)
		if len(part) >= long && slices.ContainsFunc(secrets, func(s string) bool { return strings.Contains(s, part) }) {
			return true
		}
	}
	return false
}

// Text removes secrets that are recognizable anywhere from a text.
func (r *Redactor) Text(text string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.prepare()
	return r.telling.Redact(text)
}

// stoodOn holds the secrets on the lines of a finding, as written and as read.
type stoodOn struct {
	secrets []string
	bytes   int
}

// maxStoodOn limits the number of secrets on a finding's lines, and their total length, that are
// searched for in its texts. Beyond that, the texts quote nothing.
const (
	maxStoodOn      = 100
	maxStoodOnBytes = 1 << 16
)

func (s *stoodOn) tooMuch() bool { return len(s.secrets) > maxStoodOn || s.bytes > maxStoodOnBytes }

// at adds the secrets on the lines of a span, up to the limits.
func (r *Redactor) at(file *source.File, span source.Span, all *stoodOn) {
	span.Start, span.End = file.Line(file.Pos(span.Start).Line).Start, file.Line(file.Pos(span.End).Line).End
	spans := r.spansIn(file) // without overlaps, so their ends are sorted too
	first, _ := slices.BinarySearchFunc(spans, span.Start+1, func(s source.Span, start int) int { return cmp.Compare(s.End, start) })
	for _, s := range spans[first:] {
		if s.Start >= span.End {
			break
		}
		if all.bytes += s.Len(); all.tooMuch() {
			return
		}
		all.secrets = append(all.secrets, string(file.Slice(s)))
	}
	found := r.places[file]
	if found == nil {
		return
	}
	for p := range found.in(span) {
		if all.bytes += p.Span.Len(); all.tooMuch() {
			return
		}
		all.secrets = append(all.secrets, p.texts()...)
	}
}

// quotation matches a quoted part of a message.
var quotation = lazyregexp.New("`[^`]+`" + `|'[^']+'|"(?:[^"\\]|\\.)+"`)

// rest matches what Puppet says about invalid JSON, which quotes the rest of the file.
var rest = lazyregexp.New(`(?s)(unexpected token at ')(.*)(')`)

// notFloat matches what Puppet says about a string with the tag of a float.
var notFloat = lazyregexp.New(`(invalid value for Float\(\): )"(?:[^"\\]|\\.)*"`)

// undecrypted matches what Puppet says about a hiera-eyaml block, and the rest of the message.
var undecrypted = lazyregexp.New(`(?s)^(hiera-eyaml backend error decrypting ENC\[[^\]]*\])(.*)$`)

// Documents keeps the secrets in single documents out of texts, regardless of other documents. It searches each document when it is
// needed. The zero value is ready for use, also concurrently.
type Documents struct {
	redactors memo.Map[*data.Document, *Redactor]
}

func (d *Documents) redactor(doc *data.Document) *Redactor {
	return d.redactors.Of(doc, func() *Redactor { return NewRedactor([]*data.Document{doc}) })
}

// IsSecret reports whether a node is written at the place of a secret.
func (d *Documents) IsSecret(n *data.Node) bool { return d.redactor(n.Doc).IsSecret(n) }

// Failure removes secrets from what a lookup that fails at a node, nil if unknown, says or explains: the values of other keys and
// text of the file that it quotes. If no key of the file can be read, that is the rest of invalid JSON, and a string with the tag of a
// float. An encrypted value that cannot be decrypted stays, as Puppet says it.
func (d *Documents) Failure(at *data.Node, message string) string {
	if m := undecrypted().FindStringSubmatch(message); m != nil {
		return m[1] + d.Failure(at, m[2])
	}
	if at != nil && at.Doc != nil {
		failure := diagnostic.Diagnostic{File: at.Doc.File, Span: at.Span, Message: message}
		d.redactor(at.Doc).Finding(&failure)
		message = failure.Message
	}
	return notFloat().ReplaceAllString(withoutRest(message, false), "${1}"+redact.Redacted)
}

// withoutRest removes secrets from the rest of a file that a message quotes: all of it if there are secrets on the lines of the
// finding, because the name of the first secret may be before it.
func withoutRest(message string, isAtSecret bool) string {
	m := rest().FindStringSubmatchIndex(message)
	if m == nil {
		return message
	}
	quoted := Redact(message[m[4]:m[5]])
	if isAtSecret {
		quoted = redact.Redacted
	}
	return message[:m[4]] + quoted + message[m[5]:]
}

// long is the length of the part of a secret that must not be quoted; for short secrets, it is half
// of them.
const long = 4

// encryption matches the start of a hiera-eyaml block, with the method.
var encryption = lazyregexp.New(`ENC\[(\w{1,16}),`)

// withoutQuotes replaces what a message quotes of a secret. Tokens may be quoted, because they are
// references and not secrets, and so may the key, even if the secret is the same word, its
// namespace and that of the key that was probably meant if that is only part of the secret, and the
// method of an encrypted block.
func withoutQuotes(message, secret, key, meant string) string {
	secret = strings.TrimSpace(secret)
	method := ""
	if m := encryption().FindStringSubmatch(secret); m != nil {
		method = m[1]
	}
	if strings.Contains(secret, "%{") {
		secret = token().ReplaceAllString(secret, "\n")
	}
	return replaceQuotes(message, key, func(text string) bool {
		text = strings.TrimSuffix(text, "…")
		if text == method {
			return false
		}
		text = strings.TrimPrefix(strings.TrimPrefix(text, "Unknown alias: "), "&") // an alias without an anchor
		if bare := strings.Trim(token().ReplaceAllString(text, "\n"), `"'`); strings.Contains(text, "%{") && strings.TrimSpace(bare) != "" {
			text = bare // as in the secret
		}
		if len(secret) >= 2*long && strings.Contains(text, secret) && !ordinary().MatchString(secret) {
			return true
		}
		isNamespace := strings.HasPrefix(key, text+"::") || strings.HasPrefix(meant, text+"::")
		return text == secret || !isNamespace && len(text) >= min(long, (len(secret)+1)/2) && strings.Contains(secret, text)
	})
}

func replaceQuotes(message, key string, isSecret func(text string) bool) string {
	if !strings.ContainsAny(message, "`'\"") {
		return message
	}
	return quotation().ReplaceAllStringFunc(message, func(quoted string) string {
		if text := quoted[1 : len(quoted)-1]; strings.HasSuffix(key, text) || !isSecret(text) {
			return quoted
		}
		return quoted[:1] + redact.Redacted + quoted[len(quoted)-1:]
	})
}
