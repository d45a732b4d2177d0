package report

import (
	"bufio"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
)

// excerptTest is a file, a span in it, and the excerpt to show.
type excerptTest struct {
	name, text string
	span       source.Span
	width      int
	want       string
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	checkExcerpts(t, []excerptTest{
		{"token", "a: bc\n", source.Span{Start: 3, End: 5}, 0,
			"  1 | a: bc\n    |    ^^\n"},
		{"empty span", "a: bc\n", source.Span{Start: 3, End: 3}, 0,
			"  1 | a: bc\n    |    ^\n"},
		{"empty span at the end of a line", "a:\nb: 1\n", source.Span{Start: 2, End: 2}, 0,
			"  1 | a:\n    |   ^\n"},
		{"end of the file", "a: 1\n", source.Span{Start: 5, End: 5}, 0,
			"  2 |\n    | ^\n"},
		{"end of the file without a line break", "a: 1", source.Span{Start: 4, End: 4}, 0,
			"  1 | a: 1\n    |     ^\n"},
		{"empty file", "", source.Span{}, 0, ""},
		{"line break", "a: 1\nb: 2\n", source.Span{Start: 4, End: 5}, 0,
			"  1 | a: 1\n    |     ^\n"},
		{"token and its line break", "a: 1\nb: 2\n", source.Span{Start: 3, End: 5}, 0,
			"  1 | a: 1\n    |    ^\n"},
		{"CRLF", "a: 1\r\nb: 2\r\n", source.Span{Start: 9, End: 10}, 0,
			"  2 | b: 2\n    |    ^\n"},
		{"trailing space", "a: 1  \nb: 2\n", source.Span{Start: 4, End: 6}, 0,
			"  1 | a: 1\n    |     ^^\n"},
		{"byte order mark", "\uFEFFa: 1\n", source.Span{Start: 3, End: 4}, 0,
			"  1 | a: 1\n    | ^\n"},
		{"the byte order mark itself", "\uFEFFa: 1\n", source.Span{Start: 0, End: 3}, 0,
			"  1 | a: 1\n    | ^\n"},
		{"tab", "\ta:\t1\n", source.Span{Start: 0, End: 1}, 0,
			"  1 |     a:  1\n    | ^^^^\n"},
		{"after a tab", "\ta:\t1\n", source.Span{Start: 4, End: 5}, 0,
			"  1 |     a:  1\n    |         ^\n"},
		{"wide characters", "状態: 値 # x\n", source.Span{Start: 8, End: 11}, 0,
			"  1 | 状態: 値 # x\n    |       ^^\n"},
		{"after wide characters", "状態: 値 # x\n", source.Span{Start: 12, End: 13}, 0,
			"  1 | 状態: 値 # x\n    |          ^\n"},
		{"combining marks", "cafe\u0301: x\n", source.Span{Start: 8, End: 9}, 0,
			"  1 | cafe\u0301: x\n    |       ^\n"},
		{"control character", "a: \x07b\n", source.Span{Start: 3, End: 4}, 0,
			"  1 | a: <U+0007>b\n    |    ^^^^^^^^\n"},
		{"invalid UTF-8", "a: \xffb\n", source.Span{Start: 4, End: 5}, 0,
			"  1 | a: <FF>b\n    |        ^\n"},
	})
}

