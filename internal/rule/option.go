package rule

import "slices"

// Option is an option of a rule.
type Option struct {
	// Name is the name in the configuration: words joined by underscores.
	Name string
	// Doc describes the option in one sentence without a full stop, in Markdown.
	Doc string
	// Default is the default value. Its type is the type of the option: bool, or []string for a
	// list.
	Default any
	// Choices lists the strings that a list may contain; if empty, any string is allowed.
	Choices []string
}

// OptionValues holds the options of one rule that the configuration sets, by name.
type OptionValues map[string]any

// Option returns the option with that name; nil if there is none.
func (r *Rule) Option(name string) *Option {
	i := slices.IndexFunc(r.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Options[i]
}

// Flag returns the value of a boolean option.
func (p *Pass) Flag(name string) bool { return p.option(name).(bool) }

// List returns the value of a list option.
func (p *Pass) List(name string) []string { return p.option(name).([]string) }

// option returns the value of an option, which the rule must have.
func (p *Pass) option(name string) any {
	if value, ok := p.chosen[name]; ok {
		return value
	}
	return p.rule.Option(name).Default
}
