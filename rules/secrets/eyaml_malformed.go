package secrets

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// EyamlMalformed reports encrypted values that no key can decrypt.
var EyamlMalformed = &rule.Rule{
	ID: "HL6004", Name: "eyaml-malformed", Family: family, Severity: diagnostic.Error,
	Selectors: []*rule.Selector{rule.Blocks},
	CheckFile: func(p *rule.FilePass) {
		if len(p.Selected(rule.Blocks)) == 0 {
			return
		}
		if how, _ := decryptionOf(p); how != decrypted {
			reportUnclosed(p)
			return
		}
		for _, n := range p.Selected(rule.Blocks) {
			text := n.Value.Text()
			reported := 0 // the end of the last block that was reported
			for _, o := range openings(text) {
				if o.start < reported {
					continue // part of that block
				}
				d, ok := damage(n, &o)
				if !ok {
					d, ok = unknownMethod(p, &o)
				}
				if !ok {
					continue
				}
				span := o.span(text)
				reported = span.End
				if d.Span == (source.Span{}) {
					d.Span = span
				}
				d.Span = rule.FirstLineOf(p.Source(), n.SourceSpan(d.Span.Start, d.Span.End))
				d.Key = rule.KeyPath(n)
				for i := range d.Fixes {
					d.Fixes[i].Edits[0].File = p.Source()
				}
				p.Report(d)
			}
		}
	},
}

// block matches a value that a program other than hiera-eyaml encrypted, or its start.
var block = lazyregexp.New(`^ENC\[[\w+/=:.,-]{16,}(\]?)\s*$`)

// reportUnclosed reports values encrypted by a program other than hiera-eyaml that have no closing bracket, although others of
// the file have one.
func reportUnclosed(p *rule.FilePass) {
	var unclosed []*data.Node
	isClosed := false
	for _, n := range p.Selected(rule.Blocks) {
		text := n.Value.Text()
		if m := block().FindStringSubmatch(text); m != nil && len(openings(text)) == 0 {
			if m[1] == "" {
				unclosed = append(unclosed, n)
			} else {
				isClosed = true
			}
		}
	}
	if !isClosed {
		return
	}
	for _, n := range unclosed {
		p.Report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning,
			Span:     rule.FirstLine(n),
			Key:      rule.KeyPath(n),
			Message:  "encrypted block without a closing bracket",
			Detail:   "The other encrypted values in this file have one; without it, a value is probably not decrypted",
			Help:     closeBlock,
		})
	}
}

const (
	closeBlock = "add the `]` at its end, or restore the value from an earlier version"
	staysText  = "Puppet does not recognize it as a block: the encrypted string becomes the value"
	fetchAgain = "encrypt the value again, or restore it from an earlier version"
)

// damage returns the finding about a damaged block in the string n. The finding's span is relative to the string; an
// empty one means the whole block.
func damage(n *data.Node, o *opening) (diagnostic.Diagnostic, bool) {
	text := n.Value.Text()
	content := text[o.content:]
	if o.block == nil || o.method != "" && !strings.HasPrefix(content, o.method+",") {
		return notABlock(text, content, o), true
	}
	if !isMethod(o.block.Method) {
		near, ok := nearest.Name(strings.ToUpper(o.block.Method), methods)
		if !ok {
			return diagnostic.Diagnostic{}, false // of an unknown plugin
		}
		at := o.content + strings.Index(content, o.block.Method)
		span := source.Span{Start: at, End: at + len(o.block.Method)}
		return diagnostic.Diagnostic{
			Span:    span,
			Message: "unknown encryption method `" + o.block.Method + "`",
			Detail:  "Every lookup of the key fails: `cannot load such file -- hiera/backend/eyaml/encryptors/" + strings.ToLower(o.block.Method) + "`",
			Meant:   near,
			Fixes:   []diagnostic.Fix{edit.Write(n.Doc.File, n.SourceSpan(span.Start, span.End), near)},
		}, true
	}
	if !eyaml.IsEncrypted(text) {
		return diagnostic.Diagnostic{
			Message: "encrypted block spans several lines of the value",
			Detail:  staysText,
			Help:    "use `>` with the lines of the block below it, all at the same indentation",
		}, true
	}
	if strings.EqualFold(o.block.Method, eyaml.DefaultMethod) && !isPKCS7(o.block) {
		return diagnostic.Diagnostic{
			Message: "encrypted block with an incomplete PKCS7 message",
			Detail:  "Every lookup of the key fails: `Could not parse the PKCS7: no start line`",
			Help:    fetchAgain,
		}, true
	}
	return diagnostic.Diagnostic{}, false
}

