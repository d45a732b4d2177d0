package interpolation

import (
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// PuppetSyntaxInData reports ${…} and function calls in the syntax of the Puppet language where Hiera requires %{…}.
var PuppetSyntaxInData = &rule.Rule{
	ID: "HL2013", Name: "puppet-syntax-in-data", Family: family, Severity: diagnostic.Warning,
	Selectors:   []*rule.Selector{dollars, puppetSyntax, dollarKeys},
	CheckConfig: checkPaths,
	CheckFile: func(p *rule.FilePass) {
		for _, n := range p.Selected(dollars) {
			text := n.Value.Text()
			if !mayHaveVariable(text) || isCode(text) {
				continue
			}
			around := surroundings{text: text}
			for at, written := range puppetVariables(text) {
				if around.makePuppet(written) {
					reportDollar(p.Pass, n, at, written, inHiera(written), literalValue)
				} else if key := keyOfFile(n, written); key != "" && !around.hasBreak {
					instead := "%{lookup('" + key + "')}"
					if n.Style == data.SingleQuoted {
						instead = `%{lookup("` + key + `")}`
					}
					reportDollar(p.Pass, n, at, written, instead, literalValue)
				}
			}
		}
		for _, n := range p.Selected(puppetSyntax) {
			checkPuppet(p.Pass, n)
		}
		for _, key := range p.Selected(dollarKeys) {
			reportDollarKey(p.Pass, key)
		}
	},
}

// dollarKeys chooses the keys that are the whole of a hash in braces, and start with a `$`.
var dollarKeys = &rule.Selector{Parts: rule.NestedKeys, NotOptions: true, Choose: func(key *data.Node) bool {
	return strings.HasPrefix(key.Text(), "$") && key.Style == data.Plain && key.Parent.Style == data.Flow && len(key.Parent.Children) == 2
}}

// dollarInBraces matches a variable of the Puppet language that YAML reads as a hash.
var dollarInBraces = lazyregexp.New(`^\{\s*\$((?:::)?[a-z]\w*(?:::\w+)*)\s*\}$`)

// reportDollarKey reports `{$variable}`, which YAML reads as a hash.
func reportDollarKey(p *rule.Pass, key *data.Node) {
	hash := key.Parent
	written := string(p.Source().Slice(hash.Span))
	m := dollarInBraces().FindStringSubmatch(written)
	if m == nil {
		return
	}
	help := "write variables as `%{facts.os.family}`, and references to keys as `%{lookup('key')}`"
	var edits []diagnostic.TextEdit
	if instead := inHiera("${" + m[1] + "}"); instead != "" {
		help = "write `\"" + rule.Shown(instead) + "\"`"
		edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: hash.Span, New: `"` + instead + `"`})
	}
	reportUninterpolated(p, hash, hash.Span, "`"+rule.Shown(written)+"` is a hash, not a variable", "YAML reads it as a hash with the key `"+rule.Shown(key.Text())+"`", help, edits...)
}

// dollars chooses the strings with a `$`.
var dollars = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool { return strings.IndexByte(n.Value.Text(), '$') >= 0 }}

// puppetSyntax chooses the strings that may contain other syntax of the Puppet language.
var puppetSyntax = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool { return mayBePuppet(n.Value.Text()) }}

// mayBePuppet reports whether a string may contain Puppet language syntax other than variables: a
// function call (see mayCall), a token without its percent sign or opening brace or in double
// braces, an attribute with an arrow, or a resource reference with a quoted title.
func mayBePuppet(text string) bool {
	return mayCall(text) || strings.Contains(text, "=>") || strings.HasSuffix(text, "']") || strings.HasSuffix(text, `"]`) ||
		strings.Contains(text, "{::") || strings.Contains(text, "{facts") || strings.Contains(text, "{trusted") || strings.Contains(text, "{server_facts") ||
		strings.Contains(text, "{{") || strings.Contains(text, "%(") || strings.Contains(text, "{%")
}

