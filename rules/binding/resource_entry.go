package binding

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/yamledit"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// titleRule describes the titles of a type, which are the values of an attribute unless that has another one.
type titleRule struct {
	attribute string
	pattern   func() *regexp.Regexp
	must      string
}

var titleRules = map[string]titleRule{
	"file":     {"path", absolutePath, "be an absolute path"},
	"firewall": {"name", numberAtStart, "start with a number"},
}

// checkTitle reports a title that the resource type does not accept.
func (r *resources) checkTitle(p *rule.KeyPass, at project.Definition, title, entry *data.Value) {
	t, ok := titleRules[r.creation.Type]
	isOther := func(name string) bool { return name == t.attribute || name == "*" }
	switch {
	case !ok || !r.creation.Titled || r.defined != nil || hasKey(entry, t.attribute) || slices.ContainsFunc(r.creation.Given, isOther):
	case isInterpolated(title) || t.pattern().MatchString(title.Text()) || r.isElsewhere(p, at, title.Text()):
	default:
		r.report(p, title.Node(), diagnostic.Diagnostic{
			Message: "the title of a `" + r.creation.Type + "` resource must " + t.must + ", unless it has a `" + t.attribute + "`",
			Detail:  "Catalogs with the " + r.resource(title.Text()) + " cannot be applied",
			Help:    "correct the title, or add `" + t.attribute + "`",
		}, title.Text())
	}
}

// excluded lists attributes of a type that cannot be combined: each of the first with each of the others.
var excluded = map[string][][2]string{
	"cron": {{"special", "minute hour weekday month monthday"}},
	"file": {{"content", "source target"}, {"source", "target"}},
}

// checkCombinations reports attributes of an entry that cannot be combined.
func (r *resources) checkCombinations(p *rule.KeyPass, title string, entry *data.Value) {
	for _, pair := range excluded[r.creation.Type] {
		if v, ok := entry.Get(pair[0]); !ok || v.IsUndef() {
			continue
		}
		for _, e := range entry.Entries() {
			n := e.Key.Node()
			if n == nil || n.Doc == nil || e.Value.IsUndef() || !slices.Contains(strings.Fields(pair[1]), e.Key.Text()) {
				continue
			}
			r.report(p, n, diagnostic.Diagnostic{
				Message: "a `" + r.creation.Type + "` resource cannot have both `" + pair[0] + "` and `" + n.Text() + "`",
				Detail:  "Catalogs with the " + r.resource(title) + " cannot be applied",
				Help:    "remove one of them",
			}, title)
			break
		}
	}
}

// checkNeeds reports an entry that lacks an attribute that it needs: the path to its commands, or the user of a key.
func (r *resources) checkNeeds(p *rule.KeyPass, at project.Definition, title, entry *data.Value) {
	hasOther := func(names ...string) bool {
		return slices.ContainsFunc(append(names, "*"), func(name string) bool { return hasKey(entry, name) || slices.Contains(r.creation.Given, name) })
	}
	if r.defined != nil || p.Code().Adjusts(r.creation.Type) {
		return
	}
	d := diagnostic.Diagnostic{Detail: "Catalogs with the " + r.resource(title.Text()) + " cannot be applied"}
	switch n := title.Node(); {
	case r.creation.Type == "ssh_authorized_key" && !hasOther("user", "target") && !r.isElsewhere(p, at, title.Text()):
		d.Message, d.Help = "an `ssh_authorized_key` resource must have a `user` or a `target`", "add `user`"
		r.report(p, n, d, title.Text())
	case r.creation.Type == "exec" && !hasOther("path", "provider"):
		for name, command := range commandsOf(title, entry, r.creation.Titled && !hasOther("command")) {
			if n := command.Node(); n != nil && n.Doc != nil && !isInterpolated(command) && !absolutePath().MatchString(command.Text()) && !r.isElsewhere(p, at, title.Text()) {
				d.Message, d.Help = "the "+name+" of an `exec` resource must be an absolute path, unless it has a `path`", "write an absolute path, or add `path`"
				r.report(p, n, d, title.Text())
			}
		}
	}
}

// commandsOf returns the commands of an exec, each with what it is in words.
func commandsOf(title, entry *data.Value, ofTitle bool) iter.Seq2[string, *data.Value] {
	return func(yield func(string, *data.Value) bool) {
		if ofTitle && !yield("title", title) {
			return
		}
		for _, name := range []string{"command", "unless", "onlyif"} {
			if v, ok := entry.Get(name); ok && v.Kind() == data.String && !yield("`"+name+"`", v) {
				return
			}
		}
	}
}

// checkReference reports a value of a metaparameter that is no reference to a resource, or refers to one whose title has quotes.
func (r *resources) checkReference(p *rule.KeyPass, title, name string, value *data.Value) {
	if !slices.Contains(ordering, name) {
		return
	}
	values := []*data.Value{value}
	if value.Kind() == data.Array {
		values = value.Items()
	}
	for _, v := range values {
		n := v.Node()
		if n == nil || n.Doc == nil || v.Kind() != data.String || isInterpolated(v) {
			continue
		}
		d := diagnostic.Diagnostic{Message: "`" + rule.Shown(v.Text()) + "` does not refer to a resource", Help: "write the type and the title, such as `File[/etc/motd]`"}
		m := resourceReference().FindStringSubmatch(v.Text())
		switch {
		case m == nil:
		case strings.TrimSpace(m[1]) != m[1]:
			d.Help = "remove the space before the bracket"
		case len(m[2]) > 2 && (m[2][0] == '\'' || m[2][0] == '"') && m[2][0] == m[2][len(m[2])-1]:
			d.Help = "remove the quotes in the brackets"
		default:
			continue
		}
		if m != nil && n.Kind == data.Scalar {
			if of := strings.Trim(m[2], `'"`); of != "" && !strings.ContainsAny(of, "'\"\\\n") {
				corrected := yamledit.SingleQuoted(strings.TrimSpace(m[1]) + "[" + of + "]")
				d.Fixes = []diagnostic.Fix{edit.Replace(d.Help, n.Doc.File, n.Span, corrected)}
			}
		}
		r.report(p, n, d, title)
	}
}

var resourceReference = lazyregexp.New(`(?s)^([^\[\]]+)\[(.+)\]$`)

func hasKey(hash *data.Value, name string) bool {
	_, ok := hash.Get(name)
	return ok
}
