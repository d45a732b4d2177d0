package options

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// reportOptions reports those problems of the file's lookup_options for which describe returns a finding.
func reportOptions(p *rule.FilePass, describe func(lookupoptions.Problem) (diagnostic.Diagnostic, bool)) {
	hiding := newHiding(p)
	for _, problem := range p.OptionProblems() {
		d, ok := describe(problem)
		if !ok || problem.Node == nil {
			continue
		}
		d.Span = rule.FirstLine(problem.Node)
		if problem.Span.Len() > 0 {
			d.Span = problem.Node.SourceSpan(problem.Span.Start, problem.Span.End)
		}
		d.Key = rule.KeyPath(problem.Node)
		if problem.Reach == lookupoptions.KeyLookups {
			switch winner := hiding.by(problem.Entry); {
			case winner != nil:
				d.Severity = diagnostic.Warning
				d.Detail = "Puppet never uses this entry: another one takes precedence wherever the file is read"
				d.Related = append(d.Related, diagnostic.Related{File: winner.Doc.File, Span: winner.Span, Message: "this entry is used"})
			case hiding.matcher.gaveUp:
				d.Severity = diagnostic.Warning
				d.Detail += ", unless another entry takes precedence. There are too many patterns and keys to check that"
			}
		}
		p.Report(d)
	}
}

// suggest adds the name that was probably meant to a diagnostic, with a fix.
func suggest(p *rule.Pass, d *diagnostic.Diagnostic, problem lookupoptions.Problem) {
	meant := optionMeant(problem)
	if meant == "" {
		return
	}
	d.Meant = meant
	if problem.Node.IsKey() && edit.RemoveTaken(d, problem.Node, meant) || problem.Node.Kind != data.Scalar || strings.ContainsAny(meant, `'"\:#`) {
		return
	}
	// The name is the text of the node or a part of it, and only the name is replaced.
	span := source.Span{Start: 0, End: len(problem.Node.Value.Text())}
	if problem.Name != "" && problem.Span.Len() > 0 {
		span = problem.Span
	}
	d.Fixes = append(d.Fixes, edit.Write(p.Source(), problem.Node.SourceSpan(span.Start, span.End), meant))
}

// optionMeant returns the name closest to an unknown name in lookup_options, or the type that an invalid one was meant
// as, or "".
func optionMeant(problem lookupoptions.Problem) string {
	switch {
	case problem.Code == lookupoptions.NotAType:
		if v := problem.Node.Value; v != nil && v.Kind() == data.String {
			return spelledType(v.Text())
		}
		return ""
	case len(problem.Known) == 1:
		return problem.Known[0]
	default:
		near, _ := nearest.Name(problem.Name, problem.Known)
		return near
	}
}

// spelledType returns a string with its first name capitalized if that makes it a Puppet type: Integer for integer,
// String[1] for string[1]. Otherwise it returns "".
func spelledType(written string) string {
	text := strings.Trim(written, " '\"")
	n := len(text) - len(strings.TrimLeftFunc(text, isTypeNamePart))
	for _, name := range slices.Concat(types.TypeNames, types.ResourceNames) {
		if !strings.EqualFold(name, text[:n]) {
			continue
		}
		if spelled := name + text[n:]; spelled != written {
			if _, err := types.Parse(spelled); err == nil {
				return spelled
			}
		}
	}
	return ""
}

// isTypeNamePart reports whether the qualified name of a type may contain c.
func isTypeNamePart(c rune) bool {
	return c == ':' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c)
}

// concerned names the keys that an entry of lookup_options applies to.
func concerned(problem lookupoptions.Problem) string {
	if merging.IsPattern(problem.Entry) {
		return "the keys that match `" + rule.Shown(problem.Entry) + "`"
	}
	return "`" + rule.Shown(problem.Entry) + "`"
}

// keyMeant returns the key that an entry of lookup_options was meant to be an option of, or nil: the entry has the name
// of an option, but no options, and the key is above it and has none either.
func keyMeant(entry *data.Node) *data.Node {
	if entry == nil || !isOption(entry) || entry.Parent.Style == data.Flow || isOptionsHash(entry.Counterpart()) {
		return nil
	}
	var above *data.Node
	for key, value := range entry.Parent.Entries() {
		switch {
		case key == entry:
			return above
		case value.Value != nil && value.Value.IsUndef():
			above = key
		case !isOption(key):
			above = nil
		}
	}
	return nil
}

// isOptionsHash reports whether a hash has an entry for an option.
func isOptionsHash(n *data.Node) bool {
	return lists.Any(lists.Keys(n.Entries()), isOption)
}

// isOption reports whether a key has the name of an option.
func isOption(key *data.Node) bool { return rule.IsKey(key, "merge") || rule.IsKey(key, "convert_to") }
