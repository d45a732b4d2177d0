package misread_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/rules/internal/misread"
)

// value returns the value of the first key, or the first element in it.
func value(text string) *data.Node {
	root := data.Parse(source.New("common.yaml", []byte(text)), data.YAML).Root
	n := root.Children[1]
	for len(n.Children) > 0 {
		n = n.Children[0]
	}
	return n
}

func TestIsImplicitBoolean(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"yes": true, "No": true, "ON": true, "off": true, "true": false, "False": false, "y": false, "1": false, "'yes'": false} {
		if got := misread.IsImplicitBoolean(value("a: " + text + "\n")); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	const note, warning = diagnostic.Note, diagnostic.Severity(0) // 0 means the severity of the rule
	for text, tt := range map[string]struct {
		severity diagnostic.Severity
		message  string // "" if nothing is misread
	}{
		"a: 80": {}, "a: -1": {}, "a: 1.5": {}, "a: 0x1F": {}, "a: 0b11": {}, "a: 1_000": {}, "a: .inf": {}, "a: 1.5e+3": {}, "a: 08": {}, "a: x": {}, "a: +49": {},
		"a: [1., 0.95]": {}, "a: [1., 2]": {warning, "is the number 1.0"},
		"a: 0644":          {warning, "is the number 420"},
		"a: 07":            {note, "is the number 7"},
		"backup::hour: 07": {}, "start_minute: [00, 30]": {}, "backup::minute: 010": {warning, "is the number 8"}, "hourly: 07": {note, "is the number 7"},
		"a: [07, 08]":               {warning, "is the number 7"},
		"a: [07, '']":               {note, "is the number 7"},
		"a: 12:30":                  {warning, "is the number 45000"},
		"a: 80,443":                 {warning, "is the number 80443"},
		"a: 2024_1":                 {warning, "is the number 20241"},
		"a: +4930123456":            {warning, "is the number 4930123456"},
		"a: 1.10":                   {warning, "is the number 1.1"},
		"a: 0.50":                   {note, "is the number 0.5"},
		"version: 0.50":             {warning, "is the number 0.5"},
		"a: 5.":                     {warning, "is the number 5.0"},
		"a: 01.5":                   {warning, "is the number 1.5"},
		"a: 0.12345678901234567890": {warning, "is the number 0.12345678901234568"},
		"a: 0o644":                  {warning, "is a string, not an octal number"},
		"a: 1e3":                    {note, "is a string, not a number"},
	} {
		m, ok := misread.Of(value(text + "\n"))
		if ok != (tt.message != "") || ok && (!strings.Contains(m.Message, tt.message) || m.Severity != tt.severity || m.Help == "" || m.Detail == "") {
			t.Errorf("%s: %+v, want %q", text, m, tt.message)
		}
	}
}
