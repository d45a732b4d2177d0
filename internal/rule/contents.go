package rule

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
)

// mayBeBlock reports whether a string may contain a hiera-eyaml block, ENC[…] or DEC::…[…]!, in
// upper or lower case.
func mayBeBlock(text string) bool {
	for rest := text; ; {
		at := strings.IndexByte(rest, '[')
		if at < 0 {
			return false
		}
		if at >= 3 && strings.EqualFold(rest[at-3:at], "ENC") || at >= 4 && strings.EqualFold(rest[at-4:at], "ENC ") || strings.Contains(rest[:at], "::") {
			return true
		}
		rest = rest[at+1:]
	}
}

// contents collects the values of a data file that rules check, in a single walk: since most
// scalars concern no rule, walking the file in each rule would take longer than the checks. All
// lists are in the order of the file. Aliased values are visited at their anchor.
type contents struct {
	file *project.File
	once sync.Once

	// options is the value of the effective lookup_options, or nil; problems is what the engine
	// finds wrong with it.
	options  *data.Node
	problems []lookupoptions.Problem
	// unquoted lists the scalars that start with an unquoted token, because of which the file
	// cannot be parsed.
	unquoted []source.Span
	// texts lists the strings with tokens: values and the keys of nested hashes. Puppet does not
	// interpolate top-level keys (Puppet 7.23).
	texts []Text
	// dollars lists the strings with a `$`.
	dollars []*data.Node
	// puppet lists the strings that may contain Puppet language syntax other than variables; see
	// mayBePuppet.
	puppet []*data.Node
	// implicit lists the unquoted, untagged scalars that YAML may read differently than people do;
	// see isImplicit. Those in lookup_options are excluded, since other rules check them.
	implicit []*data.Node
	// commas lists the unquoted strings that end in a comma, except those in lookup_options.
	commas []*data.Node
	// folded lists the unquoted strings, except keys, that are not on one line with their key or
	// dash.
	folded []*data.Node
	// quotes lists the unquoted strings, including keys, that end in a quotation mark, straight or
	// curly, or a backtick.
	quotes []*data.Node
	// gaps lists the nested hashes in block style with a key that has no value.
	gaps []*data.Node
	// parameters lists the keys of nested hashes that have the form of a class parameter's key,
	// except those in lookup_options.
	parameters []*data.Node
	// booleans lists the unquoted hash values that may be misspelled booleans, and addresses the
	// strings that may be addresses of hosts or networks.
	booleans, addresses []*data.Node
	// sshKeys lists the strings that may contain SSH public keys.
	sshKeys []*data.Node
	// moduleFiles lists the strings that start like the URL of a file in a module, or end like the
	// path of a template.
	moduleFiles []*data.Node
	// blocks lists the strings that may contain a hiera-eyaml block; see mayBeBlock.
	blocks []*data.Node
	// secrets lists the keys at any depth whose name suggests a secret and whose value is a string,
	// or whose value is a private key.
	secrets []*data.Node
	// keys lists the keys of nested hashes that are neither strings nor numbers, and symbols the
	// values that are symbols. Puppet rejects both.
	keys, symbols []*data.Node
}

// take collects the values of a data file.
func (c *contents) take(root *data.Node) {
	for key, value := range root.Entries() {
		if endsInQuote(key) {
			c.quotes = append(c.quotes, key)
		}
		c.secret(key, value)
		c.walk(value, IsKey(key, lookupoptions.Key))
	}
}

func (c *contents) walk(n *data.Node, inOptions bool) {
	switch n.Kind {
	case data.Scalar:
		c.scalar(n, inOptions)
	case data.Mapping:
		hasGap := false
		for key, value := range n.Entries() {
			switch {
			case isUnusableKey(key):
				c.keys = append(c.keys, key)
			case key.Value == nil || key.Value.Kind() != data.Symbol: // symbols become strings as keys
				c.walk(key, inOptions)
			}
			if !inOptions && mayBeParameter(key) {
				c.parameters = append(c.parameters, key)
			}
			hasGap = hasGap || IsBare(key, value)
			c.secret(key, value)
			c.walk(value, inOptions)
		}
		if hasGap {
			c.gaps = append(c.gaps, n)
		}
	case data.Sequence:
		for _, child := range n.Children {
			c.walk(child, inOptions)
		}
	case data.Alias:
	}
}

