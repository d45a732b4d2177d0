package interpolation

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// InterpolationAccidental reports %{…} that is meant for another program.
var InterpolationAccidental = &rule.Rule{
	ID: "HL2010", Name: "interpolation-accidental", Family: family, Severity: diagnostic.Warning,
	CheckFile: func(p *rule.FilePass) {
		if p.File.Stray == project.Orphan {
			return // the string may still reach the other program unchanged
		}
		var programs programFinder
		for text, token := range p.Tokens() {
			if programs.isHalfEscape(text, token) {
				reportHalfEscape(p, text, token)
				continue
			}
			program, certain := programs.meantFor(text, token)
			if program == nobody || variables.IsKnown(p.Site, token.Key.Root) {
				continue
			}
			written := text.Slice(token.Span)
			d := diagnostic.Diagnostic{
				Span:    text.Span(token.Span),
				Message: "`" + rule.Shown(written) + "` is meant for " + string(program) + ", but Puppet treats it as a variable",
				Detail:  undefinedOutcome(p.Site, text, token.Key),
				Help:    "write `%{literal('%')}" + rule.Shown(written[1:]) + "`",
				Key:     rule.KeyPath(text.Node),
			}
			if fix, ok := escape(p, text, token); ok {
				fix.Safe = certain
				d.Fixes = []diagnostic.Fix{fix}
			}
			p.Report(d)
		}
	},
}

// isHalfEscape reports whether a token is meant to keep the percent sign of what follows, but removes it:
// %{}{HTTP_HOST} instead of %%{}{HTTP_HOST}.
func (f *programFinder) isHalfEscape(text *rule.Text, token *interpolate.Token) bool {
	if token.Kind != interpolate.Empty {
		return false
	}
	inner, isEmpty := strings.CutPrefix(text.Template.Text[token.Span.End:], "{")
	end := strings.IndexByte(inner, '}')
	return isEmpty && end > 0 && !strings.ContainsAny(inner[:end], " \n{") &&
		!strings.HasSuffix(text.Template.Text[:token.Span.Start], "%") && !f.isInComment(text, token) // where it does no harm
}

// isInComment reports whether the token is on a comment line of its string.
func (f *programFinder) isInComment(text *rule.Text, token *interpolate.Token) bool {
	if f.lines.text != text {
		f.lines = lines{text: text}
	}
	line := text.Template.Text[f.lines.startOf(token.Span.Start):token.Span.Start]
	return strings.HasPrefix(strings.TrimLeft(line, " \t"), "#")
}

// lines finds the lines of a string for ascending offsets in a single pass.
type lines struct {
	text  *rule.Text
	start int // of the last line
	read  int
}

func (l *lines) startOf(offset int) int {
	if i := strings.LastIndexByte(l.text.Template.Text[l.read:offset], '\n'); i >= 0 {
		l.start = l.read + i + 1
	}
	l.read = offset
	return l.start
}

func reportHalfEscape(p *rule.FilePass, text *rule.Text, token *interpolate.Token) {
	rest := text.Template.Text[token.Span.End:]
	remains := rule.Shown(rest[:strings.IndexByte(rest, '}')+1])
	literal := literalPercent(p.Pass, text)
	d := diagnostic.Diagnostic{
		Span:    text.Span(token.Span),
		Message: "`%{}` removes the percent sign: `" + remains + "` remains",
		Detail:  "Puppet inserts the empty string for `%{}`",
		Help:    "write `" + literal + remains + "`, or `%" + remains + "` if you mean a Puppet variable",
		Key:     rule.KeyPath(text.Node),
	}
	if !p.IsUnparsable(text.Node) {
		d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), text.Span(token.Span), literal)}
	}
	p.Report(d)
}

// undefinedOutcome describes what happens to a string with an undefined variable. It returns "" for an undefined subkey
// of an existing variable, such as `facts.fqdn`.
func undefinedOutcome(p *rule.Site, text *rule.Text, variable key.Key) string {
	switch {
	case len(variable.Sub) > 0:
		return "Puppet inserts the empty string"
	case p.PuppetVersion == 7:
		return "Puppet 7 inserts the empty string"
	}
	return rule.EveryLookup(text.Node) + " fails in Puppet 8; Puppet 7 inserts the empty string"
}

