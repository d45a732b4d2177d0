// Package fix applies the fixes of findings. It selects those that can be applied together, changes only the bytes that
// they name, and replaces files atomically.
//
// The caller of Run provides the function that finds problems. Files are written only after all rounds of checking and
// fixing.
package fix

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
)

// Options select the fixes to apply.
type Options struct {
	// Unsafe allows fixes that may change the meaning of data.
	Unsafe bool
	// May reports whether a file, by the path of its source.File, may be changed. Nil means that all may.
	May func(path string) bool
	// Partial reports whether the last check reached a limit, so that there may be further findings
	// as soon as those that it found are fixed. Nil means that none did.
	Partial func() bool
}

// CheckFunc returns the findings in the tree, given changed contents of files by absolute path.
type CheckFunc func(ctx context.Context, changed map[string][]byte) ([]diagnostic.Diagnostic, error)

// Result is the result of Run.
type Result struct {
	// Changes are the changed files, sorted by path.
	Changes []*Change
	// Fixed is the number of applied fixes.
	Fixed int
	// Refused are fixes that would have made a file unreadable, which are bugs of hieralint.
	Refused []*RefusedError
	// Unsettled means that there were still fixes after the last round.
	Unsettled bool
	// Partial means that a check reached a limit, so that there may be further fixes.
	Partial bool
}

// Change is a file with its fixed text. File is the original.
type Change struct {
	File *source.File
	New  []byte
}

// RefusedError reports a fix that was not applied because Puppet could not read the file afterwards.
type RefusedError struct {
	Path string
	Rule *diagnostic.Descriptor
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("internal error: Puppet could not read %s after the fix of %s; the fix was left out", e.Path, e.Rule.Name)
}

// maxRounds is the maximum number of rounds. After a fix, others become possible that overlap with it or that fix new
// findings. Real files need two or three rounds.
const maxRounds = 20

// maxPartial is the maximum number of rounds if checks reach a limit. Each round then takes as long as
// any check may take.
const maxPartial = 1

// Run checks the tree and applies fixes until there are none left. The last check is of the resulting tree.
func Run(ctx context.Context, look CheckFunc, o Options) (*Result, error) {
	r := &Result{}
	changed := map[string][]byte{}
	changes := map[string]*Change{}
	for round := 0; ; round++ {
		found, err := look(ctx, maps.Clone(changed))
		if err != nil {
			return nil, err
		}
		var chosen []*choice
		chosen, r.Refused = harmless(choose(found, &o))
		if len(chosen) == 0 {
			break
		}
		r.Partial = r.Partial || o.Partial != nil && o.Partial()
		if round == maxRounds || r.Partial && round >= maxPartial {
			r.Unsettled = true
			break
		}
		for file, text := range texts(chosen) {
			path := file.Abs()
			changed[path] = text
			lists.GetOrPut(changes, path, func() *Change { return &Change{File: file} }).New = text
		}
		r.Fixed += len(chosen)
	}
	for _, c := range changes {
		if !bytes.Equal(c.File.Text, c.New) {
			r.Changes = append(r.Changes, c)
		}
	}
	slices.SortFunc(r.Changes, func(a, b *Change) int { return cmp.Compare(a.File.Path, b.File.Path) })
	return r, nil
}

// choice is a fix to apply.
type choice struct {
	rule  *diagnostic.Descriptor
	edits []diagnostic.TextEdit
}

// choose returns the fixes that can be applied together, in the order of the findings. A fix that overlaps with an
// earlier one is left for the next round.
func choose(found []diagnostic.Diagnostic, o *Options) []*choice {
	var chosen []*choice
	taken := map[*source.File]spans{}
	for i := range found {
		c := best(&found[i], o)
		if c == nil {
			continue
		}
		hulls := hulls(c.edits)
		free := true
		for file, hull := range hulls {
			free = free && !taken[file].meet(hull)
		}
		if !free {
			continue
		}
		for file, hull := range hulls {
			taken[file] = taken[file].with(hull)
		}
		chosen = append(chosen, c)
	}
	return chosen
}

