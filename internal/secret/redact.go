package secret

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Redactor keeps the secrets of a project out of findings. What it has to know is found when it is first asked for. It is safe for concurrent use.
type Redactor struct {
	docs []*data.Document

	mu      sync.Mutex
	earlier *Redactor // see With; nil once it is known what it has to know
	ready   bool

	sensitiveIn []*data.Document // what sensitive was collected from
	sensitive   Sensitive
	places      map[*source.File]*places
	spans       map[*source.File][]source.Span // see Spans
	telling     redact.Secrets
}

// NewRedactor knows the secrets in documents: those that are recognizable wherever they are quoted are kept out of all findings,
// words that anybody could use out of those findings that stand on them.
func NewRedactor(docs []*data.Document) *Redactor { return &Redactor{docs: docs} }

// With is the Redactor for other documents. What is known of those that are the same is not looked for again.
func (r *Redactor) With(docs []*data.Document) *Redactor {
	r.mu.Lock()
	defer r.mu.Unlock()
	with := NewRedactor(docs)
	if r.ready {
		with.earlier = &Redactor{sensitiveIn: r.sensitiveIn, sensitive: r.sensitive, places: maps.Clone(r.places), spans: maps.Clone(r.spans)}
	}
	return with
}

// prepare finds what the Redactor has to know. The caller holds the lock.
func (r *Redactor) prepare() {
	if r.ready {
		return
	}
	r.ready, r.places, r.spans = true, make(map[*source.File]*places, len(r.docs)), make(map[*source.File][]source.Span, len(r.docs))
	for _, doc := range r.docs {
		if mayBeSensitive(doc) {
			r.sensitiveIn = append(r.sensitiveIn, doc)
		}
	}
	earlier := r.earlier
	if r.earlier = nil; earlier != nil && slices.Equal(earlier.sensitiveIn, r.sensitiveIn) {
		r.sensitive = earlier.sensitive
	} else {
		earlier, r.sensitive = nil, SensitiveIn(r.sensitiveIn)
	}
	if earlier != nil {
		for file, spans := range earlier.spans {
			if earlier.places[file] == nil { // no document, and what was found in it does not depend on any
				r.spans[file] = spans
			}
		}
	}
	for _, doc := range r.docs {
		found := earlier.look(r, doc)
		for i := range found.secrets {
			for _, text := range found.secrets[i].texts() {
				if !ordinary.MatchString(text) {
					r.telling.Add(text)
				}
			}
		}
	}
}

// look finds the secrets in a document for another Redactor, which is not to look for what this one knows.
func (r *Redactor) look(of *Redactor, doc *data.Document) *places {
	if r == nil || r.places[doc.File] == nil {
		return of.find(doc)
	}
	of.places[doc.File] = r.places[doc.File]
	if spans, ok := r.spans[doc.File]; ok {
		of.spans[doc.File] = spans
	}
	return of.places[doc.File]
}

// ordinary are texts that a message may have for other reasons.
var ordinary = lazyregexp.New(`^(?:.{0,5}|[A-Za-z]?[a-z]{0,15}|[a-z]+(?:[-_.][a-z]+)+)$`)

// texts are what a message may quote of a secret: the text, its lines, the blocks of hiera-eyaml in it.
func (p *Place) texts() []string {
	if p.Value == nil {
		return nil
	}
	switch p.Value.Kind() {
	case data.String:
		text := p.Value.Text()
		all := []string{text}
		if trimmed := strings.TrimSpace(text); trimmed != text {
			all = append(all, trimmed)
		}
		if strings.Contains(text, "\n") {
			for line := range strings.Lines(text) {
				all = append(all, strings.TrimSpace(line))
			}
		}
		return all
	case data.Integer:
		return []string{p.Value.Text()}
	}
	return nil
}

func (r *Redactor) find(doc *data.Document) *places {
	found := placesIn(doc, r.sensitive)
	r.places[doc.File] = found
	return found
}