// escape returns the fix that makes the % of a token a literal character.
func escape(p *rule.FilePass, text *rule.Text, token *interpolate.Token) (diagnostic.Fix, bool) {
	if p.IsUnparsable(text.Node) {
		return diagnostic.Fix{}, false // the value must be quoted first
	}
	percent := text.Span(source.Span{Start: token.Span.Start, End: token.Span.Start + 1})
	return edit.Replace("make the `%` literal", p.Source(), percent, literalPercent(p.Pass, text)), true
}

// literalPercent returns the call for a literal percent sign, with quotes that do not end the string.
func literalPercent(p *rule.Pass, text *rule.Text) string {
	if bytes.HasPrefix(p.Source().Slice(text.Node.Span), []byte("'")) {
		return `%{literal("%")}`
	}
	return "%{literal('%')}"
}

// program is the name of the program that a %{…} is meant for, as used in messages.
type program string

const (
	nobody    program = ""
	logFormat program = "a log format"
	rewrite   program = "mod_rewrite"
	wsgi      program = "mod_wsgi"
	varnish   program = "Varnish"
	haproxy   program = "HAProxy"
	logstash  program = "Logstash or another log parser"
	rpm       program = "RPM"
	curl      program = "curl"
	otherText program = "something else"
)

// meantFor returns the program that a token is meant for, although Puppet reads it as a variable. This is certain if no
// Puppet variable can have the name. Otherwise, the surrounding string decides.
func (f *programFinder) meantFor(text *rule.Text, token *interpolate.Token) (meant program, certain bool) {
	if token.Kind != interpolate.Variable || mistake.Of(text.Template.Text, token) != mistake.None {
		return nobody, false
	}
	expression := text.Slice(token.Expression)
	rest := text.Template.Text[token.Span.End:]
	if meant = bySign(expression, rest); meant != nobody {
		return meant, true
	}
	root := strings.TrimPrefix(token.Key.Root, "::")
	if prefix, suffix, ok := strings.Cut(root, ":"); ok && suffix != "" && suffix[0] != ':' {
		return byPrefix(prefix)
	}
	switch {
	case root != token.Key.Root:
		return nobody, false // only Puppet's variables start with ::
	case strings.Contains(root, "-"):
		return f.byHeader(text, root, rest)
	case ascii.IsName(root):
		return f.byWord(text, token, root, rest)
	case expression[0] == '\'' || expression[0] == '"':
		return nobody, false // a quoted name
	case strings.ContainsAny(root, " \t\n*/=,<>|!#&~^()[]{}%@+?;\\"):
		return otherText, true
	}
	return nobody, false
}

// bySign recognizes tokens that start with a character that no variable name starts with.
func bySign(expression, rest string) program {
	switch expression[0] {
	case '+', '-':
		if len(expression) == 2 && strings.Contains("QXE", expression[1:]) && rest != "" && ascii.IsName(rest[:1]) {
			return haproxy
		}
		return logstash
	case '[', '@', '*', '&':
		return logstash
	case '%':
		return logFormat
	case '?', '!':
		return rpm
	}
	if strings.HasSuffix(expression, "->") {
		return logstash
	}
	return nobody
}

// byPrefix recognizes names with a single colon: %{IP:client}, %{ENV:HOME}, %{VCL_Log:key}.
func byPrefix(prefix string) (meant program, certain bool) {
	switch {
	case slices.Contains([]string{"ENV", "HTTP", "SSL", "LA-U", "LA-F"}, prefix):
		return rewrite, true
	case slices.Contains([]string{"Varnish", "VCL_Log", "VSL"}, prefix):
		return varnish, true
	case isUpper(prefix):
		return logstash, true
	}
	return nobody, false
}