// secret records an entry that may be a secret.
func (c *contents) secret(key, value *data.Node) {
	if value.Kind == data.Scalar && value.Value != nil && value.Value.Kind() == data.String && key.Kind == data.Scalar && secret.KindIn(key.Text(), value.Value.Text()) != secret.None {
		c.secrets = append(c.secrets, key)
	}
}

func (c *contents) scalar(n *data.Node, inOptions bool) {
	if n.Value == nil {
		return
	}
	switch n.Value.Kind() {
	case data.String:
		if t := interpolate.Parse(n.Value.Text()); t != nil {
			c.texts = append(c.texts, Text{Node: n, Template: t, InOptions: inOptions})
		}
		if strings.IndexByte(n.Value.Text(), '$') >= 0 {
			c.dollars = append(c.dollars, n)
		}
		if mayBePuppet(n.Value.Text()) {
			c.puppet = append(c.puppet, n)
		}
		if !inOptions && EndsInComma(n) {
			c.commas = append(c.commas, n)
		}
		if mayBeBoolean(n) {
			c.booleans = append(c.booleans, n)
		}
		if mayBeAddress(n.Value.Text()) {
			c.addresses = append(c.addresses, n)
		}
		if mayBeSSHKey(n.Value.Text()) {
			c.sshKeys = append(c.sshKeys, n)
		}
		if mayBeModuleFile(n.Value.Text()) {
			c.moduleFiles = append(c.moduleFiles, n)
		}
		if endsInQuote(n) {
			c.quotes = append(c.quotes, n)
		}
		if isUnquoted(n) && !n.IsKey() && isFolded(n) {
			c.folded = append(c.folded, n)
		}
		if mayBeBlock(n.Value.Text()) {
			c.blocks = append(c.blocks, n)
		}
	case data.Symbol:
		if name := n.Value.Text(); name != "default" && name != "undef" {
			c.symbols = append(c.symbols, n)
		}
	}
	if !inOptions && n.Style == data.Plain && n.Tag == "" && n.Doc.Format == data.YAML && isImplicit(n) {
		c.implicit = append(c.implicit, n)
	}
}

// mayBePuppet reports whether a string may contain Puppet language syntax other than variables: a
// function call (see mayCall), a token without its percent sign or opening brace or in double
// braces, an attribute with an arrow or equals sign, or a resource reference with a quoted title.
func mayBePuppet(text string) bool {
	return mayCall(text) || strings.Contains(text, "=>") || strings.HasPrefix(text, "=") || strings.HasSuffix(text, "']") || strings.HasSuffix(text, `"]`) ||
		strings.Contains(text, "{::") || strings.Contains(text, "{facts") || strings.Contains(text, "{trusted") ||
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

// isUnusableKey reports whether Puppet rejects a hash with this key. Symbols become strings.
func isUnusableKey(key *data.Node) bool {
	if key.Value == nil {
		return false
	}
	switch key.Value.Kind() {
	case data.Undef, data.Boolean, data.Array, data.Hash:
		return true
	}
	return false
}

// EndsInComma reports whether a node is an unquoted string that ends in a comma.
func EndsInComma(n *data.Node) bool { return isUnquoted(n) && strings.HasSuffix(n.Text(), ",") }

// mayBeBoolean reports whether an unquoted hash value resembles true or false in length, first, and
// last letter.
func mayBeBoolean(n *data.Node) bool {
	text := n.Text()
	return len(text) >= len("tru") && len(text) <= len("false")+1 && strings.IndexByte("tTfFrRaA", text[0]) >= 0 && isUnquoted(n) && n.Counterpart() != nil && !n.IsKey()
}

// mayBeAddress reports whether a string consists of the characters of an address and contains
// separators of one.
func mayBeAddress(text string) bool {
	dots, colons := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			dots++
		case c == ':':
			colons++
		case c >= '0' && c <= '9', c|0x20 >= 'a' && c|0x20 <= 'f', c == '/', c == ' ':
		default:
			return false
		}
	}
	return dots >= 3 || colons >= 3
}

