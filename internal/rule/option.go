package rule

import "slices"

// Option is something about a rule that a configuration can choose.
type Option struct {
	// Name is what people write: words joined by underscores.
	Name string
	// Doc says in a sentence without a full stop what it decides; Markdown.
	Doc string
	// Default is the value where nothing is chosen. Its type is that of the option: bool, or
	// []string for a list.
	Default any
	// Choices are the strings that a list may have; any if it is empty.
	Choices []string
}

// Chosen are the values of options of one rule that a configuration chose, by their names.
type Chosen map[string]any

// Option is the option of that name; nil when the rule has none.
func (r *Rule) Option(name string) *Option {
	i := slices.IndexFunc(r.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Options[i]
}

// Flag is the value of an option that is true or false.
func (p *Pass) Flag(name string) bool { return p.option(name).(bool) }

// List is the value of an option that is a list.
func (p *Pass) List(name string) []string { return p.option(name).([]string) }

// option is the value of an option, which the rule must have.
func (p *Pass) option(name string) any {
	if value, ok := p.chosen[name]; ok {
		return value
	}
	return p.rule.Option(name).Default
}