// isUpper reports whether a name is all upper case, like names of patterns and environment variables. Puppet's
// variables start with a lower-case letter, and the names of Facter's facts are all lower case.
func isUpper(name string) bool {
	return len(name) > 1 && ascii.IsName(name) && name == strings.ToUpper(name) && name != strings.ToLower(name)
}

// byHeader recognizes HTTP headers. Names of facts may contain hyphens, but no upper-case letters.
func (f *programFinder) byHeader(text *rule.Text, root, rest string) (meant program, certain bool) {
	switch {
	case root != strings.ToLower(root):
		return logFormat, true
	case logDirective().MatchString(rest) && (strings.HasPrefix(root, "x-") || root == "user-agent" || f.around(text).directives):
		return logFormat, false
	}
	return nobody, false
}

// byWord recognizes names that are also valid for variables.
func (f *programFinder) byWord(text *rule.Text, token *interpolate.Token, root, rest string) (meant program, certain bool) {
	capital := root[0] >= 'A' && root[0] <= 'Z'
	_, isLegacy := facter.Legacy(root)
	ours := isLegacy || facter.Core(root) != nil || facter.IsVariable(root) || slices.Contains(facter.Hashes, root)
	switch {
	case ours || len(token.Key.Sub) > 0 && !capital:
		return nobody, false
	case logDirective().MatchString(rest) && (capital || f.around(text).directives):
		return logFormat, capital && f.around(text).directives
	case root[0] == '_':
		return rpm, false // a macro such as _libdir; manifests cannot set such a variable at top scope
	case isServerVariable(root):
		return rewrite, true
	case slices.Contains(applicationGroups, root) && (f.around(text).wsgi || isOfWSGI(text.Node)):
		return wsgi, true
	case isUpper(root) && (slices.Contains(grokPatterns, root) || f.hasOtherOfLogstash(text, token)):
		return logstash, false
	case slices.Contains(curlVariables, root):
		return curl, false
	case slices.Contains(rpmTags, strings.ToLower(root)) && f.around(text).rpmQuery:
		return rpm, false
	case !capital && f.hasOtherOfLogstash(text, token):
		return logstash, false
	}
	return nobody, false
}

// programFinder determines the programs that tokens are meant for. The traits of a string are computed once for all of
// its tokens.
type programFinder struct {
	text   *rule.Text
	traits *traits
	lines  lines
}

// traits describes what else a string contains.
type traits struct {
	directives bool // of a log format, such as %h or %>s
	rpmQuery   bool
	wsgi       bool // a directive of mod_wsgi
	logstash   int  // number of tokens that are certainly meant for Logstash
}

func (f *programFinder) around(text *rule.Text) *traits {
	if f.text == text {
		return f.traits
	}
	f.text = text
	f.traits = &traits{
		directives: plainDirective().MatchString(text.Template.Text), rpmQuery: rpmQuery().MatchString(text.Template.Text),
		wsgi: strings.Contains(text.Template.Text, "WSGI"),
	}
	for token := range text.Template.All() {
		if isOfLogstash(text, token) {
			f.traits.logstash++
		}
	}
	return f.traits
}

// hasOtherOfLogstash reports whether another token of the string is certainly meant for Logstash.
func (f *programFinder) hasOtherOfLogstash(text *rule.Text, token *interpolate.Token) bool {
	others := f.around(text).logstash
	if others > 0 && isOfLogstash(text, token) {
		others--
	}
	return others > 0
}

// isOfLogstash reports whether a token is certainly meant for Logstash.
func isOfLogstash(text *rule.Text, token *interpolate.Token) bool {
	if token.Kind != interpolate.Variable {
		return false
	}
	if bySign(text.Slice(token.Expression), text.Template.Text[token.Span.End:]) == logstash {
		return true
	}
	prefix, suffix, ok := strings.Cut(token.Key.Root, ":")
	if !ok || strings.HasPrefix(suffix, ":") {
		return false
	}
	by, _ := byPrefix(prefix)
	return by == logstash
}