// Spans are the secrets in a file, in order and apart from each other: what no excerpt shows. The file need not be one that the
// Redactor knows.
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
		known = r.find(data.Parse(file, format))
	}
	spans := inText(file.Text, known)
	if known != nil {
		for _, p := range known.secrets {
			spans = append(spans, p.Span)
		}
	}
	spans = merged(spans)
	r.spans[file] = spans
	return spans
}

// Findings are copies of findings without secrets, see Finding.
func (r *Redactor) Findings(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	all := slices.Clone(found)
	for i := range all {
		r.Finding(&all[i])
	}
	return all
}

// Finding takes the secrets out of the texts of a finding, and marks fixes that write a secret as withheld.
func (r *Redactor) Finding(d *diagnostic.Diagnostic) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.prepare()
	var standsOn stoodOn
	r.at(d.File, d.Span, &standsOn)
	for _, related := range d.Related {
		r.at(related.File, related.Span, &standsOn)
	}
	text := func(s string) string {
		s = r.telling.Redact(s)
		if standsOn.tooMuch() {
			return withoutAnyQuotes(s, d.Key)
		}
		for _, secret := range standsOn.secrets {
			s = withoutQuotes(s, secret, d.Key)
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
		fix.Withheld = slices.ContainsFunc(fix.Edits, func(e diagnostic.TextEdit) bool { return r.telling.Redact(e.New) != e.New })
	}
}

// Text is a text without the secrets that are recognizable wherever they are quoted.
func (r *Redactor) Text(text string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.prepare()
	return r.telling.Redact(text)
}

// stoodOn are secrets on the lines of a finding, as they are written and as they are read.
type stoodOn struct {
	secrets []string
	bytes   int
}

// maxStoodOn is how many secrets on its lines, and how many bytes of them, are looked for in the texts of a finding. With more of them it quotes nothing.
const (
	maxStoodOn      = 100
	maxStoodOnBytes = 1 << 16
)

func (s *stoodOn) tooMuch() bool { return len(s.secrets) > maxStoodOn || s.bytes > maxStoodOnBytes }

// at adds the secrets on the lines of a span, until they are too much.
func (r *Redactor) at(file *source.File, span source.Span, all *stoodOn) {
	span.Start, span.End = file.Line(file.Pos(span.Start).Line).Start, file.Line(file.Pos(span.End).Line).End
	spans := r.spansIn(file) // apart from each other, so that their ends are in order too
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

// quotation is a piece of a message in quotes.
var quotation = lazyregexp.New("`[^`]+`" + `|'[^']+'|"(?:[^"\\]|\\.)+"`)

// long is how much of a secret may not be quoted, or half of it.
const long = 4

// withoutQuotes replaces what a message quotes of a secret. Tokens may be quoted: they say what is to be put in, and are no secret; and
// so may the key, even if the secret is the same word.
func withoutQuotes(message, secret, key string) string {
	if strings.Contains(secret, "%{") {
		secret = token.ReplaceAllString(secret, "\n")
	}
	return replaceQuotes(message, key, func(text string) bool {
		return text == secret || len(text) >= min(long, (len(secret)+1)/2) && strings.Contains(secret, text)
	})
}

// withoutAnyQuotes replaces all that a message quotes but the key.
func withoutAnyQuotes(message, key string) string {
	return replaceQuotes(message, key, func(string) bool { return true })
}

func replaceQuotes(message, key string, isSecret func(text string) bool) string {
	if !strings.ContainsAny(message, "`'\"") {
		return message
	}
	return quotation.ReplaceAllStringFunc(message, func(quoted string) string {
		if text := quoted[1 : len(quoted)-1]; strings.HasSuffix(key, text) || !isSecret(text) {
			return quoted
		}
		return quoted[:1] + redact.Redacted + quoted[len(quoted)-1:]
	})
}
