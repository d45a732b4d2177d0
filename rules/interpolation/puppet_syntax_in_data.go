package interpolation

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
)

// PuppetSyntaxInData reports ${…} and calls of functions where Hiera has %{…}.
var PuppetSyntaxInData = &rule.Rule{
	ID: "HL2013", Name: "puppet-syntax-in-data", Family: family, Severity: diagnostic.Warning,
	CheckConfig: dollarsInPaths,
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Dollars() {
			text := n.Value.Text()
			if !mayHaveVariable(text) || isCode(text) {
				continue
			}
			for _, found := range puppetVariable.FindAllStringIndex(text, -1) {
				if written := text[found[0]:found[1]]; isPuppetVariable(written, text) {
					reportDollar(p.Pass, n, found[0], written)
				}
			}
		}
		for _, n := range p.Calls() {
			text := n.Value.Text()
			if strings.Contains(text, "\n") || isCode(text) {
				continue // it may be a script
			}
			if wholeCall.MatchString(text) {
				reportWholeCall(p.Pass, n, text)
				continue
			}
			for _, found := range callInBraces.FindAllStringIndex(text, -1) {
				if found[0] == 0 || text[found[0]-1] != '%' && text[found[0]-1] != '$' {
					reportCallInBraces(p.Pass, n, found[0], text[found[0]:found[1]])
				}
			}
		}
	},
}

var (
	wholeCall    = lazyregexp.New(`^(?:lookup|hiera|alias)\(\s*(?:'[^'"]+'|"[^'"]+")\s*\)$`)
	callInBraces = lazyregexp.New(`\{\s*(?:lookup|hiera|alias|literal|scope)\(\s*(?:'[^'"]*'|"[^'"]*")\s*\)\s*\}`)
)

// reportWholeCall reports a string that is a call.
func reportWholeCall(p *rule.Pass, n *data.Node, text string) {
	help := "write `\"%{" + rule.Shown(strings.ReplaceAll(text, `"`, "'")) + "}\"`"
	var edits []diagnostic.TextEdit
	if !strings.Contains(text, `"`) && n.Doc.Format == data.YAML {
		edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: n.Span, New: `"%{` + text + `}"`})
	}
	reportUninterpolated(p, n, n.Span, "`"+rule.Shown(text)+"` is Puppet language syntax, which Hiera does not interpolate", help, edits...)
}

// reportCallInBraces reports a token without its percent sign, which stands at offset in the text of n.
func reportCallInBraces(p *rule.Pass, n *data.Node, offset int, written string) {
	span := n.SourceSpan(offset, offset+len(written))
	percent := diagnostic.TextEdit{File: p.Source(), Span: source.Span{Start: span.Start, End: span.Start}, New: "%"}
	reportUninterpolated(p, n, span, "no percent sign before `"+rule.Shown(written)+"`, so Hiera does not interpolate it", "write `%"+rule.Shown(written)+"`", percent)
}

// reportUninterpolated reports a part of a string that is meant to be interpolated.
func reportUninterpolated(p *rule.Pass, n *data.Node, span source.Span, message, help string, edits ...diagnostic.TextEdit) {
	d := diagnostic.Diagnostic{Span: span, Message: message, Detail: "The literal string becomes the value", Help: help, Key: rule.KeyPath(n)}
	if len(edits) > 0 {
		d.Fixes = []diagnostic.Fix{{Message: help, Edits: edits}}
	}
	p.Report(d)
}

// puppetVariable matches what may be a variable or call in the Puppet language, and often is one of a shell, see
// isPuppetVariable.
var puppetVariable = lazyregexp.New(`\$\{[^${}\n]*\}|\$(?:::)?(?:facts|trusted|server_facts)(?:\[(?:['"][^'"\]\n]*['"]|[a-z_]\w*)\])+|\$::[a-z_]\w*(?:::\w+)*`)

var (
	hashAccess    = lazyregexp.New(`^(?:::)?(?:facts|trusted|server_facts)(?:\[['"][^'"\]]*['"]\]|\.[a-z_]\w*)+$`)
	bareAccess    = lazyregexp.New(`^(?:::)?(?:facts|trusted|server_facts)(?:\[(?:['"][^'"\]]*['"]|[a-z_]\w*|\d+)\])+$`)
	bareIndex     = lazyregexp.New(`\[([a-z_]\w*)\]`)
	legacyOfOS    = lazyregexp.New(`^(?:osfamily|operatingsystem\w*|lsb(?:dist|major|minor)\w*|ipaddress6?_\w+|macaddress_\w+)$`)
	topVariable   = lazyregexp.New(`^::[a-z_]\w*(?:::[a-z_]\w*)*$`)
	classVariable = lazyregexp.New(`^[a-z]\w*(?:::[a-z_]\w*){2,}$`)
	// classWith is the name of a class with a variable in it, as the code that includes it would have it.
	classWith    = lazyregexp.New(`^(?:::)?[a-z]\w*(?:::\w+)*::\$\{(?:::)?[a-z_]\w*\}(?:::\w+)*$`)
	functionCall = lazyregexp.New(`^(?:lookup|hiera|hiera_array|hiera_hash)\(\s*['"][^'"]+['"]\s*\)$`)
)