func TestExcerptContext(t *testing.T) {
	t.Parallel()
	checkExcerpts(t, []excerptTest{
		{"key above", "a:\n  b: 1\n", source.Span{Start: 5, End: 6}, 0,
			"  1 | a:\n  2 |   b: 1\n    |   ^\n"},
		{"key further above", "a:\n  x: 1\n  y: 1\n  b: 1\n", source.Span{Start: 19, End: 20}, 0,
			"  1 | a:\n  … |\n  4 |   b: 1\n    |   ^\n"},
		{"one line between", "a:\n  x: 1\n  b: 1\n", source.Span{Start: 12, End: 13}, 0,
			"  1 | a:\n  2 |   x: 1\n  3 |   b: 1\n    |   ^\n"},
		{"comments and blank lines do not count", "a:\n# x\n\n  b: 1\n", source.Span{Start: 10, End: 11}, 0,
			"  1 | a:\n  … |\n  4 |   b: 1\n    |   ^\n"},
		{"item of an array that is not indented", "a:\n- x\n- y\n", source.Span{Start: 9, End: 10}, 0,
			"  1 | a:\n  2 | - x\n  3 | - y\n    |   ^\n"},
		{"top level", "a: 1\nb: 1\n", source.Span{Start: 5, End: 6}, 0,
			"  2 | b: 1\n    | ^\n"},
		{"parent line with only a bracket", "{\n  \"a\": 1\n}\n", source.Span{Start: 4, End: 7}, 0,
			"  2 |   \"a\": 1\n    |   ^^^\n"},

		{"two lines", "a: x\n  y\nb: 1\n", source.Span{Start: 3, End: 8}, 0,
			"  1 | a: x\n    |    ^\n  2 |   y\n    |   ^\n"},
		{"three lines", "a: x\n  y\n\n  z\n", source.Span{Start: 3, End: 13}, 0,
			"  1 | a: x\n    |    ^\n  … |\n  4 |   z\n    |   ^\n"},
		{"three lines, all shown", "a: x\n  y\n  z\n", source.Span{Start: 3, End: 12}, 0,
			"  1 | a: x\n    |    ^\n  2 |   y\n    |   ^\n  3 |   z\n    |   ^\n"},
		{"widest number counts", "\n\n\n\n\n\n\n\na:\n  b: 1\n", source.Span{Start: 13, End: 14}, 0,
			"   9 | a:\n  10 |   b: 1\n     |   ^\n"},
	})
}

func TestExcerptOfLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 30)
	checkExcerpts(t, []excerptTest{
		{"long line, token at its start", long, source.Span{Start: 2, End: 5}, 40,
			"  1 | 012345678901234567890123456789012…\n    |   ^^^\n"},
		{"long line, token in the middle", long, source.Span{Start: 152, End: 155}, 40,
			"  1 | …34567890123456789012345678901234…\n    |           ^^^\n"},
		{"long line, token at its end", long, source.Span{Start: 297, End: 300}, 40,
			"  1 | …789012345678901234567890123456789\n    |                                ^^^\n"},
		{"long line, empty span at its end", long, source.Span{Start: 300, End: 300}, 40,
			"  1 | …89012345678901234567890123456789\n    |                                  ^\n"},
		{"long token", long, source.Span{Start: 100, End: 250}, 40,
			"  1 | …78901234567890123456789012345678…\n    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"},
		{"cut through wide characters", strings.Repeat("状", 100), source.Span{Start: 150, End: 153}, 40,
			"  1 | … 状状状状状状状状状状状状状状状 …\n    |           ^^\n"},
		{"very long line", strings.Repeat("状", 9000) + "token" + strings.Repeat("態", 9000), source.Span{Start: 27000, End: 27005}, 40,
			"  1 | …状状状状token態態態態態態態態態 …\n    |          ^^^^^\n"},
		{"very long token", "a: " + strings.Repeat("x", 90000), source.Span{Start: 3, End: 90003}, 30,
			"  1 | a: xxxxxxxxxxxxxxxxxxxx…\n    |    ^^^^^^^^^^^^^^^^^^^^\n"},
		{"narrow terminal", long, source.Span{Start: 2, End: 5}, 3,
			"  1 | 0123456789012345678…\n    |   ^^^\n"},
	})
}

func checkExcerpts(t *testing.T, tests []excerptTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			p := &printer{w: bufio.NewWriter(&b), width: tt.width}
			if p.width == 0 {
				p.width = defaultWidth
			}
			all := rows(source.New("f", []byte(tt.text)), tt.span, true)
			p.excerpt(all, digits(all), "^", "")
			if err := p.w.Flush(); err != nil {
				t.Fatal(err)
			}
			if got := b.String(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
