package yaml_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

// records returns DNS records of a type, each with one of the values.
func records(typ string, values ...string) map[string]string {
	var b strings.Builder
	b.WriteString("a:\n")
	for i, value := range values {
		b.WriteString("  r" + string(rune('a'+i)) + ": {type: " + typ + ", record: r.example.com, data: " + value + "\n")
	}
	return ruletest.Common(b.String())
}

func TestDNSTrailingDot(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.DNSTrailingDot, map[string]map[string]string{
		"missing":        records("CNAME", "a.example.com.}", "b.example.com.}", "c.example.com} # want warning \"no trailing dot in `c.example.com`, unlike in 4 other CNAME records\"", "d.example.com.}", "e.example.com.}"),
		"superfluous":    records("NS", "a.example.com}", "b.example.com}", "'c.example.com.'} # want \"trailing dot in `c.example.com.`, unlike in 4 other NS records\"", "d.example.com}", "e.example.com}"),
		"all":            records("CNAME", "a.example.com.}", "b.example.com.}", "c.example.com.}", "d.example.com.}", "e.example.com.}"),
		"few":            records("CNAME", "a.example.com.}", "b.example.com.}", "c.example.com.}", "e.example.com}"),
		"mixed":          records("CNAME", "a.example.com.}", "b.example.com.}", "c.example.com.}", "d.example.com.}", "e.example.com}", "f.example.com}"),
		"a short name":   records("CNAME", "a.example.com.}", "b.example.com.}", "c.example.com.}", "d.example.com.}", "e}"),
		"addresses":      records("A", "192.0.2.1}", "192.0.2.2}", "192.0.2.3}", "192.0.2.4}", "e.example.com.}"),
		"another type":   records("link", "a.example.com.}", "b.example.com.}", "c.example.com.}", "d.example.com.}", "e.example.com}"),
		"key":            ruletest.Common("a:\n  b.example.: x\n  c.example.: x\n  'd.example': x # want warning \"no trailing dot in key `d.example`, unlike in 4 other keys\"\n  2.0.192.in-addr.arpa.: x\n  e.example.: {f.example: x}\n"),
		"other keys":     ruletest.Common("a:\n  b.example.: x\n  c.example.: x\n  d.example: x\n  e.example.: x\nf:\n  b.example.: x\n  c.example.: x\n  d.example.: x\n  e.example.: x\n  default: x\n  g.example: x\nh: {a.b: x, c.d: x, e.f: x, g.h: x, i.j.: x}\n"),
		"not in a hash":  ruletest.Common("a:\n- {type: CNAME, data: a.example.com}\n"),
		"with variables": records("CNAME", "a.example.com.}", "b.example.com.}", "c.example.com.}", "d.example.com.}", "\"e.%{facts.networking.domain}\"}"),
	})
}

func TestDNSTrailingDotFix(t *testing.T) {
	t.Parallel()
	const others = "a:\n  b: {type: MX, data: b.c.}\n  c: {type: MX, data: b.c.}\n  d: {type: MX, data: b.c.}\n  e: {type: MX, data: b.c.}\n"
	ruletest.Fixes(t, yaml.DNSTrailingDot, false, map[string]string{
		"a:\n  b.c.: x\n  d.c.: x\n  e.c.: x\n  f.c.: x\n  'g.c': x # want\n": "a:\n  b.c.: x\n  d.c.: x\n  e.c.: x\n  f.c.: x\n  'g.c.': x\n",
		others + "  f: {type: MX, data: 'd.c'} # want \"no trailing dot\"\n":  others + "  f: {type: MX, data: 'd.c.'}\n",
	})
}
