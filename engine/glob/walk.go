package glob

import (
	"errors"
	"io/fs"
	"slices"
	"syscall"
)

// globber is one call of Glob.
type globber struct {
	tree      Tree
	expansion int // characters that braces may still be expanded to
	budget    *Budget
	found     []string
	err       error
}

// walk matches segments below path. Several segments are asked at once behind a `**/` only: the
// one that goes on looking, first, and those it has led to. slash means that a name below path is
// joined with a slash: it is not below the root or the working directory. given means that path is
// spelled out in the pattern.
func (g *globber) walk(path string, slash, given bool, segments []*segment) {
	if g.err != nil {
		return
	}
	list, looking, choose := false, false, false
	for _, s := range segments {
		if s.kind == recursive {
			list, looking = true, true
			s = s.next
		}
		list = list || s.kind == magical
		choose = choose || s.kind == braces && (!looking || slices.ContainsFunc(s.chars, isSlash))
	}
	if choose {
		// Ruby goes on with the alternatives of the first segment and forgets the others, so that
		// `**/b/{a,b}` misses a file b/b.
		g.expand(path, slash, given, segments[0])
		return
	}
	if !g.end(path, slash, segments) {
		return
	}
	if list {
		g.list(path, slash, given && !looking, segments)
		return
	}
	for _, s := range segments {
		if s.kind == plain {
			// A name alone leads on by itself, also to `.` and `..`.
			g.walk(join(path, slash, text(s.chars)), true, given, []*segment{s.next})
		}
	}
}

// isSlash reports whether a character is a slash, also an escaped one. Behind a `**/` Ruby matches braces with names unless one of
// their alternatives has a slash (Ruby 3.1.7; 3.1.2 found nothing for those).
func isSlash(c char) bool { return c.text == "/" }

// end records path when it is the end of some segments: once, however many. It returns false when
// that showed that there is nothing at path.
func (g *globber) end(path string, slash bool, segments []*segment) bool {
	all, dir := false, false
	for _, s := range segments {
		if s.kind == recursive {
			s = s.next
		}
		all = all || s.kind == matchAll
		dir = dir || s.kind == matchDir
	}
	if all && path != "" {
		if _, err := g.tree.Lstat(path); err != nil {
			return false
		}
		g.found = append(g.found, path)
	}
	if name := join(path, slash, ""); dir && name != "" {
		info, err := g.tree.Stat(name)
		if err != nil {
			return false
		}
		if info.IsDir() {
			g.found = append(g.found, name)
		}
	}
	return true
}

// expand walks on with each alternative of the braces that s opens with.
func (g *globber) expand(path string, slash, given bool, s *segment) {
	all := expand(s.rest, &g.expansion, func(alternative []char) bool {
		next := &segment{kind: matchAll}
		if len(alternative) > 0 {
			next = parse(alternative)
		}
		g.walk(path, slash, given, []*segment{next})
		return g.err == nil
	})
	if !all && g.err == nil {
		g.err = ErrTooMuch
	}
}

// list matches the names in path with segments. self reports whether `.` is one of the names, which
// Ruby allows for a pattern such as `.*` only in a directory that the pattern spells out.
func (g *globber) list(path string, slash, self bool, segments []*segment) {
	if g.budget.directories++; g.budget.directories > maxDirectories {
		g.err = ErrTooMuch
		return
	}
	entries, err := g.tree.ReadDir(place(path, slash))
	g.budget.directories += len(entries) / entriesOfDirectory
	if errors.Is(err, syscall.ELOOP) {
		// Not just a place where nothing is: Ruby, and with it the lookup, fails.
		g.err = err
		return
	}
	if self {
		g.enter(path, slash, ".", false, segments)
	}
	for _, entry := range entries {
		g.enter(path, slash, entry.Name(), entry.Type()&fs.ModeType == fs.ModeDir, segments)
	}
}

// enter walks on with the segments that name leads to.
func (g *globber) enter(path string, slash bool, name string, dir bool, segments []*segment) {
	var next []*segment
	for _, s := range segments {
		if s.kind == recursive {
			if dir && name[0] != '.' {
				next = append(next, s)
			}
			s = s.next
		}
		if g.matches(s, name) {
			next = append(next, s.next)
		}
	}
	if len(next) > 0 {
		g.walk(join(path, slash, name), true, false, next)
	}
}

// matches reports whether a segment that is about one directory level matches a name in it.
func (g *globber) matches(s *segment, name string) bool {
	switch s.kind {
	case plain:
		return text(s.chars) == name
	case magical:
		return matchName(s.tokens, name)
	case braces:
		for _, tokens := range g.choices(s) {
			if matchName(tokens, name) {
				return true
			}
		}
	}
	return false
}

// choices are the alternatives of a segment with braces that is matched with names.
func (g *globber) choices(s *segment) [][]token {
	if !s.expanded {
		s.expanded = true
		all := expand(s.chars, &g.expansion, func(alternative []char) bool {
			s.choices = append(s.choices, tokenize(alternative))
			return true
		})
		if !all {
			g.err = ErrTooMuch
		}
	}
	return s.choices
}

func join(path string, slash bool, name string) string {
	if slash {
		return path + "/" + name
	}
	return path + name
}

// place is the directory whose entries are joined with path.
func place(path string, slash bool) string {
	switch {
	case path != "":
		return path
	case slash:
		return "/"
	default:
		return "."
	}
}
