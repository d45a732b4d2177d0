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
		{"no secret", "a message", "a message", nil},
		{"once", "got 'hunter2'", "got '#'", []string{"hunter2"}},
		{"twice", "hunter2 is hunter2", "# is #", []string{"hunter2"}},
		{"the longest secret first", "hunter2hunter", "#", []string{"hunter", "hunter2hunter", "hunter2"}},
		{"a part of a word", "the password passw", "the password #", []string{"passw"}},
		{"a long secret in a word", "xCorrectHorsex", "x#x", []string{"CorrectHorse"}},
		{"three letters", "an abc, not abcd", "an #, not abcd", []string{"abc"}},
		{"one letter", "a b c", "a # c", []string{"b"}},
		{"a letter at the end of a word", "a/aa/ba/a", "#/aa/ba/#", []string{"a"}},
		{"after an occurrence in a word", "xa-a-a", "xa-#", []string{"a-a"}},
		{"quoted by Ruby", `got "a\"b\nc"`, `got "#"`, []string{"a\"b\nc"}},
		{"without the line break", "got one two", "got #", []string{"one two\n"}},
		{"blank", "a  b", "a  b", []string{"", " ", "\n"}},
		{"truncated at the end", "hunt", "hunt", []string{"hunter2"}},
		{"not ASCII", "got 'päßwort'", "got '#'", []string{"päßwort"}},
	}
	for _, tt := range tests {
		s := &Secrets{}
		for _, text := range tt.secrets {
			s.Add(text)
		}
		want := strings.ReplaceAll(tt.want, "#", Redacted)
		if got := s.Redact(tt.message); got != want {
			t.Errorf("%s: got %s, want %s", tt.name, got, want)
		}
	}
	if got := (*Secrets)(nil).Redact("a"); got != "a" {
		t.Errorf("nil Secrets: got %s, want a", got)
	}
}

func TestRedactValue(t *testing.T) {
	s := &Secrets{}
	s.Add("hunter2")
	text := data.NewString
	v := data.NewHash([]data.Entry{{Key: text("a"), Value: data.NewArray([]*data.Value{text("x hunter2"), data.NewInteger(1)})}, {Key: text("hunter2"), Value: text("b")}})
	got := s.RedactValue(v)
	if items, _ := got.Get("a"); items.Items()[0].Text() != "x "+Redacted || items.Items()[1].Kind() != data.Integer {
		t.Errorf("got %v, want a redacted string and an unchanged integer", items)
	}
	if b, ok := got.Get(Redacted); !ok || b.Text() != "b" {
		t.Errorf("the key is not redacted")
	}
}

// FuzzRedact checks that the result contains no long secret.
func FuzzRedact(f *testing.F) {
	f.Add("got 'hunter2' and x", "hunter2", "x")
	f.Fuzz(func(t *testing.T, message, a, b string) {
		s := &Secrets{}
		s.Add(a)
		s.Add(b)
		got := s.Redact(message)
		for _, secret := range []string{a, b} {
			if len(secret) >= long && strings.TrimSpace(secret) != "" && !strings.Contains(Redacted, secret) && strings.Contains(strings.ReplaceAll(got, Redacted, "\x00"), secret) {
				t.Errorf("got %[2]q, which contains the secret %[1]q", secret, got)
			}
		}
	})
}
