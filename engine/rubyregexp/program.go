package rubyregexp

import (
	"sync"
	"unicode/utf8"
)

// opcode is the operation of an instruction.
type opcode uint8

const (
	opSucceed  opcode = iota // the program, or the body of a look-around or atomic group, matches
	opRune                   // match the character rune
	opSet                    // match a character in set
	opSplit                  // try next, then other
	opJump                   // continue at next
	opSave                   // save the position in register
	opCopy                   // copy register other to register
	opAnchor                 // match anchor
	opBack                   // move back count characters
	opBackref                // match the text of the group in register again, ignoring case with fold
	opIfGroup                // continue at next if the group in register has matched, and at other otherwise
	opLook                   // match the program at body here, or fail if it matches with negate; continue at next
	opAtomic                 // match the program at body here, without backtracking into it; continue at next
	opNonEmpty               // continue at other if nothing has matched since the position in register was saved
	opReset                  // set the counter in register to 0
	opRepeat                 // repeat body between min and max times, then continue at next
	opCount                  // increment the counter in register, and save the position in the register after it
)

// instruction is one step of a program. Unless it jumps, the next one follows.
type instruction struct {
	op       opcode
	anchor   anchorKind
	fold     bool
	negate   bool
	lazy     bool
	rune     rune
	set      *charSet
	next     int
	other    int
	body     int
	register int
	min, max int
	split    int // number of an opSplit in the program
}

// program is a pattern compiled for a machine.
type program struct {
	code      []instruction
	registers int // two for each group, and those of repeats
	groups    []int
	splits    int
	// memorable means that whether a part matches depends only on its position, so that it need not be tried again
	// where it has failed.
	memorable bool
	// first are the characters that a match can start with; nil if unknown.
	first *charSet
	// required is text that each match contains; may be empty.
	required string
	// atStart means that matches start at the start of the text. oneLine means that they do if the text is a single
	// line.
	atStart, oneLine bool
	// hasParts means that there are look-arounds or atomic groups, which are matched by themselves.
	hasParts bool
	machines sync.Pool
}

// charSet is a set of characters with a fast path for ASCII.
type charSet struct {
	ascii [2]uint64
	all   runeSet
}

func newCharSet(s runeSet) *charSet {
	c := &charSet{all: s}
	for r := range rune(utf8.RuneSelf) {
		if s.contains(r) {
			c.ascii[r>>6] |= 1 << (r & 63)
		}
	}
	return c
}

func (c *charSet) contains(r rune) bool {
	if r < utf8.RuneSelf {
		return c.ascii[r>>6]&(1<<(r&63)) != 0
	}
	return c.all.contains(r)
}

// maxWritten is the approximate number of instructions up to which a repeat is expanded rather than counted.
const maxWritten = 1000

// written returns the approximate number of instructions for n, with its repeats expanded as far as they will be, but
// at most maxWritten+1.
func written(n node) int {
	size := 1
	for _, part := range parts(n) {
		if size += written(part); size > maxWritten {
			return maxWritten + 1
		}
	}
	if r, ok := n.(*repeat); ok {
		return min(size*max(r.min, r.max, 1), maxWritten+1)
	}
	return size
}

// compiler compiles a tree to a program.
type compiler struct {
	program
	saved func(group int) bool // reports whether the text of a group is needed
}

// compile returns the program of t. It saves all groups if captures is set, and otherwise only those that the pattern
// refers to.
func (t *tree) compile(captures bool) *program {
	referred := map[int]bool{}
	var plain, named []int
	last := 0
	c := &compiler{}
	c.memorable = true
	walk(t.root, func(n node) bool {
		switch n := n.(type) {
		case *backref:
			referred[n.nums[0]] = true
			c.memorable = false
		case *conditional:
			referred[n.num] = true
			c.memorable = false
		case *group:
			if n.kind != capture {
				break
			}
			last = max(last, n.num)
			if n.name {
				named = append(named, n.num)
			} else {
				plain = append(plain, n.num)
			}
		}
		return true
	})
	c.groups = plain
	if len(named) > 0 {
		c.groups = named
	}
	c.registers = 2 * (last + 1)
	c.saved = func(group int) bool { return captures || referred[group] }
	c.node(t.root)
	c.emit(instruction{op: opSucceed})
	c.begin(t.root)
	c.required = required(t.root)
	return &c.program
}