// best returns the fix of a finding to apply: the first safe one, or else the first one if unsafe fixes are allowed, or
// nil.
func best(d *diagnostic.Diagnostic, o *Options) *choice {
	i := slices.IndexFunc(d.Fixes, func(f diagnostic.Fix) bool { return f.Safe })
	if i < 0 && o.Unsafe && len(d.Fixes) > 0 {
		i = 0
	}
	if i < 0 {
		return nil
	}
	edits := slices.Clone(d.Fixes[i].Edits)
	slices.SortStableFunc(edits, func(a, b diagnostic.TextEdit) int {
		return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	changes := false
	for i, e := range edits {
		overlaps := i > 0 && edits[i-1].File == e.File && edits[i-1].Span.End > e.Span.Start
		if overlaps || e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(e.File.Text) || o.May != nil && !o.May(e.File.Path) {
			return nil
		}
		changes = changes || e.New != string(e.File.Slice(e.Span))
	}
	if !changes {
		return nil
	}
	return &choice{d.Rule, edits}
}

// hulls returns the range from the first to the last edit in each file. Fixes with overlapping ranges are not combined,
// since each was made for the unchanged text.
func hulls(edits []diagnostic.TextEdit) map[*source.File]source.Span {
	all := map[*source.File]source.Span{}
	for _, e := range edits {
		hull, ok := all[e.File]
		if !ok {
			hull = e.Span
		}
		all[e.File] = source.Span{Start: min(hull.Start, e.Span.Start), End: max(hull.End, e.Span.End)}
	}
	return all
}

// spans are ranges of a file of which no two meet, in order.
type spans []source.Span

// at returns where a range belongs.
func (s spans) at(span source.Span) int {
	at, _ := slices.BinarySearchFunc(s, span, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return at
}

// meet reports whether a range meets any of them. Those before or after its neighbors are too far away.
func (s spans) meet(span source.Span) bool {
	at := s.at(span)
	return slices.ContainsFunc(s[max(at-1, 0):min(at+1, len(s))], func(other source.Span) bool { return meet(other, span) })
}

func (s spans) with(span source.Span) spans { return slices.Insert(s, s.at(span), span) }

// meet reports whether two ranges share a byte, or one is an insertion at the other, so that their order would matter.
func meet(a, b source.Span) bool {
	if a.Len() == 0 || b.Len() == 0 {
		return a.Start <= b.End && b.Start <= a.End
	}
	return a.Start < b.End && b.Start < a.End
}

// texts returns the files with the fixes applied.
func texts(chosen []*choice) map[*source.File][]byte {
	edits := map[*source.File][]diagnostic.TextEdit{}
	for _, c := range chosen {
		for _, e := range c.edits {
			edits[e.File] = append(edits[e.File], e)
		}
	}
	all := map[*source.File][]byte{}
	for file, edits := range edits {
		all[file] = diagnostic.Apply(file, source.Span{End: len(file.Text)}, edits)
	}
	return all
}

// harmless returns the fixes after which Puppet still reads every file that it reads now, and after which no further
// file is empty, since Puppet would warn about it in every run. Two fixes may each be harmless but not both, as if they
// remove the last two keys of a file. Then the first one is taken.
func harmless(chosen []*choice) (taken []*choice, refused []*RefusedError) {
	if path, _ := harm(chosen); path == "" {
		return chosen, nil
	}
	for _, c := range chosen {
		path, unreadable := harm(append(slices.Clip(taken), c))
		if path == "" {
			taken = append(taken, c)
		} else if unreadable {
			refused = append(refused, &RefusedError{Path: path, Rule: c.rule})
		}
	}
	return taken, refused
}

// harm returns a file that fixes would harm, or "".
func harm(chosen []*choice) (path string, unreadable bool) {
	for file, text := range texts(chosen) {
		format, ok := data.FormatOf(file.Path)
		if !ok {
			format = data.YAML
		}
		after := data.Parse(source.New(file.Path, text), format)
		if after.Err == nil && !isEmpty(after) {
			continue
		}
		before := data.Parse(file, format)
		switch {
		case after.Err != nil && before.Err == nil:
			return file.Path, true
		case isEmpty(after) && !isEmpty(before) && before.Err == nil:
			return file.Path, false
		}
	}
	return "", false
}

func isEmpty(d *data.Document) bool { return d.Value.Is(data.Boolean) }