// mayCall reports whether a string contains what looks like a call of a Hiera function with a
// quoted argument, other than in a token.
func mayCall(text string) bool {
	for rest := text; ; {
		i := strings.IndexByte(rest, '(')
		if i < 0 {
			return false
		}
		before, after := rest[:i], strings.TrimLeft(rest[i+1:], " ")
		if after != "" && (after[0] == '\'' || after[0] == '"') {
			for _, name := range callable {
				opening, isCall := strings.CutSuffix(before, name)
				opening = strings.TrimRight(opening, " ")
				if isCall && !strings.HasSuffix(opening, "%{") && !strings.HasSuffix(opening, "${") {
					return true
				}
			}
		}
		rest = rest[i+1:]
	}
}

// callable lists the interpolation functions.
var callable = []string{"lookup", "hiera", "alias", "literal", "scope"}

// checkPuppet reports syntax of the Puppet language other than variables.
func checkPuppet(p *rule.Pass, n *data.Node) {
	text := n.Value.Text()
	switch {
	case n.Style == data.Plain && attribute().MatchString(text):
		reportAttribute(p, n, text)
		return
	case quotedTitle().MatchString(text) && isRelationship(n):
		reportQuotedTitle(p, n, text)
		return
	case isCode(text):
		return
	case strings.Contains(text, "\n"): // may be a script
		reportInBraces(p, n, text, keyInBraces().FindAllStringIndex(text, -1))
		return
	case wholeCall().MatchString(text):
		reportWholeCall(p, n, text)
		return
	}
	reportInBraces(p, n, text, inBraces().FindAllStringIndex(text, -1))
	for _, found := range doubleBraces().FindAllStringSubmatchIndex(text, -1) {
		if found[0] == 0 || !strings.ContainsRune("%${\\", rune(text[found[0]-1])) {
			reportDoubleBraces(p, n, found[0], text[found[0]:found[1]], text[found[2]:found[3]])
		}
	}
	for _, found := range unopened().FindAllStringIndex(text, -1) {
		reportUnopened(p, n, found[0], text[found[0]:found[1]])
	}
}

// variableName matches the name of a variable, with or without subkeys.
const variableName = `(?:::)?[a-z_]\w*(?:(?:::|\.)\w+)*`

var (
	wholeCall = lazyregexp.New(`^(?:lookup|hiera|alias)\(\s*(?:'[^'"]+'|"[^'"]+")\s*\)$`)
	// inBraces matches tokens without a percent sign, or with one after the brace: calls, top-scope variables, and facts.
	inBraces = lazyregexp.New(`\{\s*(?:lookup|hiera|alias|literal|scope)\(\s*(?:'[^'"]*'|"[^'"]*")\s*\)\s*\}|\{%?::[a-z_]\w*(?:::\w+)*\}|\{%?(?:facts|trusted|server_facts)(?:\.[a-z_]\w*)+\}`)
	// keyInBraces matches calls that no script has: of a key with a namespace.
	keyInBraces = lazyregexp.New(`\{\s*(?:lookup|hiera|alias)\(\s*(?:'[a-z]\w*(?:::\w+)+'|"[a-z]\w*(?:::\w+)+")\s*\)\s*\}`)
	// inPath matches what can only be meant for a variable in the path of a hiera.yaml.
	inPath = lazyregexp.New(`(?:% |[#&@])?\{%?` + variableName + `\}|%[(\[{]?` + variableName + `[)\]}]|%` + variableName)
	// doubleBraces matches what only Hiera knows, in the braces of other template languages: keys with a namespace, calls
	// with one, and parts of structured facts.
	doubleBraces = lazyregexp.New(`\{\{\s*((?:lookup|hiera|alias)\(\s*(?:'[a-z]\w*(?:::\w+)+'|"[a-z]\w*(?:::\w+)+")\s*\)|[a-z]\w*(?:::[a-z_]\w*)+|facts\.(?:os|networking)(?:\.\w+)+|trusted\.(?:certname|hostname|domain|extensions\.\w+))\s*\}\}`)
	// unopened matches tokens without an opening brace, or with a parenthesis instead.
	unopened = lazyregexp.New(`%(?:lookup|hiera|alias|literal|scope)\(\s*(?:'[^'"]*'|"[^'"]*")\s*\)\s*\}?|%\((?:::)?[a-z_]\w*(?:(?:::|\.)\w+)*\}|%\(\s*(?:lookup|hiera|alias|literal|scope)\(\s*(?:'[^'"]*'|"[^'"]*")\s*\)\s*\}`)
	// attribute matches an attribute of a resource, or several that YAML folded into one line.
	attribute = lazyregexp.New(`^[a-z_]\w*\s*=>\s*\S`)
	// quotedTitle matches a resource reference with a quoted title.
	quotedTitle = lazyregexp.New(`^[A-Z]\w*(?:::[A-Z]\w*)*\[(?:'[^'"\[\]]+'|"[^'"\[\]]+")\]$`)
)

