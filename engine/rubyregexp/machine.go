package rubyregexp

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// The maximum number of steps of a search: a constant, and an amount for each byte of the text. A machine that
// remembers failures takes a few steps per character. One that must retry may take any number, which Ruby would take.
const (
	maxSearch        = 1_000_000
	maxSearchPerByte = 100
	// maxForgetful and maxForgetfulPerByte apply to patterns without memorable parts, such as those with
	// back-references.
	maxForgetful        = 2_000
	maxForgetfulPerByte = 20
	// shortSearch is the number of steps of a search in a short text if failures are remembered.
	shortSearch = 100
	// maxMemory limits the memory for failures, in bits.
	maxMemory = 1 << 26
	// maxChoices limits the stack of alternatives, of which a repetition leaves one at each character.
	maxChoices = 4 << 20
)

// errTooLong is the error of a search that takes too many steps, or too much memory.
var errTooLong = errors.New("too many steps")

// machine executes a program on a text by backtracking, from left to right.
type machine struct {
	*program
	text      string
	registers []int
	// choices is the stack of alternatives to try, and of previous values of registers.
	choices []choice
	steps   int // number executed
	limit   int

	// failed has a bit for each split at each position that has been tried, if the machine remembers failures.
	remembers bool
	failed    []uint64
	tried     []int // the bits of failed that are set
}

// choice is an alternative: continue at an instruction from a position. If at is negative, it is the previous value of
// a register.
type choice struct{ at, position int }

// newMachine returns a machine for searches in text.
func (p *program) newMachine(text string) *machine {
	m, _ := p.machines.Get().(*machine)
	if m == nil {
		m = &machine{program: p, registers: make([]int, p.registers)}
	}
	m.text, m.steps, m.limit = text, 0, maxForgetful+maxForgetfulPerByte*len(text)
	for i := range m.registers {
		m.registers[i] = -1
	}
	if m.remembers = p.memorable && p.splits*(len(text)+1) <= maxMemory; m.remembers {
		m.limit = maxSearch + maxSearchPerByte*len(text)
	}
	return m
}

// release makes the memory of a machine that is no longer needed available to others.
func (m *machine) release() {
	m.forget(0)
	m.text, m.failed, m.choices = "", m.failed[:0], m.choices[:0]
	m.machines.Put(m)
}

// find searches from a position on. Registers 0 and 1 then contain the bounds of the match.
func (m *machine) find(from int) (bool, error) {
	m.forget(0)
	m.undo(0)
	for start := from; start <= len(m.text); {
		if m.mayBegin(start) {
			end, err := m.run(0, start)
			if err != nil {
				return false, err
			}
			if end >= 0 {
				m.registers[0], m.registers[1] = start, end
				return true, nil
			}
		}
		if m.atStart || m.oneLine && !strings.Contains(m.text, "\n") {
			break
		}
		start = m.after(start)
	}
	return false, nil
}

// after returns the position after the character at a position, even at the end.
func (m *machine) after(at int) int {
	_, size := utf8.DecodeRuneInString(m.text[at:])
	return at + max(size, 1)
}

func (m *machine) mayBegin(at int) bool {
	if m.first == nil {
		return true
	}
	r, size := utf8.DecodeRuneInString(m.text[at:])
	return size > 0 && m.first.contains(r)
}

// run executes the program from an instruction and a position on, and returns the end of the match, or -1.
func (m *machine) run(at, position int) (int, error) {
	base := len(m.choices)
	for {
		if m.steps++; m.steps > m.limit || len(m.choices) > maxChoices {
			return -1, errTooLong
		}
		next, end, err := m.step(&m.code[at], at, position)
		switch {
		case err != nil:
			return -1, err
		case next == succeeded:
			return end, nil
		case next == failed:
			if at, position = m.back(base); at < 0 {
				return -1, nil
			}
		default:
			at, position = next, end
		}
	}
}

// Results of step other than instructions.
const (
	failed    = -1
	succeeded = -2
)

// step executes one instruction, and returns the next one and its position.
func (m *machine) step(i *instruction, at, position int) (next, end int, err error) {
	switch i.op {
	case opSucceed:
		return succeeded, position, nil
	case opRune, opSet:
		r, size := rune(0), 0
		if position < len(m.text) {
			if r, size = rune(m.text[position]), 1; r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(m.text[position:])
			}
		}
		if size == 0 || i.op == opRune && r != i.rune || i.op == opSet && !i.set.contains(r) {
			return failed, 0, nil
		}
		return at + 1, position + size, nil
	case opSplit:
		if m.remembers && !m.remember(i.split, position) {
			return failed, 0, nil
		}
		m.choices = append(m.choices, choice{i.other, position})
		return i.next, position, nil
	case opJump:
		return i.next, position, nil
	case opSave:
		m.set(i.register, position)
	case opCopy:
		m.set(i.register, m.registers[i.other])
	case opAnchor:
		if !m.holds(i.anchor, position) {
			return failed, 0, nil
		}
	case opBack:
		for range i.min {
			if position == 0 {
				return failed, 0, nil
			}
			_, size := utf8.DecodeLastRuneInString(m.text[:position])
			position -= size
		}
	case opBackref:
		if position = m.again(i, position); position < 0 {
			return failed, 0, nil
		}
	case opIfGroup:
		if m.registers[i.register+1] < 0 {
			return i.other, position, nil
		}
	case opLook, opAtomic:
		return m.part(i, position)
	case opNonEmpty:
		if m.registers[i.register] == position {
			return i.other, position, nil
		}
	case opReset:
		m.set(i.register, 0)
	case opRepeat:
		return m.repeat(i, position), position, nil
	case opCount:
		m.set(i.register, m.registers[i.register]+1)
		m.set(i.register+1, position)
	}
	return at + 1, position, nil
}

