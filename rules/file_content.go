package rules

import (
	"bytes"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// EmptyDataFile reports data files without any key.
var EmptyDataFile = &rule.Rule{
	ID: "HL1004", Name: "empty-data-file", Family: yamlFamily, Severity: diagnostic.Note,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			if problem.Code == data.EmptyDocument {
				reportProblem(p, problem, diagnostic.Diagnostic{
					Message: "this file has no data",
					Detail:  "Puppet warns about it in every run of every node that reads it",
					Help:    "write `{}` if that is meant, or remove the file",
				})
			}
		}
	},
}

// Encoding reports files that are not clean UTF-8.
var Encoding = &rule.Rule{
	ID: "HL1005", Name: "encoding", Family: yamlFamily, Severity: diagnostic.Error,
	Options: []rule.Option{
		{
			Name: allow, Default: []string{}, Choices: []string{byteOrderMark, carriageReturns},
			Doc: "what is not reported although editors on Windows leave it in the file, since Puppet puts up with it",
		},
		{
			Name: remove, Default: []string{}, Choices: []string{byteOrderMark, carriageReturns},
			Doc: "what `--fix` takes out of the files; nothing else that it fixes touches byte order marks and line endings",
		},
	},
	CheckFile: func(p *rule.FilePass) {
		if bytes.HasPrefix(p.Source().Text, []byte(gitCrypt)) {
			p.Report(diagnostic.Diagnostic{
				Severity: diagnostic.Note, Span: source.Span{Start: 1, End: len(gitCrypt) - 1},
				Message: "the file is encrypted with git-crypt, so its content is not checked",
				Detail:  "Puppet can read it only where the repository is unlocked",
				Help:    "run `git-crypt unlock` to check it",
			})
			return
		}
		for _, problem := range problems(p) {
			if problem.Code == data.BadEncoding {
				reportProblem(p, problem, diagnostic.Diagnostic{})
			}
		}
		windowsText(p)
	},
}

// gitCrypt is how a file begins that git-crypt encrypted: it is plain text where Puppet reads it.
const gitCrypt = "\x00GITCRYPT\x00"

// The options of the rule, and what can stand in them.
const (
	allow           = "allow"
	remove          = "remove"
	byteOrderMark   = "byte-order-mark"
	carriageReturns = "carriage-returns"
)

// windowsText reports what editors on Windows leave in a file. Puppet reads it all the same.
func windowsText(p *rule.FilePass) {
	text := p.Source().Text
	allowed := p.List(allow)
	if bytes.HasPrefix(text, []byte("\uFEFF")) && p.Doc().Err == nil && !slices.Contains(allowed, byteOrderMark) {
		span := source.Span{Start: 0, End: len("\uFEFF")}
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Note, Span: span,
			Message: "the file starts with a byte order mark",
			Detail:  "Puppet counts it as a column: a key at the margin below the first one does not belong to the same hash",
			Help:    "remove it",
		}
		if slices.Contains(p.List(remove), byteOrderMark) {
			d.Fixes = []diagnostic.Fix{{Message: "remove the byte order mark", Safe: true, Edits: []diagnostic.TextEdit{{File: p.Source(), Span: span}}}}
		}
		p.Report(d)
	}
	if at := bytes.IndexByte(text, '\r'); at >= 0 && p.Doc().Err == nil && !slices.Contains(allowed, carriageReturns) {
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Note, Span: source.Span{Start: at, End: at},
			Message: "lines end in carriage returns, as on Windows",
			Detail:  "Puppet reads them like others; they get in the way of tools and of comparing versions",
			Help:    "convert the file to line feeds",
		}
		if slices.Contains(p.List(remove), carriageReturns) {
			d.Fixes = endInLineFeeds(p.Pass, at)
		}
		p.Report(d)
	}
}