// reportAttribute reports a string like `ensure => present`.
func reportAttribute(p *rule.Pass, n *data.Node, text string) {
	name := text[:strings.IndexAny(text, " \t=")]
	help := "write `" + rule.Shown(name) + ": …`"
	var edits []diagnostic.TextEdit
	if written := string(p.Source().Slice(n.Span)); strings.Count(written, "=>") == 1 && !strings.Contains(written, "\n") && mayBeMapping(n) {
		value := strings.TrimLeft(written[strings.Index(written, "=>")+2:], " \t")
		edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: source.Span{Start: n.Span.Start + len(name), End: n.Span.End - len(value)}, New: ": "})
		if before, isComma := strings.CutSuffix(written, ","); isComma {
			edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: source.Span{Start: n.Span.Start + len(before), End: n.Span.End}})
		}
	}
	d := diagnostic.Diagnostic{
		Span: rule.FirstLine(n), Message: "`" + rule.Shown(name) + " =>` is Puppet language syntax, which YAML reads as a string",
		Detail: "The literal string becomes the value", Help: help, Key: rule.KeyPath(n),
	}
	if len(edits) > 0 {
		d.Fixes = []diagnostic.Fix{{Message: "write a colon instead of the arrow", Edits: edits}}
	}
	p.Report(d)
}

// mayBeMapping reports whether a mapping may start at n: in an array, or on the line below its key.
func mayBeMapping(n *data.Node) bool {
	if n.IsKey() || n.Parent == nil || n.Parent.Style == data.Flow {
		return false
	}
	key := n.Counterpart()
	return key == nil || n.Position().Line > key.Position().Line
}

// isRelationship reports whether n is the value of a metaparameter for relationships, or an element of the value.
func isRelationship(n *data.Node) bool {
	if n.Parent != nil && n.Parent.Kind == data.Sequence {
		n = n.Parent
	}
	key := n.Counterpart()
	if key == nil || n.IsKey() {
		return false
	}
	switch key.Text() {
	case "require", "before", "notify", "subscribe":
		return true
	}
	return false
}

// reportQuotedTitle reports a reference like `Package['ntp']`.
func reportQuotedTitle(p *rule.Pass, n *data.Node, text string) {
	opening := strings.IndexByte(text, '[')
	instead := text[:opening+1] + text[opening+2:len(text)-2] + "]"
	help := "write `" + rule.Shown(instead) + "`"
	first, last := n.SourceSpan(opening+1, opening+2), n.SourceSpan(len(text)-2, len(text)-1)
	p.Report(diagnostic.Diagnostic{
		Span: n.Span, Message: "the title in `" + rule.Shown(text) + "` includes the quotes",
		Detail: "Catalogs with this relationship fail: there is no resource `" + rule.Shown(text) + "`", Help: help, Key: rule.KeyPath(n),
		Fixes: []diagnostic.Fix{{Message: help, Edits: []diagnostic.TextEdit{{File: p.Source(), Span: first}, {File: p.Source(), Span: last}}}},
	})
}

