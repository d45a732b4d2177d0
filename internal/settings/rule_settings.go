package settings

import (
	"maps"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

// levels are the words that can be used for a rule.
var levels = []choice[RuleSetting]{
	{"off", RuleSetting{Off: true}},
	{"on", RuleSetting{}},
	{"note", RuleSetting{Severity: diagnostic.Note}},
	{"warning", RuleSetting{Severity: diagnostic.Warning}},
	{"error", RuleSetting{Severity: diagnostic.Error}},
}

func levelWords() []string {
	return lists.Map(levels, func(l choice[RuleSetting]) string { return l.word })
}

// keySeverity is the key that replaces the word if there are also options of the rule.
const keySeverity = "severity"

// ruleSettings is a hash of rules, by name or id. Unknown names are reported separately, because
// the configuration may be meant for another version of hieralint.
var ruleSettings = shape[RuleSettings]{
	words:  "hash of rules, each with `off`, `on`, `note`, `warning`, or `error`, or with a hash of `severity` and its options",
	schema: object{"allOf": []any{object{"$ref": "#/definitions/rules"}}},
	read: func(r *reader, n *data.Node, what string) (RuleSettings, bool) {
		settings := RuleSettings{}
		r.entries(n, what, func(key, value *data.Node) {
			rule := r.rule(key)
			switch {
			case rule == nil || isNothing(value):
			case value.Kind == data.Mapping:
				settings[rule] = r.ruleHash(rule, value)
			default:
				settings[rule] = r.level(value, "`"+key.Text()+"`")
			}
		})
		return settings, true
	},
	write: func(settings RuleSettings) *yaml.Node {
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, rule := range rules.All() {
			if setting, ok := settings[rule]; ok {
				n.Content = append(n.Content, scalar(rule.Name), writeRuleSetting(setting))
			}
		}
		return n
	},
}

// rule returns the rule that a key or element names. If there is none, it records that and returns
// nil.
func (r *reader) rule(n *data.Node) *rule.Rule {
	rule := rules.Find(n.Text())
	if rule == nil {
		r.unknown = append(r.unknown, r.ruleName(n))
	}
	return rule
}

func (r *reader) ruleName(n *data.Node) rule.Mention {
	name := rule.Mention{Name: n.Text(), File: r.file, Span: n.Span}
	if rules.Find(name.Name) == nil {
		name.Near = rules.Nearest(name.Name)
	}
	return name
}

// level reads a word. YAML reads on and off as true and false, which have the same meaning here.
func (r *reader) level(n *data.Node, what string) RuleSetting {
	word := n.Text()
	if n.Value.Is(data.Boolean) {
		word = map[bool]string{true: "on", false: "off"}[n.Value.Bool()]
	}
	for _, l := range levels {
		if n.Kind == data.Scalar && l.word == word {
			return l.value
		}
	}
	r.notOneOf(n, what, levelWords())
	return RuleSetting{}
}

// ruleHash reads the settings of a rule that are not a single word.
func (r *reader) ruleHash(of *rule.Rule, n *data.Node) RuleSetting {
	setting := RuleSetting{Chosen: rule.OptionValues{}}
	known := append([]string{keySeverity}, lists.Map(of.Options, func(o rule.Option) string { return o.Name })...)
	r.entries(n, "`"+of.Name+"`", func(key, value *data.Node) {
		what := "`" + key.Text() + "`"
		option := of.Option(key.Text())
		switch {
		case key.Text() == keySeverity:
			level := r.level(value, what)
			setting.Off, setting.Severity = level.Off, level.Severity
		case option == nil:
			r.noSuch(key, "option", "`"+of.Name+"`", known)
		default:
			if chosen, ok := optionShape(option).read(r, value, what); ok {
				setting.Chosen[option.Name] = chosen
			}
		}
	})
	return setting
}

// optionShape returns the shape of an option of a rule.
func optionShape(o *rule.Option) shape[any] {
	switch o.Default.(type) {
	case bool:
		return anyOf(flag)
	case []string:
		if len(o.Choices) == 0 {
			return anyOf(list(text))
		}
		return anyOf(list(oneOf(lists.Map(o.Choices, func(word string) choice[string] { return choice[string]{word, word} })...)))
	}
	panic("settings: the option " + o.Name + " has a default of no known type")
}

// anyOf converts a shape to one of any type.
func anyOf[T any](s shape[T]) shape[any] {
	return shape[any]{
		words: s.words, schema: s.schema,
		read:  func(r *reader, n *data.Node, what string) (any, bool) { return s.read(r, n, what) },
		write: func(value any) *yaml.Node { return s.write(value.(T)) },
	}
}

func writeRuleSetting(s RuleSetting) *yaml.Node {
	level := &yaml.Node{Kind: yaml.ScalarNode}
	if i := slices.IndexFunc(levels, func(l choice[RuleSetting]) bool { return l.value.Off == s.Off && l.value.Severity == s.Severity }); i >= 0 {
		level.Value = levels[i].word
	}
	if len(s.Chosen) == 0 {
		return level
	}
	n := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar(keySeverity), level}}
	for _, name := range slices.Sorted(maps.Keys(s.Chosen)) {
		n.Content = append(n.Content, scalar(name), scalar(s.Chosen[name]))
	}
	return n
}

