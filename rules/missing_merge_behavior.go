package rules

import (
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/evaluate"
	"github.com/hieralint/hieralint/manifest"
	"github.com/hieralint/hieralint/project"
)

// MissingMergeBehavior reports hashes and lists at several levels of which all but one are lost.
var MissingMergeBehavior = &Rule{
	ID: "HL3009", Name: "missing-merge-behavior", Severity: Warning, Scope: Evaluation,
	Doc: Doc{
		Title: "Hashes or lists at several levels are not merged",
		What: "A key with a hash, or a list, at two levels that one node reads, for which `lookup_options` ask for no merge, where the lower one has entries that the higher one has not. " +
			"A warning where both are hashes of named things with no name in common, which is how people write what they want added up; " +
			"a note where the higher one may be meant to replace the lower one. It is not said of keys whose `lookup_options` name the strategy `first`, nor of those that code looks up with a merge of its own. " +
			"Of a key without `::`, which no class parameter has, it is said only where code in the tree looks it up, and without a merge.",
		Why:    "Users, firewall rules or packages of the lower level are missing on exactly those nodes that have a few of their own.",
		Puppet: "Without a merge the first value found counts and all lower ones are not looked at. (Puppet 7.23 and 8.11)",
		Examples: []Example{{
			Avoid: map[string]string{
				"hiera.yaml":         roleLevels,
				"data/role/web.yaml": "site::users: # want\n  carol: {uid: 1003}\n",
				"data/common.yaml":   "site::users:\n  alice: {uid: 1001}\n  bob: {uid: 1002}\n",
			},
			Prefer: map[string]string{
				"hiera.yaml":         roleLevels,
				"data/role/web.yaml": "site::users:\n  carol: {uid: 1003}\n",
				"data/common.yaml":   "lookup_options:\n  site::users: {merge: hash}\nsite::users:\n  alice: {uid: 1001}\n  bob: {uid: 1002}\n",
			},
			Lookup: "site::users", Value: `{"carol":{"uid":1003}}`, PreferValue: `{"alice":{"uid":1001},"bob":{"uid":1002},"carol":{"uid":1003}}`,
		}, {
			Avoid: map[string]string{
				"hiera.yaml":         roleLevels,
				"manifests/site.pp":  "create_resources('user', lookup('users'))\n",
				"data/role/web.yaml": "users: # want\n  carol: {uid: 1003}\n",
				"data/common.yaml":   "users:\n  alice: {uid: 1001}\n",
			},
			Prefer: map[string]string{
				"hiera.yaml":         roleLevels,
				"manifests/site.pp":  "create_resources('user', lookup('users', Hash, 'hash'))\n",
				"data/role/web.yaml": "users:\n  carol: {uid: 1003}\n",
				"data/common.yaml":   "users:\n  alice: {uid: 1001}\n",
			},
			Lookup: "users", Value: `{"carol":{"uid":1003}}`,
		}},
	},
	Run: func(p *Pass) {
		k := p.Key()
		plain, ok := p.isAskedPlainly()
		presence := k.Environment.Presence(k.Name)
		if !ok || presence == project.Expected {
			return // the data of a module that is not here may ask for merges of its keys
		}
		seen := map[*data.Node]bool{}
		for _, c := range k.Cases {
			if c.Err != nil || c.Entry != nil && c.Entry.Merge != nil || len(c.Values) < 2 {
				continue
			}
			higher, lower := &c.Values[0], &c.Values[1]
			node := higher.Key.Node()
			if higher.Layer != lower.Layer || node == nil || seen[node] {
				continue
			}
			lost, additive := lost(higher.Value, lower.Value)
			if lost == "" || higher.Layer == config.Module && !additive {
				continue // the author of a module says for each system what it has
			}
			seen[node] = true
			extent := k.Extent(func(o *evaluate.Case) bool { return len(o.Values) > 1 && o.Values[0].Key.Node() == node })
			d := Diagnostic{
				File: node.Doc.File, Span: node.Span, Key: keyPath(node), Severity: Note,
				Message: "`" + shown(k.Name) + "` replaces " + kindOf(lower.Value) + " of a lower level; " + lost + " there is lost",
				Detail:  "Puppet takes the first value it finds, since no merge is asked for, on " + extent.Text + guess(extent),
				Help:    "set `merge` for the key in `lookup_options`, to `first` if it is to be replaced",
				Related: []Related{{File: lower.Key.Node().Doc.File, Span: lower.Key.Node().Span, Message: "this value is not used there"}},
			}
			if plain != nil {
				d.Related = append(d.Related, Related{File: plain.File, Span: plain.Span, Message: "it is looked up here"})
			}
			if additive && extent.Certain && presence != project.Possible {
				d.Severity = Warning
			}
			p.Report(d)
		}
	},
}

// isAskedPlainly tells whether the key is looked up without a merge, by a class parameter or in code, as far as is known: a lookup
// of code that says so is given. What classes that are not here ask for, they ask for without a merge.
func (p *Pass) isAskedPlainly() (use *manifest.Use, ok bool) {
	name := p.Key().Name
	code := p.Code()
	if code == nil {
		return nil, strings.Contains(name, "::")
	}
	if _, parameter := code.Parameter(name); parameter != nil {
		return nil, true
	}
	for _, u := range code.Readers(name) {
		switch _, exact := u.Key.Text(); {
		case !exact && !isTelling(u):
		case !exact, !u.Plain, u.Merge != "":
			return nil, false
		case use == nil:
			use = u
		}
	}
	return use, use != nil || strings.Contains(name, "::")
}

// lost names something that the lower of two values has and the higher has not; "" when there is
// nothing. additive tells that both are hashes of hashes without a name in common.
func lost(higher, lower *data.Value) (name string, additive bool) {
	switch {
	case higher.Kind() == data.Hash && lower.Kind() == data.Hash && higher.Len() > 0:
		additive = true
		for _, e := range lower.Entries() {
			if _, ok := higher.GetKey(e.Key); ok {
				additive = false
			} else if name == "" && e.Key.Kind() == data.String {
				name = "`" + shown(e.Key.Text()) + "`"
			}
			additive = additive && e.Value.Kind() == data.Hash
		}
		for _, e := range higher.Entries() {
			additive = additive && e.Value.Kind() == data.Hash
		}
		return name, additive
	case higher.Kind() == data.Array && lower.Kind() == data.Array && higher.Len() > 0:
		for _, item := range lower.Items() {
			if item.Kind() == data.String && !holds(higher, item) {
				return "`" + shown(item.Text()) + "`", false
			}
		}
	}
	return "", false
}

func holds(list, item *data.Value) bool {
	for _, other := range list.Items() {
		if data.Eql(other, item) {
			return true
		}
	}
	return false
}
