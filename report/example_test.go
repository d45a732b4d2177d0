package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/notseen"
)

// find returns the span of the nth occurrence (from 1) of token in file.
func find(t testing.TB, file *source.File, token string, nth int) source.Span {
	t.Helper()
	from := 0
	for ; ; nth-- {
		i := bytes.Index(file.Text[from:], []byte(token))
		if i < 0 {
			t.Fatalf("%q not found in %s", token, file.Path)
		}
		if nth == 1 {
			return source.Span{Start: from + i, End: from + i + len(token)}
		}
		from += i + 1
	}
}

func rule(id, name string, severity diagnostic.Severity, title string) *diagnostic.Descriptor {
	explanation := diagnostic.Explanation{
		Title: title, What: "What `" + name + "` reports: see <the title>.", Why: "It costs hours.", Puppet: "Puppet fails with `some error`. (Puppet 7.23)",
	}
	explanation.Page = fmt.Sprintf(examplePage, name, title, id, severity, explanation.What, explanation.Why, explanation.Puppet)
	families := map[byte]string{'1': "yaml", '2': "interpolation", '3': "lookup-options", '5': "keys", '6': "security"}
	return &diagnostic.Descriptor{
		ID: id, Name: name, Severity: severity, Family: families[id[2]], GuardsSecrets: id[2] == '6',
		URL:     "https://github.com/hieralint/hieralint/blob/main/docs/rules/" + name + ".md",
		Explain: func() diagnostic.Explanation { return explanation },
	}
}

const examplePage = `# %s

%s.

| id | severity | looks at |
|---|---|---|
| %s | %s | each data file |

## What it reports

%s

## Why it matters

%s

## What Puppet does

%s

## Example

Avoid:

` + "`data/common.yaml`\n\n```yaml\na: 1\n```\n\nPrefer:\n\n`data/common.yaml`\n\n```yaml\na: '1'\n```\n"

var (
	aliasRule     = rule("HL2002", "alias-not-whole-value", diagnostic.Error, "`alias` is not the whole value")
	unquotedRule  = rule("HL2001", "interpolation-unquoted", diagnostic.Error, "Unquoted interpolation")
	optionRule    = rule("HL3004", "lookup-options-unknown-option", diagnostic.Error, "Unknown option in lookup_options")
	duplicateRule = rule("HL1001", "yaml-duplicate-key", diagnostic.Error, "Duplicate key")
	booleanRule   = rule("HL1010", "yaml-implicit-boolean", diagnostic.Warning, "Unquoted word read as a boolean")
	unusedRule    = rule("HL5007", "unused-key", diagnostic.Note, "Unused key")
	secretRule    = rule("HL6001", "plaintext-secret", diagnostic.Note, "Plaintext secret")
	regexRule     = rule("HL3001", "lookup-options-bad-pattern", diagnostic.Error, "Invalid regular expression")

	exampleRules = []*diagnostic.Descriptor{duplicateRule, booleanRule, unquotedRule, aliasRule, regexRule, optionRule, unusedRule, secretRule}
)

// Data files of the example.
const (
	exampleNode = `---
# The first web server. Ask Jürgen before you change it.
profile::web::workers: 8
profile::web::vhosts:

  shop.example.com:
    # behind the load balancer
    port: 8080
    docroot: "/srv/%{alias('profile::web::base')}"
    tls: on
  статус.example.com:
    docroot: /srv/状態/%{facts.networking.fqdn}/😀/current

profile::web::admins:
- name: alice
  key: ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQDJ4qv7TQFxPUZqWz8RjQ0Z3Qm1J9Zk1s1v0iYkYwz8m3n5o5p5q5r5s5t5u5v5w5x5y5z %{lookup(host)} AAAAB3NzaC1yc2EAAAADAQABAAABgQDJ4qv7TQFxPUZqWz8RjQ0Z3Qm1J9Zk1s1v0iYkYwz8m3n5o5 alice@example.com
- name: bob
  shell: /bin/zsh
`

	exampleCommon = `lookup_options:
  profile::web::vhosts:
    merge: deep
    knockout_prefix: "--"
  "^profile::(.*::users":
    merge: hash

profile::web::base: /srv/www
profile::db::password: hunter2
profile::web::base: /var/www
`
)

