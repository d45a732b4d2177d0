package data

import "sort"

// scalarText builds the decoded text of a scalar. Nothing is copied as long as the text is a part
// of the source. On request, it records where each piece of the text is written.
type scalarText struct {
	source     string
	start, end int    // the part of the source that is the text so far, unless copied
	copied     bool   // the text is in buffer
	buffer     []byte // reused for the next scalar

	trace  bool    // record the pieces
	pieces []piece // in order
}

// piece is a part of a scalar's text.
type piece struct {
	offset   int  // the start of the part in the text
	from, to int  // where the part is written
	verbatim bool // the part and its source are equal
}

func (t *scalarText) reset(source string, start int) {
	t.source, t.start, t.end, t.copied, t.buffer = source, start, start, false, t.buffer[:0]
}

func (t *scalarText) len() int {
	if t.copied {
		return len(t.buffer)
	}
	return t.end - t.start
}

// copy appends source[from:to] unchanged.
func (t *scalarText) copy(from, to int) {
	if from == to {
		return
	}
	if t.trace {
		t.pieces = append(t.pieces, piece{t.len(), from, to, true})
	}
	if !t.copied {
		if t.start == t.end {
			t.start, t.end = from, to
			return
		}
		if from == t.end {
			t.end = to
			return
		}
		t.detach()
	}
	t.buffer = append(t.buffer, t.source[from:to]...)
}

// put appends text decoded from source[from:to].
func (t *scalarText) put(text string, from, to int) {
	if t.trace {
		t.pieces = append(t.pieces, piece{t.len(), from, to, false})
	}
	if !t.copied {
		t.detach()
	}
	t.buffer = append(t.buffer, text...)
}

func (t *scalarText) detach() {
	t.buffer = append(t.buffer, t.source[t.start:t.end]...)
	t.copied = true
}

func (t *scalarText) String() string {
	if t.copied {
		return string(t.buffer)
	}
	return t.source[t.start:t.end]
}

// locate returns where the byte at offset, which must be in the pieces, is written.
func locate(pieces []piece, offset int) (from, to int) {
	p := pieces[sort.Search(len(pieces), func(i int) bool { return pieces[i].offset > offset })-1]
	if p.verbatim {
		from = p.from + offset - p.offset
		return from, from + 1
	}
	return p.from, p.to
}
