package yaml

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// DNSTrailingDot reports the domain name in a DNS record that ends without a dot, or with one, unlike those in the other records, and
// the key of a hash that ends without a dot, unlike the other keys.
var DNSTrailingDot = &rule.Rule{
	ID: "HL1029", Name: "dns-trailing-dot", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{recordTypes, dottedKeys},
	CheckFile: func(p *rule.FilePass) {
		groups := map[recordGroup][]*data.Node{}
		var order []recordGroup
		var hash *data.Node
		for _, key := range p.Selected(recordTypes) {
			if hash == key.Parent {
				continue // a duplicate
			}
			hash = key.Parent
			for name, value := range hash.Entries() {
				if name == key || !value.Value.Is(data.String) {
					continue
				}
				g := recordGroup{hash.Counterpart().Parent, key.Counterpart().Value.Text(), name.Text()}
				if groups[g] == nil {
					order = append(order, g)
				}
				groups[g] = append(groups[g], value)
			}
		}
		for _, g := range order {
			reportDots(p, g, groups[g])
		}
		for _, hash := range p.Selected(dottedKeys) {
			reportKeysWithoutDot(p, hash)
		}
	},
}

// recordGroup is an attribute of the records of a type in a hash.
type recordGroup struct {
	records        *data.Node
	typ, attribute string
}

// recordTypes chooses the keys whose value is the type of a DNS record in a hash of records.
var recordTypes = &rule.Selector{Parts: rule.NestedKeys, NotOptions: true, Choose: func(key *data.Node) bool {
	if key.Text() != "type" || !key.Counterpart().Value.Is(data.String) || key.Parent.Counterpart() == nil {
		return false
	}
	switch key.Counterpart().Value.Text() {
	case "A", "AAAA", "CNAME", "MX", "NS", "PTR", "SRV":
		return true
	}
	return false
}}

// leastOthers is how many times as many other domain names must have a dot, or none.
const leastOthers = 4

// dottedKeys chooses the hashes with a key that ends in a dot.
var dottedKeys = &rule.Selector{Parts: rule.Hashes, NotOptions: true, Choose: func(hash *data.Node) bool {
	for key := range hash.Entries() {
		if key.Kind == data.Scalar && endsInDot(key) {
			return true
		}
	}
	return false
}}

func endsInDot(n *data.Node) bool { return strings.HasSuffix(n.Text(), ".") }

// reportKeysWithoutDot reports the keys of a hash that do not end in a dot, if at least four times as many do, and all are domain names.
func reportKeysWithoutDot(p *rule.FilePass, hash *data.Node) {
	var odd []*data.Node
	others := 0
	for key := range hash.Entries() {
		switch {
		case key.Kind != data.Scalar || !key.Value.Is(data.String) || !isDomainName(key.Text()):
			return
		case endsInDot(key):
			others++
		default:
			odd = append(odd, key)
		}
	}
	if others < leastOthers*len(odd) {
		return
	}
	for _, key := range odd {
		text := key.Text()
		end := key.SourceSpan(len(text)-1, len(text)).End
		p.Report(diagnostic.Diagnostic{
			Span: key.Span, Key: rule.KeyPath(key),
			Message: "no trailing dot in key `" + rule.Shown(text) + "`, unlike in " + strconv.Itoa(others) + " other keys",
			Detail:  "A DNS server appends the zone name to a name without a trailing dot",
			Help:    "add the dot",
			Fixes:   []diagnostic.Fix{edit.Replace("add the dot", p.Source(), source.Span{Start: end, End: end}, ".")},
		})
	}
}

// reportDots reports the values that differ from at least four times as many others in whether they end in a dot, if all are domain
// names.
func reportDots(p *rule.FilePass, g recordGroup, values []*data.Node) {
	if slices.ContainsFunc(values, func(n *data.Node) bool { return !isDomainName(n.Value.Text()) }) {
		return
	}
	dotted := 0
	for _, n := range values {
		if endsInDot(n) {
			dotted++
		}
	}
	others, isMissing := dotted, true
	if dotted <= len(values)/2 {
		others, isMissing = len(values)-dotted, false
	}
	if odd := len(values) - others; odd == 0 || others < leastOthers*odd {
		return
	}
	for _, n := range values {
		if endsInDot(n) == isMissing {
			continue
		}
		text := n.Value.Text()
		end := n.SourceSpan(len(text)-1, len(text)).End
		d := diagnostic.Diagnostic{
			Span: rule.FirstLine(n), Key: rule.KeyPath(n),
			Message: "no trailing dot in `" + rule.Shown(text) + "`, unlike in " + strconv.Itoa(others) + " other " + g.typ + " records",
			Detail:  "A DNS server appends the zone name to a name without a trailing dot",
			Help:    "add the dot",
			Fixes:   []diagnostic.Fix{edit.Replace("add the dot", p.Source(), source.Span{Start: end, End: end}, ".")},
		}
		if !isMissing {
			d.Message = "trailing dot in `" + rule.Shown(text) + "`, unlike in " + strconv.Itoa(others) + " other " + g.typ + " records"
			d.Detail = "Code that appends a dot or the zone name to these names makes this one invalid"
			d.Help, d.Fixes = "remove the dot", []diagnostic.Fix{edit.Replace("remove the dot", p.Source(), source.Span{Start: end - 1, End: end}, "")}
		}
		p.Report(d)
	}
}

// isDomainName reports whether a text consists of at least two labels, of which the last one is not a number, as in an IP address.
func isDomainName(text string) bool {
	labels := strings.Split(strings.TrimSuffix(text, "."), ".")
	last := labels[len(labels)-1]
	isLabel := func(label string) bool {
		return label != "" && !strings.ContainsFunc(label, func(c rune) bool { return !ascii.IsWord(c) && c != '-' })
	}
	return len(labels) > 1 && ascii.IsLetter(last[0]) && !slices.ContainsFunc(labels, func(label string) bool { return !isLabel(label) })
}
