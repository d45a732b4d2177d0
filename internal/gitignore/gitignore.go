// Package gitignore finds out which paths the .gitignore files of a tree leave out of its repository. It reads those files
// itself, since a tree is also checked where there is no git, and knows nothing of what single users ignore.
package gitignore

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// Name is what the files are called.
const Name = ".gitignore"

// Tree is the .gitignore files below a directory. It is not safe for concurrent use.
type Tree struct {
	top   string
	lists map[string][]rule // by the directory of the file
}

// rule is one line of a file.
type rule struct {
	expr    *regexp.Regexp // for a path relative to the directory of the file
	include bool           // it begins with `!`
	dirOnly bool           // it ends in a slash
}

// New is the tree at and below an absolute path.
func New(top string) *Tree { return &Tree{filepath.Clean(top), map[string][]rule{}} }

// Ignores reports whether a file in the tree is ignored, or a directory that it lies in. The file need not exist.
func (t *Tree) Ignores(path string) bool { return t.ignored(path, false) != "" }

// IgnoresDir reports the same of a directory.
func (t *Tree) IgnoresDir(path string) bool { return t.ignored(path, true) != "" }

// FirstIgnored is the outermost directory on the way to a file that is ignored, or the file itself; "" when none is.
func (t *Tree) FirstIgnored(path string) string { return t.ignored(path, false) }

func (t *Tree) ignored(path string, dir bool) string {
	relative, err := filepath.Rel(t.top, path)
	if err != nil || !filepath.IsLocal(relative) || relative == "." {
		return ""
	}
	// Git does not look into an ignored directory: nothing in it can be included again.
	slashed := filepath.ToSlash(relative)
	var lists []list
	for start, end := 0, 0; end < len(slashed); start = end + 1 {
		if rules := t.rules(filepath.Join(t.top, relative[:start])); len(rules) > 0 {
			lists = append(lists, list{start, rules})
		}
		end = len(slashed)
		if i := strings.IndexByte(slashed[start:], '/'); i >= 0 {
			end = start + i
		}
		if matches(lists, slashed[:end], dir || end < len(slashed)) {
			return filepath.Join(t.top, relative[:end])
		}
	}
	return ""
}

// list is what the file of a directory says.
type list struct {
	start int // of the paths that its rules are for
	rules []rule
}

// matches reports whether the last rule for a path ignores it. The file nearest to the path comes first.
func matches(lists []list, path string, dir bool) bool {
	for _, l := range slices.Backward(lists) {
		for i := len(l.rules) - 1; i >= 0; i-- {
			if r := &l.rules[i]; (dir || !r.dirOnly) && r.expr.MatchString(path[l.start:]) {
				return !r.include
			}
		}
	}
	return false
}

// rules are those of the file in a directory, read once; none where it cannot be read.
func (t *Tree) rules(dir string) []rule {
	rules, known := t.lists[dir]
	if !known {
		if text, err := source.ReadFile(filepath.Join(dir, Name), 0); err == nil {
			rules = parse(string(text))
		}
		t.lists[dir] = rules
	}
	return rules
}

func parse(text string) []rule {
	var rules []rule
	for line := range strings.Lines(strings.TrimPrefix(text, "\uFEFF")) {
		if r, ok := parseLine(strings.TrimRight(line, "\r\n")); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// parseLine reads a line as gitignore(5) describes it; ok is false for one that matches nothing.
func parseLine(line string) (r rule, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = strings.TrimSuffix(line, " ")
	}
	if line == "" || line[0] == '#' {
		return r, false
	}
	line, r.include = strings.CutPrefix(line, "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return r, false
	}
	expr := translate(line)
	if !anchored {
		expr = "(?:.*/)?" + expr
	}
	compiled, err := regexp.Compile(`(?s)\A` + expr + `\z`)
	r.expr = compiled
	return r, err == nil
}

// translate makes a regular expression of a pattern.
func translate(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		rest := pattern[i:]
		switch {
		case strings.HasPrefix(rest, "**/") && (i == 0 || pattern[i-1] == '/'):
			b.WriteString("(?:.*/)?")
			i += len("**/") - 1
		case rest == "**" && i > 0 && pattern[i-1] == '/':
			b.WriteString(".+")
			i++
		case rest[0] == '*':
			b.WriteString("[^/]*")
		case rest[0] == '?':
			b.WriteString("[^/]")
		case rest[0] == '[' && strings.IndexByte(rest[1:], ']') > 0:
			end := 1 + strings.IndexByte(rest[1:], ']')
			b.WriteString(class(rest[1:end]))
			i += end
		case rest[0] == '\\' && len(rest) > 1:
			i++
			b.WriteString(regexp.QuoteMeta(rest[1:2]))
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
		}
	}
	return b.String()
}

// class makes a regular expression of what stands in brackets.
func class(text string) string {
	not := ""
	if text[0] == '!' || text[0] == '^' {
		not, text = "^", text[1:]
	}
	return "[" + not + strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(text) + "]"
}
