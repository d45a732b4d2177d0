package report

import (
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/visible"
)

// redacted replaces a secret.
const redacted = "[redacted]"

// secrets are the parts of files that no report shows, because reports end up in public logs: those
// that Report.Secrets returns, and those at findings of rules about secrets, even suppressed or
// hidden ones. nil shows everything.
type secrets struct {
	named func(*source.File) []source.Span
	found map[string][]source.Span // by the path of the file
	hid   bool                     // something was redacted
}

func (r *Report) secrets() *secrets {
	if r.ShowSecrets {
		return nil
	}
	s := &secrets{named: r.Secrets, found: map[string][]source.Span{}}
	add := func(d *diagnostic.Diagnostic) {
		if d.Rule.GuardsSecrets && !d.IsPublic {
			s.found[d.File.Path] = append(s.found[d.File.Path], d.Span)
			for _, related := range d.Related {
				s.found[related.File.Path] = append(s.found[related.File.Path], related.Span)
			}
		}
	}
	for i := range r.Diagnostics {
		add(&r.Diagnostics[i])
	}
	for i := range r.hidden {
		add(&r.hidden[i])
	}
	for i := range r.Suppressed {
		add(&r.Suppressed[i].Diagnostic)
	}
	return s
}

// in returns the secrets in a part of a file, in order.
func (s *secrets) in(file *source.File, span source.Span) []source.Span {
	if s == nil {
		return nil
	}
	known := s.found[file.Path]
	if s.named != nil {
		known = slices.Concat(s.named(file), known)
	}
	all := lists.Filter(known, func(secret source.Span) bool { return secret.Start < span.End && span.Start < secret.End })
	slices.SortFunc(all, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	s.hid = s.hid || len(all) > 0
	return all
}

// on reports whether a part of a file contains a secret.
func (s *secrets) on(file *source.File, span source.Span) bool { return len(s.in(file, span)) > 0 }

// slice returns a part of a file without its secrets.
func (s *secrets) slice(file *source.File, span source.Span) string {
	var text []byte
	at := span.Start
	for _, secret := range s.in(file, span) {
		if secret.End <= at {
			continue
		}
		text = append(text, file.Slice(source.Span{Start: at, End: max(at, secret.Start)})...)
		text = append(text, redacted...)
		at = min(secret.End, span.End)
	}
	return string(append(text, file.Slice(source.Span{Start: at, End: span.End})...))
}

// redact redacts the secrets in rows of a file.
func (s *secrets) redact(file *source.File, rows []row) {
	for i := range rows {
		cells := rows[i].cells
		if len(cells) == 0 {
			continue
		}
		for _, secret := range s.in(file, source.Span{Start: cells[0].Start, End: cells[len(cells)-1].End}) {
			rows[i].cells = withoutSecret(rows[i].cells, secret)
		}
	}
}

// withoutSecret replaces the cells of a secret by a single one.
func withoutSecret(cells []visible.Cell, secret source.Span) []visible.Cell {
	first := slices.IndexFunc(cells, func(c visible.Cell) bool { return c.End > secret.Start })
	last := first
	for last >= 0 && last < len(cells) && cells[last].Start < secret.End {
		last++
	}
	if first < 0 || last == first {
		return cells
	}
	instead := visible.Cell{Text: redacted, Width: len(redacted), Start: cells[first].Start, End: cells[last-1].End}
	return slices.Concat(cells[:first], []visible.Cell{instead}, cells[last:])
}
