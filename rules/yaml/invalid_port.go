package yaml

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// InvalidPort reports numbers of ports that are too large.
var InvalidPort = &rule.Rule{
	ID: "HL1035", Name: "invalid-port", Family: family, Severity: diagnostic.Warning,
	Nodes: largePorts,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		p.Report(diagnostic.Diagnostic{
			Span: n.Span, Key: rule.KeyPath(n),
			Message: "`" + n.Text() + "` is not a valid port: the largest one is 65535",
			Detail:  "Puppet passes the value on unchanged, and the program that uses the port rejects it",
			Help:    "correct the port",
		})
	},
}

const maxPort = 65535

// largePorts chooses the values of keys for ports that are numbers above the largest port.
var largePorts = &rule.Selector{Parts: rule.Scalars, NotOptions: true, Choose: func(n *data.Node) bool {
	// Numbers with more digits are those of something else, such as of a Fibre Channel port.
	const mostDigits = 7
	text := n.Text()
	if len(text) < 5 || len(text) > mostDigits || !ascii.IsNumber(text) || text[0] == '0' || n.IsKey() || n.Counterpart() == nil {
		return false
	}
	number, err := strconv.Atoi(text)
	return err == nil && number > maxPort && isForPort(n.Counterpart().Text())
}}

// isForPort reports whether the last word of a key is port.
func isForPort(key string) bool {
	before, ok := strings.CutSuffix(strings.ToLower(key), "port")
	return ok && (before == "" || strings.ContainsRune("_-:.", rune(before[len(before)-1])))
}
