package rule

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/plural"
)

// Want is the comment that marks a line of an example with an expected finding.
const Want = "# want"

// URL returns the address of the rule's page.
func (r *Rule) URL() string {
	return "https://github.com/hieralint/hieralint/blob/main/docs/rules/" + r.Name + ".md"
}

// Markdown returns the rule's page, generated from its Doc.
func (r *Rule) Markdown() string { return r.MarkdownWith(nil) }

// MarkdownWith returns the rule's page with the findings in each example to avoid, which reported
// returns as lines.
func (r *Rule) MarkdownWith(reported func(Example) []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", r.Name, r.Doc().Title)
	fmt.Fprintf(&b, "| id | severity | looks at |\n|---|---|---|\n| %s | %s | %s |\n\n", r.ID, r.Severity, r.Scope())
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, "## %s\n\n%s\n\n", title, strings.TrimSpace(text))
		}
	}
	if r.OnRequest {
		b.WriteString("This rule runs only in the profile `strict`, or if `rules` or an override in the configuration names it.\n\n")
	}
	section("What it reports", r.Doc().What)
	section("Why it matters", r.Doc().Why)
	section("What Puppet does", r.Doc().Puppet)
	section("Options", r.options())
	for i, e := range r.Doc().Examples {
		title := "Example"
		if len(r.Doc().Examples) > 1 {
			title = fmt.Sprintf("Example %d", i+1)
		}
		fmt.Fprintf(&b, "## %s\n\nAvoid:\n\n%s", title, fences(e.Avoid))
		if reported != nil {
			fmt.Fprintf(&b, "hieralint reports:\n\n%s\n", "- "+strings.Join(reported(e), "\n- ")+"\n")
		}
		switch {
		case e.Fails != "":
			fmt.Fprintf(&b, "A lookup of `%s` fails: `%s`\n\n", e.Lookup, e.Fails)
		case e.Value != "":
			fmt.Fprintf(&b, "A lookup of `%s` returns `%s`.\n\n", e.Lookup, e.Value)
		}
		b.WriteString(e.prefer())
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// prefer describes what to write instead: the files that differ, and the value of the lookup.
func (e *Example) prefer() string {
	if len(e.Prefer) == 0 {
		return ""
	}
	changed, removed := maps.Clone(e.Prefer), []string{}
	for name, text := range e.Avoid {
		if after, ok := e.Prefer[name]; !ok {
			removed = append(removed, "`"+name+"`")
		} else if after == WithoutWant(text) {
			delete(changed, name)
		}
	}
	slices.Sort(removed)
	instead := ""
	if len(removed) > 0 {
		instead = ", instead of " + plural.And(removed)
	}
	text := fmt.Sprintf("Prefer%s:\n\n%s", instead, fences(changed))
	if e.PreferValue != "" {
		text += fmt.Sprintf("The lookup then returns `%s`.\n\n", e.PreferValue)
	}
	return text
}

// options lists the rule's options.
func (r *Rule) options() string {
	var b strings.Builder
	for _, o := range r.Options {
		fmt.Fprintf(&b, "- `%s`: %s. ", o.Name, o.Doc)
		if len(o.Choices) > 0 {
			fmt.Fprintf(&b, "A list of any of `%s`. ", strings.Join(o.Choices, "`, `"))
		}
		byDefault := fmt.Sprintf("`%v`", o.Default)
		if list, ok := o.Default.([]string); ok {
			byDefault = "`[" + strings.Join(list, ", ") + "]`"
		}
		fmt.Fprintf(&b, "By default %s.\n", byDefault)
	}
	return b.String()
}

// fences formats a tree of files as code blocks, each preceded by its path.
func fences(files map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		language := strings.TrimPrefix(path.Ext(name), ".")
		if language == "eyaml" {
			language = "yaml"
		}
		fmt.Fprintf(&b, "`%s`\n\n```%s\n%s\n```\n\n", name, language, strings.TrimRight(WithoutWant(files[name]), "\n"))
	}
	return b.String()
}

// WithoutWant removes the Want comments from a file of an example.
func WithoutWant(text string) string { return strings.ReplaceAll(text, " "+Want+"\n", "\n") }
