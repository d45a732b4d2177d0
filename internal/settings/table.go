package settings

import (
	"slices"
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// severities are the words for severities, the worst first.
var severities = []choice[diagnostic.Severity]{choiceOf(diagnostic.Error), choiceOf(diagnostic.Warning), choiceOf(diagnostic.Note)}

// table lists all settings.
var table = []field[Settings]{
	at("profile", oneOf(choiceOf(Minimal), choiceOf(Recommended), choiceOf(Strict)), func(s *Settings) *Profile { return &s.Profile }, "recommended",
		"A set of defaults. `minimal` reports only errors: what Puppet fails on or silently ignores (`min_severity: error`). `recommended` reports everything worth changing, and fails on "+
			"errors. `strict` also fails on warnings (`fail_on: warning`), requires a reason for each suppression, does not allow suppressing rules about secrets, and reports findings that are "+
			"true but seldom worth a change (the pages of the rules say which)."),
	at("puppet_version", oneOf(choice[int]{"7", 7}, choice[int]{"8", 8}), func(s *Settings) *int { return &s.PuppetVersion }, "8",
		"The major version of Puppet to check for. For OpenVox, use 8."),
	at("fail_on", oneOf(append(slices.Clip(severities), choice[diagnostic.Severity]{"never", 0})...), func(s *Settings) *diagnostic.Severity { return &s.FailOn }, "error",
		"The lowest severity for which a run ends with exit code 1."),
	at("min_severity", oneOf(severities...), func(s *Settings) *diagnostic.Severity { return &s.MinSeverity }, "note",
		"The lowest severity to report, in every format. A rule that `rules` or an override names is reported whatever its severity. By default, all findings are reported, but the text "+
			"format only counts notes, except in the profile `strict`. The option `--min-severity` takes precedence."),
	at("rules", ruleSettings, func(s *Settings) *RuleSettings { return &s.Rules }, "\n  interpolation-unquoted: off\n  empty-data-file: error",
		"Turns rules off and on, or sets the severity of their findings. A rule with options takes a hash of `severity` and the options."),
	at("overrides", each("an override", "hashes with `paths` and `rules`", overrideTable, func(*data.Node) Override { return Override{} }, "paths", "rules"),
		func(s *Settings) *[]Override { return &s.Overrides }, "\n  - paths: [data/legacy]\n    rules:\n      yaml-duplicate-key: warning",
		"Rule settings for some files. If several match a file, later ones add to earlier ones and to `rules`."),
	at("exclude", pathGlobs, func(s *Settings) *Patterns { return &s.Exclude }, "[data/generated, '*.tmp.yaml']",
		"Files and directories whose findings are not reported. Their data still counts for other files. Paths named on the command line are checked anyway, "+
			"unless `--force-exclude` is given."),
	at("environments", each("an environment", "hashes with `path` and any of `hiera_config`, `datadirs`, `modulepath`", environmentTable,
		func(n *data.Node) *Environment { return &Environment{node: n} }, "path"),
		func(s *Settings) *[]*Environment { return &s.Environments }, environmentExample,
		"The hierarchy, data, and modules of environments, if hieralint does not find them in the tree or finds the wrong ones. `hieralint environments` shows what it finds "+
			"(docs/environments.md)."),
	at("modulepath", list(path), func(s *Settings) *[]string { return &s.Modulepath }, "[modules, site-modules]",
		"Directories with modules, instead of the modulepath in `environment.conf`."),
	at("report_installed_modules", flag, func(s *Settings) *bool { return &s.ReportInstalledModules }, "true",
		"Also reports findings in installed modules: those that the Puppetfile or `.gitmodules` names, that Git ignores, or that are Forge releases or separate repositories. "+
			"Otherwise, their keys and classes count, but findings in them are reported only if a path in the module is named on the command line."),
	at("facts", list(path), func(s *Settings) *[]string { return &s.Facts }, "[spec/facts]",
		"Facts of nodes: output of `facter`, `puppet facts`, or PuppetDB, in JSON or YAML, or directories with such files."),
	at("nodes", nodes, func(s *Settings) *[]*facts.Node { return &s.Nodes }, "\n  web01.example.com:\n    facts: {os: {family: Debian}}",
		"Nodes, by certname. Each is a hash with any of `facts`, `trusted`, `vars` (top-scope variables, as an external node classifier sets "+
			"them), and `environment`."),
	at("known_facts", list(text), func(s *Settings) *[]string { return &s.KnownFacts }, "[role, datacenter]",
		"Names of custom and external facts, in addition to Facter's."),
	at("known_variables", list(text), func(s *Settings) *[]string { return &s.KnownVariables }, "[site]",
		"Names of top-scope variables that the site sets, in `site.pp` or with an external node classifier."),
	at("sensitive_facts", factGlobs, func(s *Settings) *Patterns { return &s.SensitiveFacts }, "[ec2_userdata, 'ssh.*', trusted.extensions.pp_preshared_key]",
		"Patterns of facts that `hieralint nodes fetch` never writes to a file. A fact includes everything in its value; trusted facts start with `trusted.`. "+
			"Values that depend on these facts are unknown."),
	at("private_keys", list(path), func(s *Settings) *[]string { return &s.PrivateKeys }, "[keys/private_key.pkcs7.pem]",
		"Private keys of hiera-eyaml. Without them, only the format of encrypted values is checked. Decrypted values never appear in a report."),
	at(source.MaxFileSizeSetting, size, func(s *Settings) *int64 { return &s.MaxFileSize }, "64",
		"The maximum size of a data file, a file with code, or a file with facts, in MiB (default: "+strconv.Itoa(source.DefaultMaxFileSize>>20)+"). Larger files are reported instead of read. All files together may be eight times as large."),
	at("baseline", path, func(s *Settings) *string { return &s.Baseline }, strconv.Quote(BaselineName),
		"The file with known findings, which are not reported; `hieralint baseline` writes it. By default, `"+BaselineName+"` next to the configuration is used."),
	nested("suppressions", suppressionTable, func(s *Settings) *Suppressions { return &s.Suppressions }, "\n  require_reason: true",
		"Requirements for suppressions, and suppressions without a comment."),
}

const environmentExample = "\n  - path: .\n    hiera_config: config/hiera-production.yaml\n    datadirs: {/srv/hieradata: hieradata}\n    modulepath: [modules, site]"

var environmentTable = []field[*Environment]{
	at("path", path, func(e **Environment) *string { return &(*e).Path }, "", "The directory of the environment."),
	at("hiera_config", path, func(e **Environment) *string { return &(*e).HieraConfig }, "", "The hiera.yaml that the server reads for this environment; it may have any name."),
	at("datadirs", byName(path), func(e **Environment) *map[string]string { return &(*e).Datadirs }, "",
		"For each data directory on the server, the directory of the tree with its data. Write the directory exactly as in the hiera.yaml, including tokens."),
	at("modulepath", list(path), func(e **Environment) *[]string { return &(*e).Modulepath }, "", "The directories with the modules of the environment."),
}

var overrideTable = []field[Override]{
	at("paths", pathGlobs, func(o *Override) *Patterns { return &o.Paths }, "", "Path patterns of the files."),
	at("rules", ruleSettings, func(o *Override) *RuleSettings { return &o.Rules }, "", "Settings for these files, as in the top-level `rules`."),
}

var suppressionTable = []field[Suppressions]{
	at("require_reason", flag, func(s *Suppressions) *bool { return &s.RequireReason }, "true",
		"Suppressions without a reason have no effect and are reported."),
	at("protect_secrets", flag, func(s *Suppressions) *bool { return &s.ProtectSecrets }, "true",
		"Suppressions of rules about secrets (HL6xxx) have no effect and are reported."),
	at("ignore", each("an entry of `ignore`", "hashes with `rules` and any of `paths`, `keys`, `reason`, `until`", ignoreTable,
		func(n *data.Node) *Ignore { return &Ignore{Span: n.Span} }, "rules"),
		func(s *Suppressions) *[]*Ignore { return &s.Ignore }, "\n  - rules: [yaml-duplicate-key]\n    paths: ['data/*.json']\n    reason: written by another program",
		"Findings to suppress without a comment, for example in JSON data."),
}

var ignoreTable = []field[*Ignore]{
	at("rules", ruleNames, func(i **Ignore) *[]rule.Mention { return &(*i).Rules }, "", "The rules to suppress."),
	at("paths", pathGlobs, func(i **Ignore) *Patterns { return &(*i).Paths }, "", "Path patterns of the files (default: all)."),
	at("keys", keyGlobs, func(i **Ignore) *Patterns { return &(*i).Keys }, "",
		"Patterns of the keys, such as `profile::web::*` (default: all). A key includes everything in its value."),
	at("reason", text, func(i **Ignore) *string { return &(*i).Reason }, "", "Why the findings are suppressed."),
	at("until", date, func(i **Ignore) *string { return &(*i).Until }, "", "The last day on which the suppression applies."),
}
