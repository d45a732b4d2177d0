package report

import (
	"bufio"
	"io"
)

// Compact writes one line per finding in the format of GCC,
//
//	path:line:column: severity: message [rule]
//
// for quickfix lists, grep, and problem matchers. It writes nothing if there are no findings.
func Compact(w io.Writer, r *Report, o Options) error {
	p := &printer{w: bufio.NewWriter(w), color: o.Color}
	for i := range r.Diagnostics {
		p.headline(r, &r.Diagnostics[i])
	}
	return p.w.Flush()
}