// reportWholeCall reports a string that is a function call.
func reportWholeCall(p *rule.Pass, n *data.Node, text string) {
	help := "write `\"%{" + rule.Shown(strings.ReplaceAll(text, `"`, "'")) + "}\"`"
	var edits []diagnostic.TextEdit
	if !strings.Contains(text, `"`) && n.Doc.Format == data.YAML {
		edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: n.Span, New: `"%{` + text + `}"`})
	}
	reportUninterpolated(p, n, n.Span, "`"+rule.Shown(text)+"` is Puppet language syntax, which Hiera does not interpolate", literalValue, help, edits...)
}

// reportInBraces reports the tokens without a percent sign that were found in the text of n.
func reportInBraces(p *rule.Pass, n *data.Node, text string, tokens [][]int) {
	for _, at := range tokens {
		offset, written := at[0], text[at[0]:at[1]]
		if offset > 0 && strings.ContainsRune("%${}\\", rune(text[offset-1])) {
			continue
		}
		if strings.HasPrefix(written, "{%") {
			reportMalformed(p, n, offset, written, literalValue)
			continue
		}
		span := n.SourceSpan(offset, offset+len(written))
		message, percent := "no percent sign before", diagnostic.Insert(p.Source(), span.Start, "%")
		if offset > 0 && text[offset-1] == '#' {
			message, percent = "`#` instead of a percent sign before", diagnostic.TextEdit{File: p.Source(), Span: n.SourceSpan(offset-1, offset), New: "%"}
			span.Start = percent.Span.Start
		}
		reportUninterpolated(p, n, span, message+" `"+rule.Shown(written)+"`, so Hiera does not interpolate it", literalValue, "write `%"+rule.Shown(written)+"`", percent)
	}
}

// reportMalformed reports what is meant for a variable but does not start with `%{`, at offset in the text of n.
func reportMalformed(p *rule.Pass, n *data.Node, offset int, written, detail string) {
	span := n.SourceSpan(offset, offset+len(written))
	instead := "%{" + strings.Trim(written, "%#&@{}()[] ") + "}"
	p.Report(diagnostic.Diagnostic{
		Span: span, Message: "no `%{` before the variable in `" + rule.Shown(written) + "`, so Hiera does not interpolate it", Detail: detail,
		Help: "write `" + rule.Shown(instead) + "`", Key: rule.KeyPath(n), Fixes: []diagnostic.Fix{edit.Write(p.Source(), span, instead)},
	})
}

// reportExtraBraces reports each second brace at the end of a variable in a path.
func reportExtraBraces(p *rule.Pass, n *data.Node, text string) {
	template := interpolate.Parse(text)
	for token := range template.All() {
		if end := token.Span.End; token.Kind == interpolate.Variable && strings.HasPrefix(text[end:], "}") {
			brace := n.SourceSpan(end, end+1)
			p.Report(diagnostic.Diagnostic{
				Span: n.SourceSpan(token.Span.Start, end+1), Message: "extra `}` after `" + rule.Shown(template.Source(token)) + "`", Detail: literalPath,
				Key: rule.KeyPath(n), Fixes: []diagnostic.Fix{edit.Replace("remove the brace", p.Source(), brace, "")},
			})
		}
	}
}

// reportDoubleBraces reports a token in double braces, at offset in the text of n. A name with a namespace may be a key
// or the variable of a class, so that there is no fix.
func reportDoubleBraces(p *rule.Pass, n *data.Node, offset int, written, inner string) {
	span := n.SourceSpan(offset, offset+len(written))
	message := "Hiera does not interpolate `" + rule.Shown(written) + "`"
	if strings.Contains(inner, "::") && !strings.Contains(inner, "(") {
		reportUninterpolated(p, n, span, message, literalValue, "write `%{lookup('"+rule.Shown(inner)+"')}` for the value of the key")
		return
	}
	instead := "%{" + strings.ReplaceAll(inner, `"`, "'") + "}"
	var edits []diagnostic.TextEdit
	if n.Style != data.Plain && !(n.Style == data.SingleQuoted && strings.Contains(instead, "'")) {
		edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: span, New: instead})
	}
	reportUninterpolated(p, n, span, message, literalValue, "write `"+rule.Shown(instead)+"`", edits...)
}