// logDirective matches what follows the } in a log format: the letter that determines the meaning of the name in braces
// (Apache, mod_log_config: %{Referer}i, %{JSESSIONID}C, %{ms}T, %{X-Trailer}^to).
var logDirective = lazyregexp.New(`^(\^t[io]|[aCeihLlnopPstTx])(\W|$)`)

// plainDirective matches a directive of a log format.
var plainDirective = lazyregexp.New(`%[<>]?[aABbDfhHklLmopPqrRsTtuUvVX](\W|$)`)

// isServerVariable reports whether a name is a variable of mod_rewrite or mod_ssl.
func isServerVariable(name string) bool {
	for _, prefix := range []string{"HTTP_", "SSL_", "REQUEST_", "REMOTE_", "SERVER_", "SCRIPT_", "TIME_", "CONTEXT_"} {
		if strings.HasPrefix(name, prefix) && isUpper(name) {
			return true
		}
	}
	return slices.Contains(serverVariables, name)
}

var serverVariables = strings.Fields("THE_REQUEST QUERY_STRING PATH_INFO AUTH_TYPE DOCUMENT_ROOT API_VERSION CONN_REMOTE_ADDR HTTPS IS_SUBREQ IPV6 TIME UNIQUE_ID")

// applicationGroups are the groups of mod_wsgi that are written like variables.
var applicationGroups = []string{"GLOBAL", "RESOURCE", "SERVER"}

// isOfWSGI reports whether the key of a value names mod_wsgi.
func isOfWSGI(value *data.Node) bool {
	name := value.Counterpart()
	return name != nil && name.Kind == data.Scalar && strings.Contains(name.Text(), "wsgi")
}

// grokPatterns are patterns of Logstash whose names are so long or peculiar that node classifiers do not set variables
// with these names.
var grokPatterns = strings.Fields(`USERNAME EMAILADDRESS EMAILLOCALPART INT BASE10NUM NUMBER BASE16NUM BASE16FLOAT POSINT NONNEGINT WORD NOTSPACE SPACE DATA GREEDYDATA
	QUOTEDSTRING QS UUID URN MAC CISCOMAC WINDOWSMAC COMMONMAC IP IPV4 IPORHOST HOSTNAME HOSTPORT UNIXPATH TTY WINPATH URIPROTO URIHOST URIPATH URIPARAM
	URIPATHPARAM MONTH MONTHNUM MONTHNUM2 MONTHDAY DAY YEAR HOUR MINUTE SECOND DATE_US DATE_EU ISO8601_TIMEZONE ISO8601_SECOND TIMESTAMP_ISO8601 TZ
	DATESTAMP DATESTAMP_RFC822 DATESTAMP_RFC2822 DATESTAMP_OTHER DATESTAMP_EVENTLOG HTTPDERROR_DATE SYSLOGTIMESTAMP PROG SYSLOGPROG SYSLOGHOST
	SYSLOGFACILITY HTTPDATE LOGLEVEL HTTPDUSER SYSLOGBASE SYSLOGLINE COMMONAPACHELOG COMBINEDAPACHELOG HTTPD_COMMONLOG HTTPD_COMBINEDLOG HTTPD_ERRORLOG
	JAVACLASS JAVAFILE JAVASTACKTRACEPART NAGIOSLOGLINE HAPROXYHTTP HAPROXYTCP`)

// curlVariables are the variables of curl --write-out with distinctive names.
var curlVariables = strings.Fields(`http_code http_connect http_version response_code num_connects num_redirects redirect_url size_download size_header
	size_request size_upload speed_download speed_upload ssl_verify_result time_appconnect time_connect time_namelookup time_pretransfer time_redirect
	time_starttransfer time_total url_effective`)

// rpmTags are the tags of RPM queries.
var rpmTags = strings.Fields("name version release arch epoch evr nevra nvr nvra summary vendor license size installtime buildtime buildhost packager url group sourcerpm")

var rpmQuery = lazyregexp.New(`\brpm\b|--qf\b|--queryformat\b`)
