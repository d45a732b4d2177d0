package rule

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// Want is the comment that marks a line of an example with an expected finding.
const Want = "# want"

// URL returns the address of the rule's page.
func (r *Rule) URL() string {
	return "https://github.com/hieralint/hieralint/blob/main/docs/rules/" + r.Name + ".md"
}

// Markdown returns the rule's page, generated from its Doc.
func (r *Rule) Markdown() string {
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
		switch {
		case e.Fails != "":
			fmt.Fprintf(&b, "A lookup of `%s` fails: `%s`\n\n", e.Lookup, e.Fails)
		case e.Value != "":
			fmt.Fprintf(&b, "A lookup of `%s` returns `%s`.\n\n", e.Lookup, e.Value)
		}
		if len(e.Prefer) > 0 {
			fmt.Fprintf(&b, "Prefer:\n\n%s", fences(e.Prefer))
		}
		if e.PreferValue != "" {
			fmt.Fprintf(&b, "The lookup then returns `%s`.\n\n", e.PreferValue)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
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
