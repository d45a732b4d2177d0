package runner_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/internal/rule"
)

// linesFrom returns all lines of a text from the level that contains the offset.
func linesFrom(text string, at int) []int {
	var lines []int
	for n := max(1, strings.Count(text[:at], "\n")-2); n <= strings.Count(text, "\n")+1; n++ {
		lines = append(lines, n)
	}
	return lines
}

var eyamlOptions = regexp.MustCompile(` *options:\n *pkcs7_private_key: .*\n *pkcs7_public_key: .*\n`)

func dropOptions(config string) string { return eyamlOptions.ReplaceAllString(config, "") }

// rewrite replaces a file that only some nodes read with one of several texts.
func rewrite(texts ...string) func(*damage) {
	return func(d *damage) {
		if d.hierarchy == nil {
			return
		}
		if f := d.yaml(isVarying); f != nil {
			text := pick(d.r, texts...)
			d.want(f.path, 1)
			d.tree[f.path] = text
			f.data = nil
		}
	}
}

// plantDuplicateOfData repeats a key of a file.
func plantDuplicateOfData(d *damage) {
	f := d.yaml()
	if f == nil {
		return
	}
	key := f.data[0].key
	if text, ok := f.data[0].value.(string); !ok || isReference(text) {
		return // a value of another type would cause further errors
	}
	for i, line := range strings.Split(d.tree[f.path], "\n") {
		if strings.HasPrefix(line, key+":") || strings.HasPrefix(line, "'"+key+"':") || strings.HasPrefix(line, `"`+key+`":`) {
			d.want(f.path, i+1, d.add(f, key+": other\n"))
			return
		}
	}
}

// plantCarriageReturns converts a file to CRLF line endings.
func plantCarriageReturns(d *damage) {
	if f := d.yaml(); f != nil {
		d.tree[f.path] = strings.ReplaceAll(d.tree[f.path], "\n", "\r\n")
		d.want(f.path, 1)
	}
}

// plantMissingPlain removes a key that other values refer to.
func plantMissingPlain(d *damage) {
	for _, p := range d.plain {
		text := d.tree[d.hierarchies[0].common().path]
		if !strings.Contains(p.name, "::") || d.hierarchies[0].common().isJSON() {
			continue
		}
		at := regexp.MustCompile(`(?m)^["']?` + regexp.QuoteMeta(p.name) + `["']?:`).FindStringIndex(text)
		if at == nil {
			continue
		}
		for _, f := range d.hierarchies[0].files {
			for i, line := range strings.Split(d.tree[f.path], "\n") {
				if strings.Contains(line, "('"+p.name+"')") || strings.Contains(line, `("`+p.name+`")`) || strings.Contains(line, `(\"`+p.name+`\")`) || strings.Contains(line, "(''"+p.name+"'')") {
					d.want(f.path, i+1)
				}
			}
		}
		d.tree[d.hierarchies[0].common().path] = text[:at[0]] + strings.Replace(text[at[0]:], p.name, p.name+"_gone", 1)
		return
	}
}

// plantLevel adds a level with one of several paths.
func plantLevel(paths ...string) func(*damage) {
	return func(d *damage) {
		d.edit(d.config(), rule.Plant{Old: `hierarchy:\n( *)-`, Text: "hierarchy:\n$1- name: Planted\n$1  path: \"" + pick(d.r, paths...) + "\" # want\n$1-"})
	}
}

// plantMismatch gives a parameter a value of the wrong type, on its own line or nested.
func plantMismatch(d *damage) {
	if d.hierarchy == nil {
		return
	}
	wrong := map[string]string{
		"Integer": "'8080'", "Stdlib::Port": "70000", "Integer[1, 65535]": "0", "String[1]": "''", "Stdlib::Absolutepath": "relative/path", "Stdlib::HTTPUrl": "ftp://example.com", "String": "42",
		"Stdlib::Filemode": "true", "Array[String]": "[1]", "Array[Integer]": "[a]", "Hash": "[a]", "Hash[String, Hash]": "{a: 1}", "Numeric": "ten", "Array[Hash]": "[a]", "Optional[Array[String]]": "text",
		"Array[String[1]]": "{a: b}", "Optional[Integer]": "'1'", "Pattern[/^https?:/]": "gopher://x",
	}
	c, p := d.param(func(c *class, p *param) bool {
		return wrong[p.typ] != "" && len(p.kind.options) == 0 && !d.isDefined(c.name+"::"+p.name)
	})
	if c == nil {
		return
	}
	f := d.hierarchy.common()
	if f.isJSON() || len(f.data) == 0 {
		return
	}
	d.want(f.path, d.add(f, c.name+"::"+p.name+": "+wrong[p.typ]+"\n"))
}

// plantFalse gives a class a parameter that it tests, and sets it to a string.
func plantFalse(d *damage) {
	c, _ := d.param(func(*class, *param) bool { return true })
	if c == nil || d.hierarchy == nil {
		return
	}
	f := d.hierarchy.common()
	if f.isJSON() || len(f.data) == 0 {
		return
	}
	name := fmt.Sprintf("planted_%d", d.next())
	text := strings.Replace(d.tree[c.path], " (\n", " (\n  $"+name+" = true,\n", 1)
	d.tree[c.path] = strings.Replace(text, ") {\n", ") {\n  if $"+name+" { notice(1) }\n", 1)
	d.want(f.path, d.add(f, c.name+"::"+name+": "+pick(d.r, "'false'", "\"False\"")+"\n"))
}
