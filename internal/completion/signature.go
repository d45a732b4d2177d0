package completion

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Signature is a form in which something can be written.
type Signature struct {
	Label string
	// Text describes it.
	Text       string
	Parameters []Parameter
}

// Parameter is a part of a signature; Label is a part of its label.
type Parameter struct{ Label, Text string }

// mergeSignatures are the forms of a merge. Only the strategy deep has options.
var mergeSignatures = []Signature{
	{Label: "merge: first", Text: "The value of the highest-priority level. Nothing is merged; this is the default."},
	{Label: "merge: unique", Text: "An array of the distinct values of all levels, with nested arrays flattened. Fails for hashes."},
	{Label: "merge: hash", Text: "A hash with the keys of all levels. The highest-priority level decides the value of each key."},
	{
		Label: "merge: {strategy: deep, knockout_prefix: String, sort_merged_arrays: Boolean, merge_hash_arrays: Boolean}",
		Text:  "Like `hash`, but nested hashes are merged too, and arrays are joined.",
		Parameters: []Parameter{
			{"strategy: deep", "The only strategy with options."},
			{"knockout_prefix: String", "An array element with this prefix removes the element without it that lower-priority levels add: with `--`, `--ntp1.example.com` removes `ntp1.example.com`."},
			{"sort_merged_arrays: Boolean", "Sorts joined arrays. The default is false."},
			{"merge_hash_arrays: Boolean", "Merges hashes in arrays by their position. The default is false."},
		},
	},
}

// Signatures are the possible forms, with the indexes of the form and parameter that match what has
// been written; -1 for none.
type Signatures struct {
	All               []Signature
	Active, Parameter int
}

// SignaturesAt returns the forms of the merge at an offset of a file, given its absolute path; nil if
// there is none. The file need not be valid.
func SignaturesAt(x *inspect.Inspector, file *source.File, at string, offset int) *Signatures {
	if _, isData := data.FormatOf(at); !isData || x.Root(at) != nil || filepath.Base(at) == "hiera.yaml" {
		return nil
	}
	p := &proposer{Inspector: x, file: file, offset: offset, line: file.Line(file.Pos(offset).Line)}
	p.before = string(file.Text[p.line.Start:offset])
	above := p.above()
	if (len(above) == 0 || above[0] != lookupoptions.Key) && !strings.HasPrefix(p.before, lookupoptions.Key+":") {
		return nil
	}
	const inMerge = 3 // lookup_options, the key, merge
	if m := flowMerge().FindStringSubmatch(p.before); m != nil {
		return deepSignature(m[1][strings.LastIndexByte(m[1], ',')+1:])
	}
	if len(above) == inMerge && above[2] == "merge" {
		return deepSignature(p.before)
	}
	m := plainMerge().FindStringSubmatch(p.before)
	if m == nil {
		return nil
	}
	found := &Signatures{All: mergeSignatures, Parameter: -1}
	found.Active = max(0, slices.IndexFunc(mergeSignatures, func(s Signature) bool {
		return m[1] != "" && (strings.HasPrefix(s.Label, "merge: "+m[1]) || strings.HasPrefix(s.Label, "merge: {strategy: "+m[1]))
	}))
	return found
}

var (
	flowMerge  = lazyregexp.New(`\bmerge['"]?:\s*\{([^}]*)$`)
	plainMerge = lazyregexp.New(`(?:^\s*|[{,]\s*)['"]?merge['"]?:\s+['"]?(\w*)$`)
)

// deepSignature returns the form of deep with the option that starts with a text.
func deepSignature(option string) *Signatures {
	found := &Signatures{All: mergeSignatures, Active: len(mergeSignatures) - 1}
	name, _, _ := strings.Cut(strings.Trim(option, ` '"`), ":")
	name = strings.Trim(name, ` '"`)
	found.Parameter = slices.IndexFunc(mergeSignatures[found.Active].Parameters, func(p Parameter) bool { return name != "" && strings.HasPrefix(p.Label, name) })
	return found
}