// rulesSchema lists every rule, so that editors can complete them.
func rulesSchema() object {
	level := object{"enum": append([]any{true, false}, anys(levelWords())...)}
	properties, ids := object{}, object{}
	for _, rule := range rules.All() {
		options := object{keySeverity: level}
		for i := range rule.Options {
			o := &rule.Options[i]
			option := object{"description": o.Doc, "default": o.Default}
			maps.Copy(option, optionShape(o).schema)
			options[o.Name] = option
		}
		properties[rule.Name] = object{
			"description": rule.ID + ": " + rule.Doc().Title + ".",
			"anyOf":       []any{level, object{"type": "object", "properties": options, "additionalProperties": false}},
		}
		ids[rule.ID] = object{"$ref": "#/definitions/rules/properties/" + rule.Name}
	}
	maps.Copy(properties, ids)
	return object{"type": "object", "properties": properties, "additionalProperties": false}
}

func anys[T any](all []T) []any {
	return lists.Map(all, func(v T) any { return v })
}

// ruleNames is a list of names of rules, including unknown ones.
var ruleNames = list(shape[rule.Mention]{
	words: "rule names",
	schema: object{
		"type": "string", "pattern": "^([a-z0-9]+(-[a-z0-9]+)*|HL[0-9]{4})$", "examples": lists.Map(rules.All(), func(r *rule.Rule) any { return r.Name }),
	},
	read: func(r *reader, n *data.Node, what string) (rule.Mention, bool) {
		_, ok := text.read(r, n, what)
		r.rule(n)
		return r.ruleName(n), ok
	},
	write: func(name rule.Mention) *yaml.Node { return scalar(name.Name) },
})

// Profile is a set of defaults for the other settings.
type Profile uint8

// The profiles.
const (
	Recommended Profile = iota // reports everything that is worth a change
	Minimal                    // reports only what Puppet fails on or silently ignores
	Strict                     // reports everything, fails on warnings, and requires reasons for suppressions
)

var profiles = []string{Recommended: "recommended", Minimal: "minimal", Strict: "strict"}

// Profiles returns the names of all profiles.
func Profiles() []string { return slices.Clone(profiles) }

func (p Profile) String() string { return profiles[p] }

// ParseProfile parses the result of String.
func ParseProfile(name string) (Profile, bool) {
	i := slices.Index(profiles, name)
	return Profile(max(i, 0)), i >= 0
}

// apply sets the settings that the profile determines.
func (p Profile) apply(s *Settings) {
	s.Profile, s.FailOn, s.MinSeverity = p, diagnostic.Error, 0
	switch p {
	case Minimal:
		s.MinSeverity = diagnostic.Error
	case Strict:
		s.FailOn, s.MinSeverity = diagnostic.Warning, diagnostic.Note
		s.Suppressions.RequireReason, s.Suppressions.ProtectSecrets = true, true
	}
}
