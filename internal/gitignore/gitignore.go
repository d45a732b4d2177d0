// Package gitignore determines which paths .gitignore files exclude. It reads the files itself, since trees are also
// checked without Git, and ignores the excludes of individual users.
package gitignore

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Name is the name of the files.
const Name = ".gitignore"

// Tree is the .gitignore files of a directory tree. It is not safe for concurrent use.
type Tree struct {
	top   string
	lists map[string][]rule // by the directory of the file
	dirs  map[string]bool   // whether directories are ignored, by relative path, if their parents are not
	left  int               // the size of further patterns with wildcards that are read
}

// The maximum size of a file, the maximum length of a pattern, which is more than that of paths, and the maximum of all
// patterns with wildcards together, in bytes. Others are skipped, so that nothing more is ignored.
const (
	maxFile      = 4 << 20
	maxPattern   = 8 << 10
	maxWildcards = 1 << 20
)

// rule is a line of a file.
type rule struct {
	expr    *regexp.Regexp // for a path relative to the directory of the file; nil if the pattern is literal
	literal string         // a path, or the end of one if it is not anchored
	isEnd   bool
	include bool // starts with `!`
	dirOnly bool // ends with a slash
}

// New returns the tree at an absolute path.
func New(top string) *Tree {
	return &Tree{filepath.Clean(top), map[string][]rule{}, map[string]bool{}, maxWildcards}
}

// IgnoresDir reports whether a directory, or one of its parents, is ignored.
func (t *Tree) IgnoresDir(path string) bool { return t.ignored(path, true) != "" }

// FirstIgnored returns the outermost ignored directory on the path to a file, the file itself, or "" if nothing is
// ignored.
func (t *Tree) FirstIgnored(path string) string { return t.ignored(path, false) }

func (t *Tree) ignored(path string, dir bool) string {
	relative, ok := rooted.Rel(t.top, path)
	if !ok || relative == "." {
		return ""
	}
	// Git does not descend into an ignored directory, so nothing in it can be included again.
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
		isDir := dir || end < len(slashed)
		ignored, known := t.dirs[slashed[:end]]
		if !isDir || !known {
			ignored = matches(lists, slashed[:end], isDir)
		}
		if isDir {
			t.dirs[slashed[:end]] = ignored
		}
		if ignored {
			return filepath.Join(t.top, relative[:end])
		}
	}
	return ""
}

// list contains the rules of a directory's file.
type list struct {
	start int // of the part of a path that its rules match
	rules []rule
}

// matches reports whether the last matching rule ignores the path. The file closest to the path takes precedence.
func matches(lists []list, path string, dir bool) bool {
	for _, l := range slices.Backward(lists) {
		for i := len(l.rules) - 1; i >= 0; i-- {
			if r := &l.rules[i]; (dir || !r.dirOnly) && r.matches(path[l.start:]) {
				return !r.include
			}
		}
	}
	return false
}

// matches reports whether the pattern matches a path.
func (r *rule) matches(path string) bool {
	if r.expr != nil {
		return r.expr.MatchString(path)
	}
	rest, ok := strings.CutSuffix(path, r.literal)
	return ok && (rest == "" || r.isEnd && strings.HasSuffix(rest, "/"))
}

// rules returns the rules in a directory's file, which is read once, or none if it cannot be read.
func (t *Tree) rules(dir string) []rule {
	rules, known := t.lists[dir]
	if !known {
		if text, err := source.ReadFile(filepath.Join(dir, Name), maxFile); err == nil {
			rules = t.parse(string(text))
		}
		t.lists[dir] = rules
	}
	return rules
}

func (t *Tree) parse(text string) []rule {
	var rules []rule
	for line := range strings.Lines(strings.TrimPrefix(text, "\uFEFF")) {
		if len(line) > maxPattern || strings.ContainsAny(line, wildcards) && t.left < len(line) {
			continue
		}
		r, ok := parseLine(strings.TrimRight(line, "\r\n"))
		if !ok {
			continue
		}
		if r.expr != nil {
			t.left -= len(line)
		}
		rules = append(rules, r)
	}
	return rules
}

// wildcards are the characters with a meaning in patterns.
const wildcards = `*?[\`

// parseLine parses a line as described by gitignore(5). ok is false if it matches nothing.
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
	if !strings.ContainsAny(line, wildcards) {
		r.literal, r.isEnd = line, !anchored
		return r, true
	}
	expr := translate(line)
	if !anchored {
		expr = "(?:.*/)?" + expr
	}
	compiled, err := regexp.Compile(`(?s)\A` + expr + `\z`)
	r.expr = compiled
	return r, err == nil
}

// translate converts a pattern to a regular expression.
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
			b.WriteString(Class(rest[1:end]))
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

// Class converts the content of brackets in a glob to a regular expression.
func Class(text string) string {
	not := ""
	if text[0] == '!' || text[0] == '^' {
		not, text = "^", text[1:]
	}
	return "[" + not + strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(text) + "]"
}
