package interpolation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// missingPart is the first segment of the subkey of a reference that no value has.
type missingPart struct {
	key key.Key
	at  int // the index of the segment
	// near is the name that was probably meant. joined is the whole key if the name in the data consists of this segment and the
	// following ones. Both are "" if there is none.
	near, joined string
}

// missingPartOf looks for the subkey of a reference in the settled value of its root key or, if it is nil, in all of its values.
func missingPartOf(s *rule.Site, k key.Key, settled *data.Value) missingPart {
	part := missingPart{key: k}
	if len(k.Sub) == 0 {
		return part
	}
	here := levelOf(s, k, 0, settled)
	for part.at < len(k.Sub)-1 {
		below := levelOf(s, k, part.at+1, settled)
		if len(below.values) == 0 {
			break
		}
		part.at, here = part.at+1, below
	}
	if part.at == len(k.Sub)-1 && here.has(k, part.at) {
		return missingPart{key: k} // some nodes lack the value that has it
	}
	if part.joined = here.joined(k, part.at); part.joined == "" {
		part.near, _ = here.names.Nearest(k.Sub[part.at].String(), nil)
	}
	return part
}

// isTypo reports whether the subkey is written nearly as in the data.
func (m *missingPart) isTypo() bool {
	return m.joined != "" || m.near != "" && nearest.IsTypo(m.key.Sub[m.at].String(), m.near)
}

// message returns the message that the value does not have the segment.
func (m *missingPart) message() string {
	k := m.key
	within, rest := k.Root, ""
	if m.at > 0 {
		within = k.Text[:k.Sub[m.at-1].Span.End]
	}
	if m.at < len(k.Sub)-1 {
		rest = " on the way to `" + rule.Shown(k.Text) + "`"
	}
	return "`" + rule.Shown(within) + "` has no `" + rule.Shown(k.Sub[m.at].String()) + "`" + rest
}

// suggest sets what was probably meant, and the fix if nothing must be quoted.
func (m *missingPart) suggest(o rule.Observed, d *diagnostic.Diagnostic) {
	segment := m.key.Sub[m.at]
	span, text := m.key.RootSpan, m.joined
	span.End = len(m.key.Text)
	if m.joined == "" {
		span, text = segment.Span, m.near
	}
	if d.Meant = text; segment.Text == m.key.Text[segment.Span.Start:segment.Span.End] && !strings.ContainsFunc(text, needsQuotes) {
		d.Fixes = []diagnostic.Fix{edit.Write(d.File, o.Node.SourceSpan(o.Token.KeyOffset+span.Start, o.Token.KeyOffset+span.End), text)}
	}
}

// needsQuotes reports whether a segment with a character may have to be quoted.
func needsQuotes(r rune) bool {
	return r >= 0x80 || !ascii.IsLetter(byte(r)) && !ascii.IsDigit(byte(r)) && !strings.ContainsRune("_-.:", r)
}

// level is what the values of a root key have where a segment of a subkey is looked up.
type level struct {
	values []*data.Value
	names  *nearest.Names // of all entries
}

// levelID identifies a level. root is only set if there is no settled value. above is the text of the segments above.
type levelID struct {
	settled     *data.Value
	root, above string
}

// manyValues is the number of values of a root key from which only the first segment of a subkey is looked up in them.
const manyValues = 100

func levelOf(s *rule.Site, k key.Key, at int, settled *data.Value) level {
	id := levelID{settled: settled}
	if settled == nil {
		id.root = k.Root
	}
	if at > 0 {
		id.above = k.Text[k.Sub[0].Span.Start:k.Sub[at-1].Span.End]
	}
	return rule.Once(s, id, func() level {
		var values []*data.Value
		switch {
		case at > 0:
			if above := levelOf(s, k, at-1, settled); len(above.values) <= manyValues {
				values = lists.FlatMap(above.values, func(v *data.Value) []*data.Value {
					if below, found, _ := k.Step(at-1, v); found {
						return []*data.Value{below}
					}
					return nil
				})
			}
		case settled != nil:
			values = []*data.Value{settled}
		default:
			values = lists.Map(s.Project.Definitions(k.Root), func(d project.Definition) *data.Value { return d.Value })
		}
		var names []string
		for _, v := range values {
			names = slices.AppendSeq(names, lists.Keys(v.StringEntries()))
		}
		return level{values, nearest.NewNames(names)}
	})
}

// has reports whether a value has a segment of a subkey.
func (l level) has(k key.Key, at int) bool {
	return slices.ContainsFunc(l.values, func(v *data.Value) bool {
		_, found, _ := k.Step(at, v)
		return found
	})
}

// joined returns a key with several segments as one, separated by something other than an unquoted dot, that a value has; "" if
// there is none.
func (l level) joined(k key.Key, at int) string {
	if len(l.values) > manyValues {
		return ""
	}
	for end := at + 1; end < min(len(k.Sub), at+maxJoined); end++ {
		texts := lists.Map(k.Sub[at:end+1], func(s key.Segment) string { return s.Text })
		for _, separator := range []string{"_", "-", "."} {
			name := strings.Join(texts, separator)
			if !slices.ContainsFunc(l.values, func(v *data.Value) bool { return v.Kind() == data.Hash && hasEntry(v, name) }) {
				continue
			}
			if separator == "." {
				name = "'" + name + "'"
			}
			return k.Text[k.RootSpan.Start:k.Sub[at].Span.Start] + name + k.Text[k.Sub[end].Span.End:]
		}
	}
	return ""
}

// maxJoined is the maximum number of segments that are joined. Real keys have far fewer.
const maxJoined = 16

func hasEntry(hash *data.Value, name string) bool {
	_, found := hash.Get(name)
	return found
}
