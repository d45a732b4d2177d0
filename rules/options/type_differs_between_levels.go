package options

import (
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// TypeDiffersBetweenLevels reports values whose type differs from that at other levels.
var TypeDiffersBetweenLevels = &rule.Rule{
	ID: "HL3012", Name: "type-differs-between-levels", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: func(p *rule.KeyPass) bool {
		shapes := lists.Set(lists.Map(slices.Collect(p.Key.Written()), merging.Shape))
		return len(shapes) > 1 && !merging.IsAlwaysAsked(p.Key)
	},
	NeedsText: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		if hasParameterType(p) {
			return
		}
		seen := map[*data.Node]bool{}
		in := rule.CasesBy(p.Key, func(c *nodes.Case) iter.Seq[*data.Node] {
			return func(yield func(*data.Node) bool) {
				if a, b := otherKind(p, c); a != nil {
					_ = yield(a.Key.Node()) && yield(b.Key.Node())
				}
			}
		})
		for _, c := range p.Key.Cases {
			higher, lower := otherKind(p, c)
			if higher == nil {
				continue
			}
			wrong, other := rarer(p, higher, lower)
			n := wrong.Key.Node()
			if n == nil || n.Doc == nil || other.Key.Node() == nil || seen[n] {
				continue
			}
			seen[n] = true
			extent := p.Key.ExtentOf(in()[n]...)
			d := diagnostic.Diagnostic{
				File: n.Doc.File, Span: n.Span, Key: rule.KeyPath(n),
				Message: "`" + rule.Shown(p.Key.Name) + "` is " + rule.KindOf(wrong.Value) + " here and " + rule.KindOf(other.Value) + " in `" + other.Key.Node().Doc.File.Path + "`",
				Detail:  "Puppet uses the value from the higher-priority level " + rule.On(extent),
				Help:    "write " + rule.KindOf(other.Value) + " here too",
				Related: []diagnostic.Related{{File: other.Key.Node().Doc.File, Span: other.Key.Node().Span, Message: "the other value"}},
			}
			if !extent.Certain || merging.Shape(wrong.Value) != data.Hash && merging.Shape(other.Value) != data.Hash {
				d.Severity = diagnostic.Note
			}
			p.Report(d)
		}
		if len(seen) == 0 {
			reportOutlier(p)
		}
	},
}

// minAlike is the number of files with a hash from which a key is expected to be one in all files.
const minAlike = 4

// reportOutlier reports the only value of a key that is no hash if those in many other files are hashes. No node needs to read
// several of the files.
func reportOutlier(p *rule.KeyPass) {
	if slices.ContainsFunc(p.Key.Cases, func(c *nodes.Case) bool { return c.Entry != nil && (c.Entry.Merge != nil || c.Entry.ConvertTo != nil) }) {
		return
	}
	find := func() *outlier { return findOutlier(p.Project, p.Key.Name) }
	var odd *outlier
	if len(p.Project.Environments) > 1 { // they share the files of the key
		odd = rule.Once(p.Site, outlierID{p.Key.Name}, find)
	} else {
		odd = find()
	}
	if odd == nil || odd.hashes < minAlike || len(usage.MatchesIn(p.Key.Fleet.Project, odd.Definition)) == 0 {
		return
	}
	n := odd.Key
	p.Report(diagnostic.Diagnostic{
		File: n.Doc.File, Span: n.Span, Key: rule.KeyPath(n),
		Message: "`" + rule.Shown(p.Key.Name) + "` is " + rule.KindOf(odd.Value) + " here and a hash in " + plural.Count(odd.hashes, "other file"),
		Detail:  "The code that uses the value probably expects a hash",
		Help:    "write a hash here too",
	})
}

// outlierID identifies the outlier of a key.
type outlierID struct{ key string }

// outlier is the only value of a key that is no hash.
type outlier struct {
	project.Definition
	hashes int // the number of files in which it is one
}

// findOutlier returns the only value of a key that is no hash, or nil.
func findOutlier(p *project.Project, key string) *outlier {
	var odd *outlier
	hashes := 0
	for _, d := range p.Definitions(key) {
		switch {
		case merging.Shape(d.Value) == data.Hash:
			hashes++
		case odd != nil, !merging.HasKind(d.Value), d.Value.Kind() == data.String && strings.Contains(d.Value.Text(), "ENC["):
			return nil
		default:
			odd = &outlier{Definition: d}
		}
	}
	if odd != nil {
		odd.hashes = hashes
	}
	return odd
}

// hasParameterType reports whether the key sets a class parameter with a type or a check. It then decides what is valid.
func hasParameterType(p *rule.KeyPass) bool {
	code := p.Code()
	if code == nil {
		return false
	}
	_, parameter := code.Parameter(p.Key.Name)
	if parameter == nil {
		_, parameter = code.ReleasedParameter(p.Key.Name)
	}
	if parameter == nil || parameter.Type() == "" {
		return parameter != nil && parameter.Check != nil
	}
	_, err := code.ParameterType(parameter)
	return err == nil
}

// otherKind returns the first value of a case and a lower-priority value of another kind, or nil.
func otherKind(p *rule.KeyPass, c *nodes.Case) (higher, lower *nodes.Value) {
	if c.Err != nil || c.Entry != nil && (c.Entry.Merge != nil || c.Entry.ConvertTo != nil) {
		return nil, nil
	}
	for i := range c.Values {
		v := &c.Values[i]
		switch {
		case !merging.HasKind(v.Value):
		case higher == nil:
			higher = v
		case merging.Shape(v.Value) == merging.Shape(higher.Value):
		// Code that looks up a key without a namespace may accept a single value in place of an array, as
		// hiera_include('classes') does.
		case strings.Contains(p.Key.Name, "::") || merging.Shape(v.Value) == data.Hash || merging.Shape(higher.Value) == data.Hash:
			return higher, v
		}
	}
	return nil, nil
}

// rarer returns the value whose kind occurs in fewer files, and the other; the one with higher priority if both occur
// equally often.
func rarer(p *rule.KeyPass, higher, lower *nodes.Value) (wrong, other *nodes.Value) {
	balance := 0
	for _, d := range p.Key.Definitions() {
		switch merging.Shape(d.Value) {
		case merging.Shape(higher.Value):
			balance++
		case merging.Shape(lower.Value):
			balance--
		}
	}
	if balance > 0 {
		return lower, higher
	}
	return higher, lower
}