// emit appends an instruction, and returns its index.
func (c *compiler) emit(i instruction) int {
	c.code = append(c.code, i)
	return len(c.code) - 1
}

// here returns the index of the next instruction.
func (c *compiler) here() int { return len(c.code) }

func (c *compiler) node(n node) {
	switch n := n.(type) {
	case *char:
		if n.fold {
			c.oneOf(foldRune(n.r))
		} else {
			c.emit(instruction{op: opRune, rune: n.r})
		}
	case *set:
		c.oneOf(n.runes)
	case *sequence:
		for _, item := range n.items {
			c.node(item)
		}
	case *alternation:
		c.alternatives(n.items, c.node)
	case *repeat:
		c.repeat(n)
	case *group:
		c.group(n)
	case *anchor:
		c.emit(instruction{op: opAnchor, anchor: n.kind})
	case *backref:
		c.emit(instruction{op: opBackref, register: 2 * n.nums[0], fold: n.fold})
	case *conditional:
		test := c.emit(instruction{op: opIfGroup, register: 2 * n.num})
		c.code[test].next = c.here()
		c.node(n.body.items[0])
		end := c.emit(instruction{op: opJump})
		c.code[test].other = c.here()
		c.node(n.body.items[1])
		c.code[end].next = c.here()
	}
}

func (c *compiler) oneOf(s runeSet) {
	if r, ok := s.only(); ok {
		c.emit(instruction{op: opRune, rune: r})
		return
	}
	c.emit(instruction{op: opSet, set: newCharSet(s)})
}

// alternatives compiles alternatives in order. write compiles one of them.
func (c *compiler) alternatives(items []node, write func(node)) {
	var ends []int
	for _, item := range items[:len(items)-1] {
		split := c.split(false)
		write(item)
		ends = append(ends, c.emit(instruction{op: opJump}))
		c.join(split)
	}
	write(items[len(items)-1])
	for _, end := range ends {
		c.code[end].next = c.here()
	}
}

// split starts an optional part, which ends at join. If it is lazy, skipping it is tried first.
func (c *compiler) split(lazy bool) int {
	at := c.emit(instruction{op: opSplit, lazy: lazy, split: c.splits})
	c.splits++
	c.code[at].next = c.here()
	return at
}

// join ends an optional part.
func (c *compiler) join(split int) {
	i := &c.code[split]
	i.other = len(c.code)
	if i.lazy {
		i.next, i.other = i.other, i.next
	}
}

func (c *compiler) group(g *group) {
	switch g.kind {
	case capture:
		if !c.saved(g.num) {
			c.node(g.body)
			return
		}
		// The new start counts only when the end is reached. Until then, the group keeps its previous match.
		start := c.registers
		c.registers++
		c.emit(instruction{op: opSave, register: start})
		c.node(g.body)
		c.emit(instruction{op: opCopy, register: 2 * g.num, other: start})
		c.emit(instruction{op: opSave, register: 2*g.num + 1})
	case modified:
		c.node(g.body)
	case atomic:
		c.part(instruction{op: opAtomic}, func() { c.node(g.body) })
	case ahead, notAhead:
		c.part(instruction{op: opLook, negate: g.kind == notAhead}, func() { c.node(g.body) })
	case behind, notBehind:
		items := []node{g.body}
		if a, ok := g.body.(*alternation); ok {
			items = a.items
		}
		c.part(instruction{op: opLook, negate: g.kind == notBehind}, func() {
			c.alternatives(items, func(n node) {
				c.emit(instruction{op: opBack, min: length(n)})
				c.node(n)
			})
		})
	}
}

// part compiles an instruction with a body.
func (c *compiler) part(i instruction, body func()) {
	c.hasParts = true
	at := c.emit(i)
	c.code[at].body = c.here()
	body()
	c.emit(instruction{op: opSucceed})
	c.code[at].next = c.here()
}

