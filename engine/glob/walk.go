package glob

import (
	"errors"
	"io/fs"
	"slices"
	"syscall"
)

// globber holds the state of one call of Glob.
type globber struct {
	tree      Tree
	expansion int // the number of characters to which braces may still expand
	budget    *Budget
	found     []match
	err       error
}

// match is a path that the glob matches.
type match struct {
	path   string
	isFile bool // it is known to be a regular file
}

// walk matches segments with the names in path. There are several segments only after `**/`: first
// the recursive one, which continues the search in subdirectories, then those reached through it.
// slash reports that a slash separates path from a name, unlike for the root and the working
// directory. given reports that path is literal in the pattern. entry is that of path in the listing of
// its directory, which shows that it exists; nil if it was not listed.
func (g *globber) walk(path string, slash, given bool, entry fs.DirEntry, segments []*segment) {
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
		// Ruby continues only with the alternatives of the first segment, so that `**/b/{a,b}` does
		// not find a file b/b.
		g.expand(path, slash, given, segments[0])
		return
	}
	if !g.end(path, slash, entry, segments) {
		return
	}
	if list {
		g.list(path, slash, given && !looking, segments)
		return
	}
	for _, s := range segments {
		if s.kind == plain {
			// A literal name is not searched for in the directory, so it may also be `.` or `..`.
			g.walk(join(path, slash, s.name), true, given, nil, []*segment{s.next})
		}
	}
}

// isSlash reports whether a character is a slash, even an escaped one. After `**/`, Ruby matches
// braces with names unless an alternative contains a slash (Ruby 3.1.7; 3.1.2 found nothing for
// those).
func isSlash(c char) bool { return c.text == "/" }

// end records path, once, if it is the end of any of the segments. It returns false if that showed
// that path does not exist.
func (g *globber) end(path string, slash bool, entry fs.DirEntry, segments []*segment) bool {
	all, dir := false, false
	for _, s := range segments {
		if s.kind == recursive {
			s = s.next
		}
		all = all || s.kind == matchAll
		dir = dir || s.kind == matchDir
	}
	if all && path != "" {
		if entry == nil {
			if _, err := g.tree.Lstat(path); err != nil {
				return false
			}
		}
		g.found = append(g.found, match{path, entry != nil && entry.Type().IsRegular()})
	}
	if name := join(path, slash, ""); dir && name != "" {
		info, err := g.tree.Stat(name)
		if err != nil {
			return false
		}
		if info.IsDir() {
			g.found = append(g.found, match{path: name})
		}
	}
	return true
}

// expand continues with each alternative of the braces that s starts with.
func (g *globber) expand(path string, slash, given bool, s *segment) {
	all := expand(s.rest, &g.expansion, func(alternative []char) bool {
		if g.budget.entries += entriesOfAlternative; g.budget.entries > maxEntries {
			g.err = ErrTooMuch
			return false
		}
		next := &segment{kind: matchAll}
		if len(alternative) > 0 {
			next = parse(alternative)
		}
		g.walk(path, slash, given, nil, []*segment{next})
		return g.err == nil
	})
	if !all && g.err == nil {
		g.err = ErrTooMuch
	}
}

// list matches the names in the directory path with segments. self reports whether `.` is among the
// names: Ruby includes it, for patterns such as `.*`, only in directories that are literal in the
// pattern.
func (g *globber) list(path string, slash, self bool, segments []*segment) {
	if g.budget.entries += entriesOfDirectory; g.budget.entries > maxEntries {
		g.err = ErrTooMuch
		return
	}
	entries, err := g.tree.ReadDir(place(path, slash))
	g.budget.entries += len(entries)
	if errors.Is(err, syscall.ELOOP) {
		// Ruby does not ignore this error: the lookup fails.
		g.err = err
		return
	}
	if self {
		g.enter(path, slash, ".", nil, segments)
	}
	for _, entry := range entries {
		g.enter(path, slash, entry.Name(), entry, segments)
	}
}

// enter continues with the segments after those that name matches. entry is nil for `.`.
func (g *globber) enter(path string, slash bool, name string, entry fs.DirEntry, segments []*segment) {
	var next []*segment
	for _, s := range segments {
		if s.kind == recursive {
			if entry != nil && entry.IsDir() && name[0] != '.' {
				next = append(next, s)
			}
			s = s.next
		}
		if g.matches(s, name) {
			next = append(next, s.next)
		}
	}
	if len(next) > 0 {
		g.walk(join(path, slash, name), true, false, entry, next)
	}
}

// matches reports whether a segment for a single directory matches a name in it.
func (g *globber) matches(s *segment, name string) bool {
	switch s.kind {
	case plain:
		return s.name == name
	case magical:
		return matchName(s.tokens, name)
	case braces:
		return slices.ContainsFunc(g.choices(s), func(tokens []token) bool { return matchName(tokens, name) })
	}
	return false
}

// choices returns the alternatives of a segment with braces that is matched with names.
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

// place returns the directory that contains the names joined with path.
func place(path string, slash bool) string {
	switch {
	case path != "":
		return path
	case slash:
		return "/"
	}
	return "."
}
