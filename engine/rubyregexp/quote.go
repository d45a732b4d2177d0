package rubyregexp

import "strings"

var quoter = strings.NewReplacer(
	"\t", `\t`, "\n", `\n`, "\v", `\v`, "\f", `\f`, "\r", `\r`, " ", `\ `,
	"#", `\#`, "$", `\$`, "(", `\(`, ")", `\)`, "*", `\*`, "+", `\+`, "-", `\-`, ".", `\.`,
	"?", `\?`, "[", `\[`, `\`, `\\`, "]", `\]`, "^", `\^`, "{", `\{`, "|", `\|`, "}", `\}`,
)

// Quote writes text as a pattern that matches just that text, as Ruby's Regexp.escape does.
func Quote(text string) string { return quoter.Replace(text) }
