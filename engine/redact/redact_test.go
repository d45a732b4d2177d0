package redact

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
)

func TestRedact(t *testing.T) {
	tests := []struct {
		name, message, want string
		secrets             []string
	}{
		{"none", "a message", "a message", nil},
		{"once", "got 'hunter2'", "got '#'", []string{"hunter2"}},
		{"twice", "hunter2 is hunter2", "# is #", []string{"hunter2"}},
		{"the longest", "hunter2hunter", "#", []string{"hunter", "hunter2hunter", "hunter2"}},
		{"a part of a word", "the password passw", "the password #", []string{"passw"}},
		{"a long one in a word", "xCorrectHorsex", "x#x", []string{"CorrectHorse"}},
		{"three letters", "an abc, not abcd", "an #, not abcd", []string{"abc"}},
		{"one letter", "a b c", "a # c", []string{"b"}},
		{"a letter at the end of a word", "a/aa/ba/a", "#/aa/ba/#", []string{"a"}},
		{"behind one in a word", "xa-a-a", "xa-#", []string{"a-a"}},
		{"as Ruby quotes it", `got "a\"b\nc"`, `got "#"`, []string{"a\"b\nc"}},
		{"without the line break", "got one two", "got #", []string{"one two\n"}},
		{"blank", "a  b", "a  b", []string{"", " ", "\n"}},
		{"at the end, cut", "hunt", "hunt", []string{"hunter2"}},
		{"not ASCII", "got 'päßwort'", "got '#'", []string{"päßwort"}},
	}
	for _, tt := range tests {
		s := &Secrets{}
		for _, text := range tt.secrets {
			s.Add(text)
		}
		want := strings.ReplaceAll(tt.want, "#", Redacted)
		if got := s.Redact(tt.message); got != want {
			t.Errorf("%s: %s, want %s", tt.name, got, want)
		}
	}
	if got := (*Secrets)(nil).Redact("a"); got != "a" {
		t.Errorf("no secrets at all: %s", got)
	}
}

func TestRedactValue(t *testing.T) {
	s := &Secrets{}
	s.Add("hunter2")
	text := data.NewString
	v := data.NewHash([]data.Entry{{Key: text("a"), Value: data.NewArray([]*data.Value{text("x hunter2"), data.NewInteger(1)})}, {Key: text("hunter2"), Value: text("b")}})
	got := s.RedactValue(v)
	if items, _ := got.Get("a"); items.Items()[0].Text() != "x "+Redacted || items.Items()[1].Kind() != data.Integer {
		t.Errorf("%v", items)
	}
	if b, ok := got.Get(Redacted); !ok || b.Text() != "b" {
		t.Errorf("the key is still there")
	}
}

// FuzzRedact checks that no secret is left which stands alone.
func FuzzRedact(f *testing.F) {
	f.Add("got 'hunter2' and x", "hunter2", "x")
	f.Fuzz(func(t *testing.T, message, a, b string) {
		s := &Secrets{}
		s.Add(a)
		s.Add(b)
		got := s.Redact(message)
		for _, secret := range []string{a, b} {
			if len(secret) >= long && strings.TrimSpace(secret) != "" && !strings.Contains(Redacted, secret) && strings.Contains(strings.ReplaceAll(got, Redacted, "\x00"), secret) {
				t.Errorf("%q is left in %q", secret, got)
			}
		}
	})
}