// minSSHKey is the minimum length of a public key.
const minSSHKey = 40

// mayBeSSHKey reports whether a string contains the start of the name of a public key's type, in
// Base64.
func mayBeSSHKey(text string) bool {
	return len(text) >= minSSHKey && (strings.Contains(text, "3NzaC1") || strings.Contains(text, "2VjZHNh") || strings.Contains(text, "nNrLXNz") || strings.Contains(text, "nNrLWVj"))
}

// mayBeModuleFile reports whether a string starts like the URL of a file in a module, or ends like
// the path of a template.
func mayBeModuleFile(text string) bool {
	return strings.HasPrefix(text, "puppet:///modules/") || strings.HasSuffix(text, ".erb") || strings.HasSuffix(text, ".epp")
}

func endsInQuote(n *data.Node) bool {
	if !isUnquoted(n) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(n.Text())
	return strings.ContainsRune("'\"`”’", last)
}

// IsBare reports whether a key in block style has no value, not even `~`.
func IsBare(key, value *data.Node) bool {
	return key.Kind == data.Scalar && key.Parent != nil && key.Parent.Style != data.Flow && value.Kind == data.Scalar &&
		value.Style == data.Plain && value.Tag == "" && value.Anchor == "" && value.Text() == "" && value.Doc.Format == data.YAML
}

// isFolded reports whether a string continues on another line, or starts on another line than its
// key.
func isFolded(n *data.Node) bool {
	span := n.Span
	if key := n.Counterpart(); key != nil {
		span.Start = key.Span.End
	}
	return bytes.IndexByte(n.Doc.File.Slice(span), '\n') >= 0
}

// mayBeParameter reports whether a key has the form of a class parameter's key.
func mayBeParameter(key *data.Node) bool {
	return key.Kind == data.Scalar && key.Value != nil && key.Value.Kind() == data.String && strings.Contains(key.Value.Text(), "::") && IsParameterKey(key.Value.Text())
}

// isUnquoted reports whether a node is an unquoted string without a tag.
func isUnquoted(n *data.Node) bool {
	return n.Kind == data.Scalar && n.Style == data.Plain && n.Tag == "" && n.Doc.Format == data.YAML &&
		n.Value != nil && n.Value.Kind() == data.String
}

// isImplicit reports whether YAML may read an unquoted scalar differently than people do: a boolean
// other than true and false, a number that does not consist of digits only, or a string that starts
// like a number.
func isImplicit(n *data.Node) bool {
	text := n.Text()
	switch n.Value.Kind() {
	case data.Boolean:
		return text != "true" && text != "false"
	case data.Integer:
		return text[0] == '0' && len(text) > 1 || strings.Trim(text, "0123456789") != ""
	case data.Float:
		return true
	case data.String:
		return text[0] == '0' || strings.IndexByte("123456789+-.", text[0]) >= 0 && strings.ContainsAny(text, "eE")
	}
	return false
}

// of returns the contents, which are collected by the first call.
func (c *contents) of() *contents {
	c.once.Do(c.collect)
	return c
}

func (c *contents) collect() {
	for _, problem := range c.file.Doc.Problems {
		if problem.Code == data.UnquotedToken {
			c.unquoted = append(c.unquoted, problem.Span)
		}
	}
	root := c.file.Doc.Root
	if root == nil || root.Kind != data.Mapping {
		return
	}
	c.take(root)
	for key, value := range root.Entries() {
		if IsKey(key, lookupoptions.Key) {
			c.options = value // the last of several takes effect
		}
	}
	if c.options != nil {
		c.problems = lookupoptions.Check(c.options.Value, moduleOf(c.file))
	}
}

// Texts returns the strings of the data file that Puppet interpolates.
func (p *FilePass) Texts() []Text {
	if slices.ContainsFunc(p.File.Functions, func(f *project.DataFunction) bool { return !f.Interpolates }) {
		return nil
	}
	return p.contents.of().texts
}

