package recognize

import (
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

var (
	templateExpression = lazyregexp.New(`(?s)<%=.*?%>`)
	templateCode       = lazyregexp.New(`(?s)<%.*?-?%>`)
	// leadingExpression matches a template's value at the start of the path of a directory on the
	// server.
	leadingExpression = lazyregexp.New(`(?ms)(["': ])<%=[^%]*%>/`)
)

// unquotedExpression matches a template's value at the start of an unquoted string, where a token
// is not allowed.
var unquotedExpression = lazyregexp.New(`(?m)([-:][ \t]+)<%=([^%\n]*)%>([^"'\n]*)$`)

// TemplateToken replaces a template's value.
const TemplateToken = "%{template}"

// WithoutTags replaces the tags of a template by unknown variables.
func WithoutTags(text []byte) []byte {
	text = leadingExpression().ReplaceAll(text, []byte("$1/"))
	text = unquotedExpression().ReplaceAll(text, []byte(`$1"`+TemplateToken+`$3"`))
	text = templateExpression().ReplaceAll(text, []byte(TemplateToken))
	return templateCode().ReplaceAll(text, nil)
}