// reportUnopened reports a token without its opening brace, at offset in the text of n.
func reportUnopened(p *rule.Pass, n *data.Node, offset int, written string) {
	inner := strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(written, "%("), "}"))
	instead := "%{" + inner + "}"
	span := n.SourceSpan(offset, offset+len(written))
	reportUninterpolated(p, n, span, "no `{` before `"+rule.Shown(inner)+"`, so Hiera does not interpolate it", literalValue, "write `"+rule.Shown(instead)+"`",
		diagnostic.TextEdit{File: p.Source(), Span: span, New: instead})
}

// What Puppet does with a string that is not interpolated: in a value, and in a path or datadir of a hiera.yaml.
const (
	literalValue = "The literal string becomes the value"
	literalPath  = "Puppet looks for a file of exactly this name"
	literalDir   = "Puppet looks for a directory of exactly this name"
)

// reportUninterpolated reports a part of a string that is meant to be interpolated.
func reportUninterpolated(p *rule.Pass, n *data.Node, span source.Span, message, detail, help string, edits ...diagnostic.TextEdit) {
	d := diagnostic.Diagnostic{Span: span, Message: message, Detail: detail, Help: help, Key: rule.KeyPath(n)}
	if len(edits) > 0 {
		d.Fixes = []diagnostic.Fix{{Message: help, Edits: edits}}
	}
	p.Report(d)
}

// puppetVariables yields the offset and text of what may be variables or calls of the Puppet language. They often are
// those of a shell; see makePuppet. Regular expressions would take long for a text of megabytes.
func puppetVariables(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at := 0; at < len(text); {
			dollar := strings.IndexByte(text[at:], '$')
			if dollar < 0 {
				return
			}
			at += dollar
			length := puppetVariableAt(text[at:])
			if strings.HasSuffix(text[:at], "%{") {
				length = 0 // interpolation-syntax and hiera-config-invalid report it
			}
			if length > 0 && !yield(at, text[at:at+length]) {
				return
			}
			at += max(length, 1)
		}
	}
}

// puppetVariableAt returns the length of what may be a variable or call at the start of a text with a dollar sign; 0 if
// there is none.
func puppetVariableAt(text string) int {
	if !strings.HasPrefix(text, "${") {
		return len(unbraced().FindString(text))
	}
	const opening = len("${")
	if end := strings.IndexAny(text[opening:], "${}\n"); end >= 0 && text[opening+end] == '}' {
		return opening + end + 1
	}
	return 0
}

// unbraced matches such a variable without braces.
var unbraced = lazyregexp.New(`^\$(?:(?:::)?(?:facts|trusted|server_facts)(?:\[(?:['"][^'"\]\n]*['"]|[a-z_]\w*)\])+|::[a-z_]\w*(?:::\w+)*)`)

var (
	hashAccess = lazyregexp.New(`^(?:::)?(?:facts|trusted|server_facts)(?:\[['"][^'"\]]*['"]\]|\.[a-z_]\w*)+$`)
	bareAccess = lazyregexp.New(`^(?:::)?(?:facts|trusted|server_facts)(?:\[(?:['"][^'"\]]*['"]|[a-z_]\w*|\d+)\])+$`)
	bareIndex  = lazyregexp.New(`\[([a-z_]\w*)\]`)
	legacyOfOS = lazyregexp.New(`^(?:osfamily|operatingsystem\w*|lsb(?:dist|major|minor)\w*|ipaddress6?_\w+|macaddress_\w+)$`)
	// coreAccess matches parts of structured facts. Java has other parts of os, such as `${os.name}`.
	coreAccess    = lazyregexp.New(`^(?:::)?(?:networking(?:(?:\.[a-z_]\w*)+|(?:\[['"][^'"\]]+['"]\])+)|os(?:\.|\[['"])(?:family|release|distro)(?:['"]\])?(?:(?:\.\w+)*|(?:\[['"]\w+['"]\])*))$`)
	topVariable   = lazyregexp.New(`^::[a-z_]\w*(?:::[a-z_]\w*)*$`)
	classVariable = lazyregexp.New(`^[a-z]\w*(?:::[a-z_]\w*){2,}$`)
	// classWith matches the name of a class that contains a variable, as in code that includes the class.
	classWith    = lazyregexp.New(`^(?:::)?[a-z]\w*(?:::\w+)*::\$\{(?:::)?[a-z_]\w*\}(?:::\w+)*$`)
	functionCall = lazyregexp.New(`^(?:lookup|hiera|hiera_array|hiera_hash|alias)\(\s*(?:['"][^'"]+['"]|[a-z]\w*(?:::\w+)+)\s*\)$`)
)

