package report

import (
	"bufio"
	"io"
)

// Compact writes one line for each finding, in the form of gcc,
//
//	path:line:column: severity: message [rule]
//
// for quickfix lists, grep and problem matchers. Without findings it writes nothing.
func Compact(w io.Writer, r *Report, o Options) error {
	p := &printer{w: bufio.NewWriter(w), color: o.Color}
	for i := range r.Diagnostics {
		p.headline(r, &r.Diagnostics[i])
	}
	return p.w.Flush()
}
