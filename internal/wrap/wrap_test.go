package wrap_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/wrap"
)

func TestLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		width      int
		want       []string
	}{
		{"empty", "", 10, []string{""}},
		{"short", "one two", 10, []string{"one two"}},
		{"exactly", "one two", 7, []string{"one two"}},
		{"too long", "one two", 6, []string{"one", "two"}},
		{"a long word", "a incomprehensible b", 5, []string{"a", "incomprehensible", "b"}},
		{"short code", "write `merge: deep` here", 12, []string{"write", "`merge: deep`", "here"}},
		{"long code", "`a b c d e f g h i j k l m n o p q r s t u v w x`", 12, []string{"`a b c d e f", "g h i j k l", "m n o p q r", "s t u v w x`"}},
		{"short parentheses", "in 2 files (0.02 s) here", 15, []string{"in 2 files", "(0.02 s) here"}},
		{"long parentheses", "(a b c d e f g h i j k l m n o p q r s)", 12, []string{"(a b c d e f", "g h i j k l", "m n o p q r", "s)"}},
		{"a lone parenthesis", "an open ( one", 10, []string{"an open (", "one"}},
		{"a lone backquote", "an open ` quote", 10, []string{"an open `", "quote"}},
		{"columns, not bytes", "ääää öööö", 9, []string{"ääää öööö"}},
		{"spaces in code stay", "a `b  c` d", 80, []string{"a `b  c` d"}},
		{"colors", "\x1b[1mone\x1b[0m \x1b[1mtwo\x1b[0m three", 7, []string{"\x1b[1mone\x1b[0m \x1b[1mtwo\x1b[0m", "three"}},
		{"wide letters", "状態 状態 状態", 9, []string{"状態 状態", "状態"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, wrap.Lines(tt.text, tt.width)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