// surroundings is the text around variables. What is true of it is determined once, because it may be long.
type surroundings struct {
	text           string
	isKnown        bool
	hasBreak       bool // it may be a script
	isClassWithOne bool
}

// makePuppet reports whether a string is almost certainly a Puppet variable. `${x}` may be a shell variable, as may
// `${x::3}`, and `$::x` is a global variable in Tcl and Perl. Of these, only names that Puppet or Facter define count.
func (s *surroundings) makePuppet(written string) bool {
	if !s.isKnown {
		s.isKnown, s.hasBreak = true, strings.Contains(s.text, "\n")
		s.isClassWithOne = !s.hasBreak && classWith().MatchString(s.text)
	}
	inner, braces := strings.CutPrefix(written, "${")
	inner = strings.TrimSuffix(inner, "}")
	if !braces {
		inner = strings.TrimPrefix(written, "$")
	}
	switch {
	case hashAccess().MatchString(inner), functionCall().MatchString(inner):
		return true
	case s.hasBreak:
		return false
	case s.isClassWithOne, braces && coreAccess().MatchString(inner):
		return true
	case bareAccess().MatchString(inner):
		return true // in a script, it may be a shell array
	case topVariable().MatchString(inner):
		name := strings.TrimPrefix(inner, "::")
		_, legacy := facter.Legacy(name)
		return braces || legacy || facter.Core(name) != nil || facter.IsVariable(name)
	case legacyOfOS().MatchString(inner):
		_, legacy := facter.Legacy(inner)
		return braces && legacy
	}
	return braces && classVariable().MatchString(inner)
}

// keyOfFile returns the root key of the file of n with the name of a variable and a single value, which `${name}` is
// probably meant to insert, and "" if there is none. Short names are those of many variables.
func keyOfFile(n *data.Node, written string) string {
	const shortest = 5
	name, ok := strings.CutPrefix(strings.TrimSuffix(written, "}"), "${")
	root := n.Doc.Root
	if !ok || len(name) < shortest || root.Kind != data.Mapping || n.Path()[0] == name {
		return ""
	}
	if value, ok := root.Value.Get(name); ok && (value.Kind() == data.String || value.Kind() == data.Integer) {
		return name
	}
	return ""
}

// mayHaveVariable is a fast check that excludes most strings with a dollar sign, such as regular expressions and
// templates.
func mayHaveVariable(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "$::") || strings.Contains(text, "facts[") || strings.Contains(text, "$trusted[")
}

// isCode reports whether a string is a template or Puppet code, where such variables are correct.
func isCode(text string) bool {
	return strings.Contains(text, "<%") || strings.Contains(text, "<?php") || strings.Contains(text, "=>") || strings.Contains(text, "puppet apply")
}

// bareVariable matches a variable in the path of a hiera.yaml.
var bareVariable = lazyregexp.New(`\$(?:(?:facts|trusted|server_facts)(?:\.\w+)+|[a-z_]\w*)`)

// withoutExtension removes the extension of a data file from a variable at the end of a path.
func withoutExtension(variable string) string {
	for _, extension := range []string{".yaml", ".yml", ".eyaml", ".json", ".conf"} {
		if before, ok := strings.CutSuffix(variable, extension); ok {
			return before
		}
	}
	return variable
}