// example returns a report on a control repo with various kinds of findings.
func example(t testing.TB) *Report {
	node := source.New("data/nodes/web01.example.com.yaml", []byte(exampleNode))
	common := source.New("data/common.yaml", []byte(exampleCommon))
	role := source.New("data/role/web.yaml", []byte("\uFEFFprofile::motd: %{facts.os.name}\r\n  and more\r\nprofile::old: 1\r\n"))
	diagnostics := []diagnostic.Diagnostic{
		{
			Rule: optionRule, Severity: diagnostic.Error, File: common, Span: find(t, common, "knockout_prefix", 1),
			Message: "`knockout_prefix` has no effect next to `merge`",
			Detail:  "Puppet ignores it: values that start with `--` stay in the result",
			Help:    "write `merge: {strategy: deep, knockout_prefix: \"--\"}`",
			Key:     diagnostic.KeyPath{{Name: "lookup_options"}, {Name: "profile::web::vhosts"}, {Name: "knockout_prefix"}},
			Fixes: []diagnostic.Fix{{Message: "move it into `merge`", Edits: []diagnostic.TextEdit{
				{File: common, Span: find(t, common, "deep\n    knockout_prefix: \"--\"", 1), New: "\n      strategy: deep\n      knockout_prefix: \"--\""},
			}}},
		}, {
			Rule: regexRule, Severity: diagnostic.Error, File: common, Span: find(t, common, `"^profile::(.*::users"`, 1),
			Message: "the pattern `^profile::(.*::users` is not a valid regular expression: end pattern with unmatched parenthesis",
			Detail:  "Every lookup fails",
			Help:    "close the parenthesis",
			Key:     diagnostic.KeyPath{{Name: "lookup_options"}, {Name: "^profile::(.*::users"}},
		}, {
			Rule: secretRule, Severity: diagnostic.Note, File: common, Span: find(t, common, "hunter2", 1),
			Message: "`profile::db::password` looks like a plaintext secret",
			Help:    "encrypt it with `eyaml encrypt`",
			Key:     diagnostic.RootKey("profile::db::password"),
		}, {
			Rule: duplicateRule, Severity: diagnostic.Error, File: common, Span: find(t, common, "profile::web::base", 2),
			Message: "`profile::web::base` is defined twice",
			Detail:  "Puppet silently keeps the last value and discards the earlier one",
			Key:     diagnostic.RootKey("profile::web::base"),
			Related: []diagnostic.Related{{File: common, Span: find(t, common, "profile::web::base", 1), Message: "defined here first"}},
			Fixes: []diagnostic.Fix{
				{Message: "remove the earlier one", Safe: true, Edits: []diagnostic.TextEdit{{File: common, Span: find(t, common, "profile::web::base: /srv/www\n", 1)}}},
				{Message: "remove this one", Edits: []diagnostic.TextEdit{{File: common, Span: find(t, common, "profile::web::base: /var/www\n", 1)}}},
			},
		}, {
			Rule: aliasRule, Severity: diagnostic.Error, File: node, Span: find(t, node, "%{alias('profile::web::base')}", 1),
			Message: "`alias` must be the whole value",
			Detail:  "Every lookup of `profile::web::vhosts` fails on 3 nodes (web01.example.com, …)",
			Help:    "use `%{lookup('profile::web::base')}` to insert the value as a string",
			Key:     diagnostic.KeyPath{{Name: "profile::web::vhosts"}, {Name: "shop.example.com"}, {Name: "docroot"}},
			Fixes: []diagnostic.Fix{{Message: "use `lookup` instead of `alias`", Edits: []diagnostic.TextEdit{
				{File: node, Span: find(t, node, "alias", 1), New: "lookup"},
			}}},
		}, {
			Rule: booleanRule, Severity: diagnostic.Warning, File: node, Span: find(t, node, "on\n", 1),
			Message: "`on` is read as true",
			Fixes: []diagnostic.Fix{
				{Message: "write `true`", Safe: true, Edits: []diagnostic.TextEdit{{File: node, Span: find(t, node, "on\n", 1), New: "true\n"}}},
				{Message: "quote it", Edits: []diagnostic.TextEdit{{File: node, Span: find(t, node, "on\n", 1), New: "'on'\n"}}},
			},
		}, {
			Rule: unquotedRule, Severity: diagnostic.Warning, File: node, Span: find(t, node, "%{facts.networking.fqdn}", 1),
			Message: "unquoted value contains an interpolation token",
			Key:     diagnostic.KeyPath{{Name: "profile::web::vhosts"}, {Name: "статус.example.com"}, {Name: "docroot"}},
		}, {
			Rule: unquotedRule, Severity: diagnostic.Warning, File: node, Span: find(t, node, "%{lookup(host)}", 1),
			Message: "unquoted value contains an interpolation token",
			Detail:  "This parses today, but the file breaks as soon as the token is moved to the start of the value",
			Help:    "quote the whole value",
			Key:     diagnostic.KeyPath{{Name: "profile::web::admins"}, {Name: "0", IsIndex: true}, {Name: "key"}},
		}, {
			Rule: unquotedRule, Severity: diagnostic.Error, File: role, Span: find(t, role, "%{facts.os.name}\r\n  and more", 1),
			Message: "unquoted value starts with an interpolation token",
			Detail:  "Puppet cannot parse the file, so every lookup that reaches it fails",
			Fixes: []diagnostic.Fix{{Message: "quote the value", Safe: true, Edits: []diagnostic.TextEdit{
				{File: role, Span: source.Span{Start: 18, End: 18}, New: `"`},
				{File: role, Span: source.Span{Start: 46, End: 46}, New: `"`},
			}}},
		}, {
			Rule: unusedRule, Severity: diagnostic.Note, File: role, Span: find(t, role, "profile::old", 1),
			Message: "nothing looks up `profile::old`",
			Key:     diagnostic.RootKey("profile::old"),
			Related: []diagnostic.Related{
				{File: common, Span: find(t, common, "merge: deep", 1), Message: "one"},
				{File: common, Span: find(t, common, "merge: hash", 1), Message: "two"},
				{File: node, Span: find(t, node, "alice", 1), Message: "three [with brackets]"},
				{File: node, Span: find(t, node, "bob", 1), Message: "four"},
				{File: node, Span: find(t, node, "zsh", 1), Message: "five"},
			},
		},
	}
	r := &Report{Diagnostics: diagnostics, Rules: exampleRules, Summary: Count(214, diagnostics)}
	r.Summary.NotSeen = []notseen.Part{{What: "module `stdlib` (not installed)"}, {What: "2 eyaml keys"}}
	return r
}

// clean returns a report without findings.
func clean() *Report {
	return &Report{Rules: exampleRules, Summary: Summary{Files: 214, Duration: 80 * time.Millisecond}}
}

func write(t testing.TB, format Writer, r *Report, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := format(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
