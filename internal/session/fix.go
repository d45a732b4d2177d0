package session

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/fix"
)

// Fixes are changes that fix findings. Nothing is written until Apply.
type Fixes struct {
	*fix.Result
	// Before is the report without the changes, and After the report with them.
	Before, After *Report
}

// Fix returns the changes that fix the findings of a check. If unsafe is set, they include fixes
// that may change the meaning of data.
func (w *Workspace) Fix(ctx context.Context, r Request, unsafe bool) (*Fixes, error) {
	return w.snapshot().fix(ctx, &r, unsafe, func(r *Report) []diagnostic.Diagnostic { return r.Findings })
}

// FileFixes selects the findings that FixFile fixes.
type FileFixes struct {
	// Path is the file with the findings. Fixes that edit another file are excluded.
	Path string
	// Rule is the name of the rule; "" for any.
	Rule string
	// Unsafe allows fixes that may change the meaning of data.
	Unsafe bool
}

// FixFile returns the changes that fix findings in one file.
func (w *Workspace) FixFile(ctx context.Context, r Request, f FileFixes) (*Fixes, error) {
	path, err := filepath.Abs(f.Path)
	if err != nil {
		return nil, err
	}
	isIn := func(file *source.File) bool {
		abs, err := filepath.Abs(filepath.FromSlash(file.Path))
		return err == nil && abs == path
	}
	isOther := func(d diagnostic.Diagnostic) bool {
		if !isIn(d.File) || f.Rule != "" && d.Rule.Name != f.Rule {
			return true
		}
		return slices.ContainsFunc(d.Fixes, func(fix diagnostic.Fix) bool {
			return slices.ContainsFunc(fix.Edits, func(e diagnostic.TextEdit) bool { return !isIn(e.File) })
		})
	}
	return w.snapshot().fix(ctx, &r, f.Unsafe, func(r *Report) []diagnostic.Diagnostic {
		return slices.DeleteFunc(slices.Clone(r.Findings), isOther)
	})
}

// fix returns the changes that fix the selected findings of reports.
func (s *snapshot) fix(ctx context.Context, r *Request, unsafe bool, toFix func(*Report) []diagnostic.Diagnostic) (*Fixes, error) {
	f := &Fixes{}
	look := func(ctx context.Context, changed map[string][]byte) ([]diagnostic.Diagnostic, error) {
		report, err := s.changed(changed).check(ctx, r)
		if err != nil {
			return nil, err
		}
		f.Before = cmp.Or(f.Before, report)
		f.After = report
		return toFix(report), nil
	}
	var err error
	f.Result, err = fix.Run(ctx, look, fix.Options{
		Unsafe: unsafe, May: func(path string) bool { return f.After.project.Selected(path) }, Partial: func() bool { return f.After.partial },
	})
	if err != nil {
		return nil, err
	}
	f.After.Summary.Fixed = f.Fixed
	return f, nil
}

// Diff returns a change as a unified diff for `patch -p1` and `git apply`, in which lines with
// secrets are withheld unless Request.ShowSecrets is set. name is the path of the file in it.
func (f *Fixes) Diff(change *fix.Change, name string) (diff string, withheld int) {
	diff = string(change.Diff(name))
	if f.Before.redactor == nil {
		return diff, 0
	}
	return f.Before.redactor.Diff(diff, change.File, source.New(change.File.Path, change.New))
}

// WriteError is the error about a file that could not be written. The file is unchanged.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string { return e.Path + " is not fixed: " + e.Err.Error() }

func (e *WriteError) Unwrap() error { return e.Err }

// Apply writes the changes to disk, each file completely or not at all, and updates the workspace.
// It continues if a file cannot be written.
func (w *Workspace) Apply(ctx context.Context, f *Fixes) ([]*WriteError, error) {
	var failed []*WriteError
	written := make([]Change, 0, len(f.Changes))
	for _, change := range f.Changes {
		if err := ctx.Err(); err != nil {
			return failed, err
		}
		if err := change.Write(); err != nil {
			failed = append(failed, &WriteError{change.File.Path, source.Cause(err)})
			continue
		}
		written = append(written, Change{Path: change.File.Path})
	}
	return failed, w.Update(ctx, written...)
}