// back returns to the last choice since base. The instruction is negative if there is none.
func (m *machine) back(base int) (at, position int) {
	for len(m.choices) > base {
		last := m.choices[len(m.choices)-1]
		m.choices = m.choices[:len(m.choices)-1]
		if last.at >= 0 {
			return last.at, last.position
		}
		m.registers[-last.at-1] = last.position
	}
	return failed, 0
}

// undo restores the registers from all choices since base.
func (m *machine) undo(base int) {
	for at := 0; at >= 0; {
		at, _ = m.back(base)
	}
}

// set sets a register until the machine backtracks.
func (m *machine) set(register, value int) {
	m.choices = append(m.choices, choice{-register - 1, m.registers[register]})
	m.registers[register] = value
}

// remember marks a split as tried, and reports whether it was not before.
func (m *machine) remember(split, position int) bool {
	if len(m.failed) == 0 {
		m.failed = slices.Grow(m.failed, (m.splits*(len(m.text)+1)+63)/64)
		m.failed = m.failed[:cap(m.failed)]
	}
	bit := split*(len(m.text)+1) + position
	if m.failed[bit>>6]&(1<<(bit&63)) != 0 {
		return false
	}
	m.failed[bit>>6] |= 1 << (bit & 63)
	m.tried = append(m.tried, bit)
	return true
}

// forget removes the marks made since there were the given number of them.
func (m *machine) forget(since int) {
	for _, bit := range m.tried[since:] {
		m.failed[bit>>6] &^= 1 << (bit & 63)
	}
	m.tried = m.tried[:since]
}

// part executes a look-around or an atomic group. Its registers are kept, but its choices are discarded.
func (m *machine) part(i *instruction, position int) (next, end int, err error) {
	base, tried := len(m.choices), len(m.tried)
	end, err = m.run(i.body, position)
	if err != nil {
		return 0, 0, err
	}
	if end >= 0 {
		m.forget(tried) // not all alternatives have failed
		if i.op == opLook && i.negate {
			m.undo(base)
			return failed, 0, nil
		}
		kept := m.choices[:base]
		for _, c := range m.choices[base:] {
			if c.at < 0 {
				kept = append(kept, c)
			}
		}
		m.choices = kept
	} else if !i.negate {
		return failed, 0, nil
	}
	if i.op == opLook {
		end = position
	}
	return i.next, end, nil
}

// repeat decides whether a counted repeat continues.
func (m *machine) repeat(i *instruction, position int) int {
	count := m.registers[i.register]
	switch {
	case count < i.min:
		return i.body
	case i.max != unlimited && count >= i.max, count > 0 && m.registers[i.register+1] == position:
		return i.next
	case i.lazy:
		m.choices = append(m.choices, choice{i.body, position})
		return i.next
	default:
		m.choices = append(m.choices, choice{i.next, position})
		return i.body
	}
}

// again matches the text of a group again, and returns the end, or -1 if it does not match.
func (m *machine) again(i *instruction, position int) int {
	start, end := m.registers[i.register], m.registers[i.register+1]
	if end < 0 || end-start > len(m.text)-position {
		return -1
	}
	m.steps += end - start
	group, here := m.text[start:end], m.text[position:position+end-start]
	if group != here && !(i.fold && strings.EqualFold(group, here)) {
		return -1
	}
	return position + end - start
}

// holds reports whether an anchor matches at a position.
func (m *machine) holds(anchor anchorKind, at int) bool {
	text := m.text
	switch anchor {
	case lineStart:
		// In Ruby, no line starts after a newline at the end of the text.
		return at == 0 || text[at-1] == '\n' && at < len(text)
	case lineEnd:
		return at == len(text) || text[at] == '\n'
	case textStart:
		return at == 0
	case textEnd:
		return at == len(text)
	case lastLineEnd:
		return at == len(text) || at == len(text)-1 && text[at] == '\n'
	case wordBoundary:
		return m.isBoundary(wordType(), at)
	case notWordBoundary:
		return !m.isBoundary(wordType(), at)
	case asciiWordBoundary:
		return m.isBoundary(asciiWord, at)
	}
	return !m.isBoundary(asciiWord, at)
}

// isBoundary reports whether there is a word character on exactly one side.
func (m *machine) isBoundary(word runeSet, at int) bool {
	before, size := utf8.DecodeLastRuneInString(m.text[:at])
	isBefore := size > 0 && word.contains(before)
	after, size := utf8.DecodeRuneInString(m.text[at:])
	isAfter := size > 0 && word.contains(after)
	return isBefore != isAfter
}