// reportDollar reports a variable at offset in the text of n. instead is Hiera's syntax for it, or "".
func reportDollar(p *rule.Pass, n *data.Node, offset int, written, instead, detail string) {
	end := offset + len(written)
	if before, isPercent := strings.CutSuffix(n.Value.Text()[:offset], "%"); isPercent && !endsInPercentage(before) {
		offset-- // it belongs to the token that was meant
	}
	span := n.SourceSpan(offset, end)
	help := "write variables as `%{facts.os.family}`, and references to keys as `%{lookup('key')}`"
	var edits []diagnostic.TextEdit
	if instead != "" {
		help = "write `" + rule.Shown(instead) + "`"
		if n.Style != data.Plain { // unquoted strings would have to be quoted, too
			edits = append(edits, diagnostic.TextEdit{File: p.Source(), Span: span, New: instead})
		}
	}
	reportUninterpolated(p, n, span, "`"+rule.Shown(written)+"` is Puppet language syntax, which Hiera does not interpolate", detail, help, edits...)
}

// endsInPercentage reports whether a percent sign after a text is that of a number, or an escaped one.
func endsInPercentage(text string) bool {
	return text != "" && (text[len(text)-1] == '%' || ascii.IsDigit(text[len(text)-1]))
}

// isDirSetting reports whether a name is that of a setting with a directory, which configuration files of Puppet
// interpolate as `$confdir`.
func isDirSetting(name string) bool {
	return slices.Contains([]string{"codedir", "confdir", "environmentpath", "vardir"}, name)
}

// inHiera returns Hiera's syntax for a variable or call of the Puppet language. It returns "" if that is not obvious,
// or would need double quotes, which may end the YAML string.
func inHiera(written string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(written, "$"), "{"), "}")
	name := strings.TrimPrefix(inner, "::")
	if isDirSetting(name) {
		return "%{settings::" + name + "}"
	}
	if replacement, _ := facter.Legacy(name); replacement.Path != "" {
		inner = "facts." + replacement.Path
	} else if facter.Core(name) != nil || coreAccess().MatchString(name) {
		inner = "facts." + name
	}
	if bareAccess().MatchString(inner) {
		inner = bareIndex().ReplaceAllString(strings.TrimPrefix(inner, "::"), "['$1']")
	}
	token := "%{" + inner + "}"
	template := interpolate.Parse(token)
	parsed := &template.Tokens[0]
	switch _, instead := mistake.Find(template.Text, parsed); {
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

// checkPaths reports `${…}` and malformed variables in the paths of a hiera.yaml, which cannot be shell code.
func checkPaths(p *rule.ConfigPass) {
	seen := map[*data.Node]bool{}
	check := func(n *data.Node, isPath bool, detail string) {
		if n == nil || seen[n] || n.Kind != data.Scalar || !n.Value.Is(data.String) {
			return
		}
		seen[n] = true
		text := n.Value.Text()
		for at, written := range puppetVariables(text) {
			reportDollar(p.Pass, n, at, written, inHiera(written), detail)
		}
		for _, found := range bareVariable().FindAllStringIndex(text, -1) {
			if puppetVariableAt(text[found[0]:]) == 0 && !strings.HasSuffix(text[:found[0]], "%{") {
				written := withoutExtension(text[found[0]:found[1]])
				reportDollar(p.Pass, n, found[0], written, inHiera(written), detail)
			}
		}
		malformed := inBraces()
		if isPath {
			malformed = inPath()
		}
		for _, found := range malformed.FindAllStringIndex(text, -1) {
			if written := withoutExtension(text[found[0]:found[1]]); !strings.HasPrefix(written, "%{") && (found[0] == 0 || !strings.ContainsRune("%${", rune(text[found[0]-1]))) {
				reportMalformed(p.Pass, n, found[0], written, detail)
			}
		}
		if isPath {
			reportExtraBraces(p.Pass, n, text)
		}
	}
	for _, level := range p.Config().AllLevels() {
		check(level.Datadir.Node, true, literalDir)
		for _, location := range level.Locations {
			check(location.Node, level.LocationKind == config.Path || level.LocationKind == config.Mapped, literalPath)
		}
	}
}
