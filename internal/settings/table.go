package settings

import (
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// table is all that a configuration can say.
var table = []field[Settings]{
	at("profile", oneOf(
		choice[Profile]{"minimal", Minimal}, choice[Profile]{"recommended", Recommended}, choice[Profile]{"strict", Strict},
	), func(s *Settings) *Profile { return &s.Profile }, "recommended",
		"Defaults for the other settings. `minimal` reports errors only: what Puppet fails on or silently ignores (`min_severity: error`). `recommended` reports all that "+
			"is worth a change and fails on errors. `strict` fails on warnings too (`fail_on: warning`), wants a reason for each suppression and accepts none for rules about secrets; "+
			"it also reports what is true but seldom worth a change, which the others leave out; the pages of the rules say what that is."),
	at("puppet_version", oneOf(choice[int]{"7", 7}, choice[int]{"8", 8}), func(s *Settings) *int { return &s.PuppetVersion }, "8",
		"The major version of Puppet whose behaviour counts. OpenVox counts as 8."),
	at("fail_on", oneOf(
		choice[diagnostic.Severity]{"error", diagnostic.Error}, choice[diagnostic.Severity]{"warning", diagnostic.Warning}, choice[diagnostic.Severity]{"note", diagnostic.Note}, choice[diagnostic.Severity]{"never", 0},
	), func(s *Settings) *diagnostic.Severity { return &s.FailOn }, "error",
		"The mildest severity that makes a run end with exit code 1."),
	at("min_severity", oneOf(
		choice[diagnostic.Severity]{"error", diagnostic.Error}, choice[diagnostic.Severity]{"warning", diagnostic.Warning}, choice[diagnostic.Severity]{"note", diagnostic.Note},
	), func(s *Settings) *diagnostic.Severity { return &s.MinSeverity }, "note",
		"The mildest severity that is reported. Rules that `rules` or an override names are reported whatever their severity."),
	at("rules", ruleSettings, func(s *Settings) *RuleSettings { return &s.Rules }, "\n  interpolation-unquoted: off\n  empty-data-file: error",
		"Turns rules off and on, or gives all their findings a severity. A rule that has options takes a hash: `severity` and the options."),
	at("overrides", each("an override", "hashes with `paths` and `rules`", overrideTable, func(*data.Node) Override { return Override{} }, "paths", "rules"),
		func(s *Settings) *[]Override { return &s.Overrides }, "\n  - paths: [data/legacy]\n    rules:\n      yaml-duplicate-key: warning",
		"Settings of rules for some files. Of several that fit a file, the later ones add to the earlier ones and to `rules`."),
	at("exclude", pathGlobs, func(s *Settings) *Patterns { return &s.Exclude }, "[data/generated, '*.tmp.yaml']",
		"Files and folders that are not reported on. Their data counts all the same where other files refer to it. Paths that are named on the command line are reported on even so, "+
			"unless `--force-exclude` is given."),
	at("environments", each("an environment", "hashes with `path` and any of `hiera_config`, `datadirs`, `modulepath`", environmentTable,
		func(n *data.Node) *Environment { return &Environment{node: n} }, "path"),
		func(s *Settings) *[]*Environment { return &s.Environments }, environmentExample,
		"Which hierarchy, data and modules environments have on their servers, where the tree does not tell or tells it wrongly. `hieralint environments` shows what is found "+
			"([environments](environments.md))."),
	at("modulepath", list(path), func(s *Settings) *[]string { return &s.Modulepath }, "[modules, site-modules]",
		"Folders with modules, instead of those that `environment.conf` names."),
	at("report_installed_modules", flag, func(s *Settings) *bool { return &s.ReportInstalledModules }, "true",
		"Reports on modules that came from elsewhere too: those that the Puppetfile or `.gitmodules` names, that git ignores, that are releases of the Forge or repositories of their own. "+
			"Without it their keys and classes count, and findings in them are left out unless a path in the module is named on the command line."),
	at("facts", list(path), func(s *Settings) *[]string { return &s.Facts }, "[spec/facts]",
		"Facts of nodes: files of `facter`, `puppet facts` or PuppetDB, in JSON or YAML, or folders with such files."),
	at("nodes", nodes, func(s *Settings) *[]*facts.Node { return &s.Nodes }, "\n  web01.example.com:\n    facts: {os: {family: Debian}}",
		"Nodes that are described here, by certname. Each is a hash, of which none is needed: `facts`, `trusted`, `vars` (variables of the top scope, as an external node classifier gives "+
			"them) and `environment`."),
	at("known_facts", list(text), func(s *Settings) *[]string { return &s.KnownFacts }, "[role, datacenter]",
		"Names of facts that the site has besides those of Facter: custom and external facts."),
	at("known_variables", list(text), func(s *Settings) *[]string { return &s.KnownVariables }, "[site]",
		"Names of variables of the top scope that the site sets, in `site.pp` or by an external node classifier."),
	at("private_keys", list(path), func(s *Settings) *[]string { return &s.PrivateKeys }, "[keys/private_key.pkcs7.pem]",
		"Private keys of eyaml that are at hand. Without them encrypted values are checked by their shape only. What they decrypt never appears in a report."),
	at(source.MaxFileSizeSetting, size, func(s *Settings) *int64 { return &s.MaxFileSize }, "64",
		"How many MiB a data file or a file with facts may have (default: "+strconv.Itoa(source.DefaultMaxFileSize>>20)+"). Larger files are not read, and reported."),
	at("baseline", path, func(s *Settings) *string { return &s.Baseline }, strconv.Quote(BaselineName),
		"A file with findings that are known and not reported; `hieralint baseline` writes it. Without this setting a file `"+BaselineName+"` beside the configuration counts."),
	nested("suppressions", suppressionTable, func(s *Settings) *Suppressions { return &s.Suppressions }, "\n  require_reason: true",
		"What may be suppressed by comments, and what is suppressed from here."),
}

const environmentExample = "\n  - path: .\n    hiera_config: config/hiera-production.yaml\n    datadirs: {/srv/hieradata: hieradata}\n    modulepath: [modules, site]"

var environmentTable = []field[*Environment]{
	at("path", path, func(e **Environment) *string { return &(*e).Path }, "", "The folder of the environment."),
	at("hiera_config", path, func(e **Environment) *string { return &(*e).HieraConfig }, "", "The configuration that its server reads, whatever its name is."),
	at("datadirs", byName(path), func(e **Environment) *map[string]string { return &(*e).Datadirs }, "",
		"Folders of the tree by the data directories that the configuration names, as it writes them: those of the server, with their tokens."),
	at("modulepath", list(path), func(e **Environment) *[]string { return &(*e).Modulepath }, "", "The folders with its modules."),
}

var overrideTable = []field[Override]{
	at("paths", pathGlobs, func(o *Override) *Patterns { return &o.Paths }, "", "The files: patterns of paths."),
	at("rules", ruleSettings, func(o *Override) *RuleSettings { return &o.Rules }, "", "The settings, as in `rules` at the top."),
}

var suppressionTable = []field[Suppressions]{
	at("require_reason", flag, func(s *Suppressions) *bool { return &s.RequireReason }, "true",
		"Suppressions without a reason have no effect and are reported."),
	at("protect_secrets", flag, func(s *Suppressions) *bool { return &s.ProtectSecrets }, "true",
		"Suppressions of rules about secrets (HL6xxx) have no effect and are reported."),
	at("ignore", each("an entry of `ignore`", "hashes with `rules` and any of `paths`, `keys`, `reason`, `until`", ignoreTable,
		func(n *data.Node) *Ignore { return &Ignore{Span: n.Span} }, "rules"),
		func(s *Suppressions) *[]*Ignore { return &s.Ignore }, "\n  - rules: [yaml-duplicate-key]\n    paths: ['data/*.json']\n    reason: written by another program",
		"Findings that are suppressed from here, as JSON data has no comments."),
}

var ignoreTable = []field[*Ignore]{
	at("rules", ruleNames, func(i **Ignore) *[]rule.Mention { return &(*i).Rules }, "", "The rules."),
	at("paths", pathGlobs, func(i **Ignore) *Patterns { return &(*i).Paths }, "", "The files, as patterns of paths; all when left out."),
	at("keys", keyGlobs, func(i **Ignore) *Patterns { return &(*i).Keys }, "",
		"The keys, as patterns: `profile::web::*`. A key stands for all that is in its value. All when left out."),
	at("reason", text, func(i **Ignore) *string { return &(*i).Reason }, "", "Why."),
	at("until", date, func(i **Ignore) *string { return &(*i).Until }, "", "The last day on which it holds."),
}