func (c *compiler) repeat(r *repeat) {
	if r.max == 0 {
		return
	}
	if max(r.min, r.max) > 1 && written(r) > maxWritten {
		c.counted(r)
		return
	}
	for range r.min - 1 {
		c.node(r.body)
	}
	if r.max == unlimited {
		c.unlimited(r)
		return
	}
	var exits []int // of iterations that matched nothing
	round := func() {
		if exit := c.round(r); exit >= 0 {
			exits = append(exits, exit)
		}
	}
	if r.min > 0 {
		round()
	}
	var splits []int
	for range r.max - r.min {
		splits = append(splits, c.split(r.lazy))
		round()
	}
	for _, split := range splits {
		c.join(split)
	}
	for _, exit := range exits {
		c.code[exit].other = c.here()
	}
}

// round compiles one iteration of a repeat, and returns the index of the check that ends the repeat if it has matched
// nothing, or -1 if it cannot.
func (c *compiler) round(r *repeat) int {
	if minLength(r.body) > 0 {
		c.node(r.body)
		return -1
	}
	c.memorable = false
	start := c.registers
	c.registers++
	c.emit(instruction{op: opSave, register: start})
	c.node(r.body)
	return c.emit(instruction{op: opNonEmpty, register: start})
}

// unlimited compiles the last required iteration, or the first optional one, with a loop.
func (c *compiler) unlimited(r *repeat) {
	split := -1
	start := c.here()
	if r.min == 0 {
		split = c.split(r.lazy)
	}
	exit := c.round(r)
	if r.min == 0 {
		c.emit(instruction{op: opJump, next: start})
		c.join(split)
	} else {
		again := c.split(r.lazy)
		i := &c.code[again]
		i.next = start
		c.join(again)
	}
	if exit >= 0 {
		c.code[exit].other = c.here()
	}
}

// counted compiles a repeat with a counter.
func (c *compiler) counted(r *repeat) {
	c.memorable = false
	counter := c.registers
	c.registers += 2
	c.emit(instruction{op: opReset, register: counter})
	at := c.emit(instruction{op: opRepeat, register: counter, min: r.min, max: r.max, lazy: r.lazy})
	c.code[at].body = c.here()
	c.emit(instruction{op: opCount, register: counter})
	c.node(r.body)
	c.emit(instruction{op: opJump, next: at})
	c.code[at].next = c.here()
}

// begin determines what a match can start with.
func (c *compiler) begin(root node) {
	var first beginnings
	if !first.add(root) && len(first.ranges) <= maxBeginnings {
		c.first = newCharSet(newRuneSet(first.ranges))
	}
	if s, ok := root.(*sequence); ok && len(s.items) > 0 {
		root = s.items[0]
	}
	if a, ok := root.(*anchor); ok {
		c.atStart = a.kind == textStart
		c.oneLine = c.atStart || a.kind == lineStart
	}
}

// beginnings are the characters that a match can start with.
type beginnings struct{ ranges []runeRange }

// maxBeginnings is the number of ranges up to which they are useful.
const maxBeginnings = 5000

// add adds the characters that a match of n can start with, and reports whether the match can be empty.
func (b *beginnings) add(n node) (empty bool) {
	if len(b.ranges) > maxBeginnings {
		return false
	}
	switch n := n.(type) {
	case *char:
		if n.fold {
			b.ranges = append(b.ranges, foldRune(n.r)...)
		} else {
			b.ranges = append(b.ranges, runeRange{n.r, n.r})
		}
		return false
	case *set:
		b.ranges = append(b.ranges, n.runes...)
		return false
	case *sequence:
		for _, item := range n.items {
			if !b.add(item) {
				return false
			}
		}
		return true
	case *alternation:
		for _, item := range n.items {
			if b.add(item) {
				empty = true
			}
		}
		return empty
	case *repeat:
		return n.max == 0 || b.add(n.body) || n.min == 0
	case *group:
		if n.kind == capture || n.kind == modified || n.kind == atomic {
			return b.add(n.body)
		}
	case *backref, *conditional:
		b.ranges = append(b.ranges, allRunes...)
	}
	return true
}