// unknownMethod returns the finding about a block whose method is neither hiera-eyaml's nor that of a published plugin,
// unless a level that reads the file has an option whose name starts with the method.
func unknownMethod(p *rule.FilePass, o *opening) (diagnostic.Diagnostic, bool) {
	method := strings.ToLower(o.method)
	if method == "" || isMethod(method) || slices.ContainsFunc(p.File.Matches, func(m project.Match) bool { return hasOption(m.Level, method+"_") }) {
		return diagnostic.Diagnostic{}, false
	}
	return diagnostic.Diagnostic{
		Severity: diagnostic.Warning,
		Message:  "unknown encryption method `" + o.method + "`, unless a plugin provides it",
		Detail:   "Without such a plugin every lookup of the key fails: `cannot load such file -- hiera/backend/eyaml/encryptors/" + method + "`",
		Help:     "write `ENC[PKCS7,…]`, or set the plugin's options for the level",
	}, true
}

// hasOption reports whether a level has an option with this prefix.
func hasOption(level *config.Level, prefix string) bool {
	return level.Options != nil && slices.ContainsFunc(level.Options.Entries(), func(e data.Entry) bool { return strings.HasPrefix(e.Key.Text(), prefix) })
}

// notABlock returns the finding about text that was meant to be a block.
func notABlock(text, content string, o *opening) diagnostic.Diagnostic {
	end := strings.IndexByte(content, ']')
	opened := text[o.start:o.content]
	switch {
	case end < 0:
		return diagnostic.Diagnostic{Message: "encrypted block without a closing bracket", Detail: staysText, Help: closeBlock}
	case opened != "ENC[":
		return diagnostic.Diagnostic{
			Span:    source.Span{Start: o.start, End: o.content},
			Message: "an encrypted block starts with `ENC[`, not `" + opened + "`", Detail: staysText, Help: "write `ENC[`",
		}
	}
	start := 0
	if o.method != "" {
		start = strings.Index(content, o.method) + len(o.method)
		if content[start] != ',' || !strings.HasPrefix(content, o.method) {
			return diagnostic.Diagnostic{
				Span:    source.Span{Start: o.content, End: o.content + start + 1},
				Message: "encrypted block without a comma directly after the method", Detail: staysText, Help: "write `ENC[" + o.method + ",…]`",
			}
		}
		start++
	}
	if isLeftOut(content[start:end]) {
		return diagnostic.Diagnostic{
			Severity: diagnostic.Warning,
			Message:  "placeholder in place of an encrypted block",
			Detail:   "Puppet does not recognize it as a block: the literal string becomes the value", Help: "write the whole block, or remove the key",
		}
	}
	bad := strings.IndexFunc(content[start:end], func(r rune) bool { return !eyaml.IsCipher(r) })
	if bad < 0 {
		return diagnostic.Diagnostic{Message: "empty encrypted block", Detail: staysText, Help: fetchAgain}
	}
	bad += start
	return diagnostic.Diagnostic{
		Span:    source.Span{Start: o.content + bad, End: o.content + bad + len(string([]rune(content[bad:])[0]))},
		Message: "invalid Base64 character in an encrypted block", Detail: staysText, Help: fetchAgain,
	}
}

// isLeftOut reports whether the content of a block is a placeholder as in documentation: `...`, `MIIB…`, `<encrypted>`.
func isLeftOut(content string) bool {
	content = strings.TrimSpace(content)
	if strings.HasPrefix(content, "<") && strings.HasSuffix(content, ">") {
		return true
	}
	rest := strings.NewReplacer("...", "", "..", "", "…", "").Replace(content)
	return rest != content && strings.IndexFunc(rest, func(r rune) bool { return !eyaml.IsCipher(r) }) < 0
}

// isPKCS7 reports whether a block is a PKCS7 message. Messages of indefinite length, which some programs write, are not
// checked.
func isPKCS7(b *eyaml.Block) bool {
	message := b.Decode()
	if len(message) > 1 && message[1] == 0x80 {
		return true
	}
	_, err := eyaml.Recipients(message)
	return err == nil
}
