package secret

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// fileWords are the words in names of files and directories for secrets.
var fileWords = []string{"secret", "secrets", "credential", "credentials", "password", "passwords", "passwd"}

// privateFile is also a name of such a file or directory, but not as a word of other names.
const privateFile = "private"

// isForSecrets reports whether a data file is for secrets, so that each value may be one: its name, or that of one of the two
// directories around it, contains one of fileWords or is privateFile.
func isForSecrets(file *source.File) bool {
	name := strings.TrimSuffix(file.Path, path.Ext(file.Path))
	for range 3 {
		step := strings.ToLower(path.Base(name))
		if step == privateFile || slices.ContainsFunc(strings.FieldsFunc(step, isNoLetter), isFileWord) {
			return true
		}
		name = path.Dir(name)
	}
	return false
}

func isNoLetter(r rune) bool { return r < 'a' || r > 'z' }

func isFileWord(word string) bool { return slices.Contains(fileWords, word) }

// keyOnLine matches the key at the start of a line of YAML or JSON, commented out or not.
var keyOnLine = lazyregexp.New(`^[ \t#]*(?:-[ \t]+)*(?:[0-9A-Za-z_:.-]+|"[^"]+"|'[^']+')[ \t]*:(?:[ \t]+|$)`)

// commentOnLine matches the beginning of a comment, or what looks like one in a string.
var commentOnLine = lazyregexp.New(`(?:^|[ \t])#`)

// valuesOnLines returns what may be values on the lines of a file for secrets: what follows a key, and lines without one. In a file
// that was parsed, only comments are searched.
func valuesOnLines(text []byte, parsed bool) []source.Span {
	var spans []source.Span
	at := 0
	for line := range bytes.Lines(text) {
		content := bytes.TrimRight(line, "\r\n")
		from := 0
		if parsed {
			from = len(content)
			if m := commentOnLine().FindIndex(content); m != nil {
				from = m[1] - 1
			}
		}
		if m := keyOnLine().FindIndex(content[from:]); m != nil {
			from += m[1]
		} else {
			from = len(content) - len(bytes.TrimLeft(content[from:], " \t#"))
		}
		if from < len(content) {
			spans = append(spans, source.Span{Start: at + from, End: at + len(content)})
		}
		at += len(line)
	}
	return spans
}
