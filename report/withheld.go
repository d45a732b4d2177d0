package report

import (
	"cmp"
	"slices"
	"sort"

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
	files map[*source.File]*fileSecrets
	hid   bool // something was redacted
}

// fileSecrets are the secrets in a file.
type fileSecrets struct {
	spans []source.Span // sorted by their start; of those with the same start, the longest is first
	ends  []int         // for each of them, the largest end of it and those before
}

func (r *Report) secrets() *secrets {
	if r.ShowSecrets {
		return nil
	}
	s := &secrets{named: r.Secrets, found: map[string][]source.Span{}, files: map[*source.File]*fileSecrets{}}
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
	of := s.of(file)
	from := sort.Search(len(of.ends), func(i int) bool { return of.ends[i] > span.Start })
	to := sort.Search(len(of.spans), func(i int) bool { return of.spans[i].Start >= span.End })
	if from >= to {
		return nil
	}
	all := lists.Filter(of.spans[from:to], func(secret source.Span) bool { return span.Start < secret.End })
	s.hid = s.hid || len(all) > 0
	return all
}

// of returns the secrets in a file.
func (s *secrets) of(file *source.File) *fileSecrets {
	if of, ok := s.files[file]; ok {
		return of
	}
	of := &fileSecrets{spans: slices.Clone(s.found[file.Path])}
	if s.named != nil {
		of.spans = append(of.spans, s.named(file)...)
	}
	slices.SortFunc(of.spans, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	end := 0
	for _, secret := range of.spans {
		end = max(end, secret.End)
		of.ends = append(of.ends, end)
	}
	s.files[file] = of
	return of
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