// isPuppetVariable reports whether a string is almost certainly a variable of Puppet. `${x}` may be one of a shell, as `${x::3}` is,
// and `$::x` is a global variable of Tcl and Perl: there only names that Puppet or Facter set count.
func isPuppetVariable(written, text string) bool {
	inner, braces := strings.CutPrefix(written, "${")
	inner = strings.TrimSuffix(inner, "}")
	if !braces {
		inner = strings.TrimPrefix(written, "$")
	}
	switch {
	case hashAccess.MatchString(inner), functionCall.MatchString(inner):
		return true
	case strings.Contains(text, "\n"):
		return false // it may be a script
	case classWith.MatchString(text):
		return true
	case bareAccess.MatchString(inner):
		return true // in a script it may be an array of the shell
	case topVariable.MatchString(inner):
		name := strings.TrimPrefix(inner, "::")
		_, legacy := facter.Legacy(name)
		return braces || legacy || facter.Core(name) != nil || facter.IsVariable(name)
	case legacyOfOS.MatchString(inner):
		_, legacy := facter.Legacy(inner)
		return braces && legacy
	default:
		return braces && classVariable.MatchString(inner)
	}
}

// mayHaveVariable quickly excludes most strings with a dollar sign, such as regular expressions and templates.
func mayHaveVariable(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "$::") || strings.Contains(text, "facts[") || strings.Contains(text, "$trusted[")
}

// isCode reports whether a string is a template or Puppet code, in which such variables are right.
func isCode(text string) bool {
	return strings.Contains(text, "<%") || strings.Contains(text, "<?php") || strings.Contains(text, "=>") || strings.Contains(text, "puppet apply")
}

// reportDollar reports a variable that stands at offset in the text of n.
func reportDollar(p *rule.Pass, n *data.Node, offset int, written string) {
	span := n.SourceSpan(offset, offset+len(written))
	help := "write variables as `%{facts.os.family}`, and references to keys as `%{lookup('key')}`"
	var edits []diagnostic.TextEdit
	if instead := inHiera(written); instead != "" {
		help = "write `" + rule.Shown(instead) + "`"
		if n.Style != data.Plain { // which would have to be put in quotes too
			edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: span, New: instead})
		}
	}
	reportUninterpolated(p, n, span, "`"+rule.Shown(written)+"` is Puppet language syntax, which Hiera does not interpolate", help, edits...)
}

// inHiera returns Hiera's form of a variable or call of the Puppet language; "" if that is not obvious, or needs double quotes,
// which may be those of the YAML string.
func inHiera(written string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(written, "$"), "{"), "}")
	name := strings.TrimPrefix(inner, "::")
	if twin, _ := facter.Legacy(name); twin.Path != "" {
		inner = "facts." + twin.Path
	} else if facter.Core(name) != nil {
		inner = "facts." + name
	}
	if bareAccess.MatchString(inner) {
		inner = bareIndex.ReplaceAllString(strings.TrimPrefix(inner, "::"), "['$1']")
	}
	token := "%{" + inner + "}"
	template := interpolate.Parse(token)
	parsed := &template.Tokens[0]
	switch _, instead := mistake.Find(template, parsed); {
	case instead != "":
		token = instead
	case parsed.Kind != interpolate.Call && parsed.Kind != interpolate.Variable:
		return ""
	}
	if strings.Contains(token, `"`) {
		return ""
	}
	return token
}

// dollarsInPaths reports `${…}` in the paths of a hiera.yaml, which are not shell code.
func dollarsInPaths(p *rule.ConfigPass) {
	seen := map[*data.Node]bool{}
	check := func(n *data.Node) {
		if n == nil || seen[n] || n.Kind != data.Scalar || n.Value == nil || n.Value.Kind() != data.String {
			return
		}
		seen[n] = true
		for _, found := range puppetVariable.FindAllStringIndex(n.Value.Text(), -1) {
			reportDollar(p.Pass, n, found[0], n.Value.Text()[found[0]:found[1]])
		}
	}
	for level := range rule.Levels(p.Config()) {
		check(level.Datadir.Node)
		for _, location := range level.Locations {
			check(location.Node)
		}
	}
}