// IsUnparsable reports whether a scalar starts with an unquoted token, so that Puppet cannot parse
// the file.
func (p *FilePass) IsUnparsable(n *data.Node) bool {
	spans := p.contents.of().unquoted
	i, found := slices.BinarySearchFunc(spans, n.Span.Start, func(s source.Span, start int) int { return s.Start - start })
	if !found {
		i--
	}
	return i >= 0 && n.Span.End <= spans[i].End
}

// Dollars returns the strings with a `$`.
func (p *FilePass) Dollars() []*data.Node { return p.contents.of().dollars }

// Booleans returns the unquoted hash values that may be misspelled booleans.
func (p *FilePass) Booleans() []*data.Node { return p.contents.of().booleans }

// Addresses returns the strings that may be addresses of hosts or networks.
func (p *FilePass) Addresses() []*data.Node { return p.contents.of().addresses }

// SSHKeys returns the strings that may contain SSH public keys.
func (p *FilePass) SSHKeys() []*data.Node { return p.contents.of().sshKeys }

// ModuleFiles returns the strings that start like the URL of a file in a module, puppet:///modules/…, or end like the
// path of a template.
func (p *FilePass) ModuleFiles() []*data.Node { return p.contents.of().moduleFiles }

// Puppet returns the strings that may contain Puppet language syntax other than variables.
func (p *FilePass) Puppet() []*data.Node { return p.contents.of().puppet }

// Implicit returns the unquoted scalars that YAML may read differently than people do.
func (p *FilePass) Implicit() []*data.Node { return p.contents.of().implicit }

// TrailingCommas returns the unquoted strings, including keys of nested hashes, that end in a
// comma.
func (p *FilePass) TrailingCommas() []*data.Node { return p.contents.of().commas }

// TrailingQuotes returns the unquoted strings, including keys, that end in a quotation mark,
// straight or curly, or a backtick.
func (p *FilePass) TrailingQuotes() []*data.Node { return p.contents.of().quotes }

// Gaps returns the nested hashes in block style with a key that has no value.
func (p *FilePass) Gaps() []*data.Node { return p.contents.of().gaps }

// NestedParameters returns the keys of nested hashes that have the form of a class parameter's key, except those in
// lookup_options.
func (p *FilePass) NestedParameters() []*data.Node { return p.contents.of().parameters }

// Folded returns the unquoted strings, except keys, that are not on one line with their key or dash.
func (p *FilePass) Folded() []*data.Node { return p.contents.of().folded }

// Blocks returns the strings that may contain a hiera-eyaml block.
func (p *FilePass) Blocks() []*data.Node { return p.contents.of().blocks }

// Secrets returns the keys at any depth whose name or value is that of a secret.
func (p *FilePass) Secrets() []*data.Node { return p.contents.of().secrets }

// UnusableKeys returns the keys of nested hashes that Puppet rejects, which are neither strings nor
// numbers.
func (p *FilePass) UnusableKeys() []*data.Node { return p.contents.of().keys }

// Symbols returns the values that are symbols, which Puppet rejects.
func (p *FilePass) Symbols() []*data.Node { return p.contents.of().symbols }

// Options returns the effective lookup_options of the data file; nil if there is none.
func (p *FilePass) Options() *data.Node { return p.contents.of().options }

// OptionProblems returns what the engine finds wrong with the lookup_options of the data file.
func (p *FilePass) OptionProblems() []lookupoptions.Problem { return p.contents.of().problems }

// Module returns the module that the data belongs to; "" for data of an environment.
func (p *FilePass) Module() string { return moduleOf(p.File) }

func moduleOf(f *project.File) string {
	for _, m := range f.Matches {
		if m.Root.Layer != config.Module {
			return ""
		}
	}
	if names := f.Modules(); len(names) > 0 {
		return names[0]
	}
	return ""
}

// RootKeys returns the root keys of the data file, including duplicates and merge keys.
func (p *FilePass) RootKeys() []*data.Node {
	var keys []*data.Node
	for key := range p.Doc().Root.Entries() {
		keys = append(keys, key)
	}
	return keys
}