// endInLineFeeds is the fix that takes the carriage returns, of which the first stands at an offset, out of the file.
// One alone ends a line too, and there is nothing else that it can mean: in quotes it is folded.
func endInLineFeeds(p *rule.Pass, at int) []diagnostic.Fix {
	text := p.Source().Text
	end := bytes.LastIndexByte(text, '\r') + 1
	ended := bytes.ReplaceAll(text[at:end], []byte("\r\n"), []byte("\n"))
	if bytes.IndexByte(ended[:len(ended)-1], '\r') >= 0 || end == len(text) || text[end] != '\n' {
		return nil
	}
	return []diagnostic.Fix{{Message: "end the lines with line feeds", Safe: true, Edits: []diagnostic.TextEdit{{
		File: p.Source(), Span: source.Span{Start: at, End: end}, New: string(ended[:len(ended)-1]),
	}}}}
}

// YAMLMultipleDocuments reports what stands behind the first document of a file.
var YAMLMultipleDocuments = &rule.Rule{
	ID: "HL1006", Name: "yaml-multiple-documents", Family: yamlFamily, Severity: diagnostic.Warning,
	CheckFile: func(p *rule.FilePass) {
		if p.File.Stray == project.Orphan {
			return // other programs read all documents of a file
		}
		for _, problem := range problems(p) {
			if problem.Code == data.ExtraDocument {
				reportProblem(p, problem, diagnostic.Diagnostic{Detail: "Puppet does not read what follows, and says nothing"})
			}
		}
	},
}

// YAMLDateValue reports dates and times without quotes.
var YAMLDateValue = &rule.Rule{
	ID: "HL1007", Name: "yaml-date-value", Family: yamlFamily, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			if problem.Code != data.ForbiddenClass || !isDate(problem) {
				continue
			}
			d := diagnostic.Diagnostic{
				Message: "a date or time must be in quotes",
				Detail:  "Puppet cannot read the file: every lookup that reaches it fails",
				Help:    "put it in quotes",
			}
			if problem.Node.Style == data.Plain && problem.Node.Tag == "" {
				d.Fixes = []diagnostic.Fix{quote(p.Source(), problem.Node.Span)}
			}
			if isUnread(p) {
				d.Severity, d.Detail = diagnostic.Warning, "If Puppet reads this file, every lookup that reaches it fails"
			}
			reportProblem(p, problem, d)
		}
	},
}

// isUnread tells whether no level reads the file: it may be something else than data of Hiera.
func isUnread(p *rule.FilePass) bool { return len(p.File.Readers) == 0 && !readByCode(p) }

func isDate(problem *data.Problem) bool {
	return problem.Node != nil && problem.Node.Kind == data.Scalar &&
		(problem.Message == "Tried to load unspecified class: Date" || problem.Message == "Tried to load unspecified class: Time")
}

// YAMLUnsupportedTag reports values of kinds that Puppet's reader refuses, and the tags that ask for
// them.
var YAMLUnsupportedTag = &rule.Rule{
	ID: "HL1008", Name: "yaml-unsupported-tag", Family: yamlFamily, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		for _, problem := range problems(p) {
			switch {
			case problem.Code == data.ForbiddenClass && !isDate(problem):
				d := diagnostic.Diagnostic{Help: "write plain data: text, numbers, true or false, lists and hashes"}
				if isUnread(p) {
					d.Severity = diagnostic.Warning
				}
				reportProblem(p, problem, d)
			case problem.Code == data.BadTag:
				reportProblem(p, problem, diagnostic.Diagnostic{})
			}
		}
		if permits(p, "Symbol") {
			return
		}
		for _, n := range p.Symbols() {
			reportSymbol(p, n)
		}
	},
}

// reportSymbol reports a value that Puppet refuses when its key is looked up.
func reportSymbol(p *rule.FilePass, n *data.Node) {
	d := diagnostic.Diagnostic{
		Span:    firstLine(n),
		Message: "`" + shown(n.Text()) + "` is a Ruby symbol, which Puppet refuses",
		Help:    "write a text",
		Key:     keyPath(n),
	}
	failsLookups(p, &d, n)
	if n.Style == data.Plain && n.Tag == "" {
		d.Message = "`" + shown(n.Text()) + "` without quotes is a Ruby symbol, which Puppet refuses"
		d.Help = "put it in quotes"
		d.Fixes = []diagnostic.Fix{quote(p.Source(), n.Span)}
	}
	p.Report(d)
}
