// Package settings reads the configuration of hieralint, `.hieralint.yaml`: which rules are on and
// where, what is excluded, what is known about nodes and the site, and what may be suppressed.
//
// A table (table.go) defines all settings. It is used to read the file, to find mistakes in it with
// positions and suggestions, and to generate the JSON Schema, the reference in the documentation,
// and an initial file. The package runs no rules and knows no command line.
package settings

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/rule"
)

// Settings holds a configuration, with the defaults of its profile. All paths are absolute. It is
// safe for concurrent use.
type Settings struct {
	// File is the configuration file; nil if there is none.
	File *source.File
	// Dir is the directory that patterns are relative to: that of the file, or the one in which the
	// search for it started.
	Dir string

	Profile Profile
	// PuppetVersion is the major version of Puppet to assume.
	PuppetVersion int
	// FailOn is the lowest severity that makes a run fail; 0 for none.
	FailOn diagnostic.Severity
	// MinSeverity is the lowest severity that is reported, except for rules in Rules; 0 if it is
	// not set, in which case all are reported.
	MinSeverity diagnostic.Severity
	// Rules and Overrides change the settings of rules.
	Rules     RuleSettings
	Overrides []Override
	// Exclude matches the files that are not reported on.
	Exclude Patterns

	// Environments describes environments.
	Environments []*Environment
	// Modulepath lists the directories of modules; if empty, each environment.conf applies.
	Modulepath []string
	// ReportInstalledModules includes installed modules in what is reported.
	ReportInstalledModules bool
	// Facts are files and directories with facts of nodes, and Nodes are nodes described in the
	// configuration itself.
	Facts []string
	Nodes []*facts.Node
	// KnownFacts and KnownVariables list names that the site defines in addition to those of Facter
	// and Puppet.
	KnownFacts, KnownVariables []string
	// SensitiveFacts matches the facts that are not written to files, by names such as
	// `ec2_userdata` or `os.family`.
	SensitiveFacts Patterns
	// MaxFileSize is the maximum size of files in bytes; 0 means source.DefaultMaxFileSize.
	MaxFileSize int64
	// PrivateKeys are files with eyaml private keys.
	PrivateKeys []string

	// Baseline is the file with known findings; empty for none.
	Baseline     string
	Suppressions Suppressions

	// Selection limits the rules, in addition to the configuration.
	Selection Selection

	// UnknownRules lists the names of unknown rules, ordered by position.
	UnknownRules []rule.Mention

	at *cache
}

// cache holds results of At, and what finds them.
type cache struct {
	everywhere *Effective // where no override applies
	overrides  func() *PathIndex
	excluded   func() *PathIndex
	mu         sync.Mutex
	files      map[string]*Effective
	known      map[string]*Effective // by the ID of the overrides
}

func newCache(s *Settings) *cache {
	return &cache{
		everywhere: &Effective{settings: s}, files: map[string]*Effective{}, known: map[string]*Effective{},
		overrides: sync.OnceValue(func() *PathIndex {
			return NewPathIndex(lists.Map(s.Overrides, func(o Override) Patterns { return o.Paths })...)
		}),
		excluded: sync.OnceValue(func() *PathIndex { return NewPathIndex(s.Exclude) }),
	}
}

// Override changes rules for some files.
type Override struct {
	Paths Patterns
	Rules RuleSettings
}

// Suppressions determines what may be suppressed, and what is.
type Suppressions struct {
	// RequireReason makes suppressions without a reason ineffective.
	RequireReason bool
	// ProtectSecrets makes suppressions of rules about secrets ineffective.
	ProtectSecrets bool
	Ignore         []*Ignore
}

// Environment describes what the tree does not reveal about an environment. Everything that is not
// set is searched for.
type Environment struct {
	// Path is the directory of the environment.
	Path string
	// HieraConfig is the configuration that its server reads.
	HieraConfig string
	// Datadirs maps data directories on the server to directories in the tree.
	Datadirs map[string]string
	// Modulepath lists its directories of modules.
	Modulepath []string

	node *data.Node
}

// Ignore suppresses findings in the configuration, because JSON data has no comments.
type Ignore struct {
	// Span is the position of the entry.
	Span  source.Span
	Rules []rule.Mention
	// Paths and Keys select files and keys; if empty, all of them.
	Paths  Patterns
	Keys   Patterns
	Reason string
	// Until is the last day on which it applies, such as 2027-01-31; empty if it does not expire.
	Until string
}

// RuleSettings holds the settings of rules.
type RuleSettings map[*rule.Rule]RuleSetting

// RuleSetting is the setting of a rule in a configuration.
type RuleSetting struct {
	// Off turns the rule off.
	Off bool
	// Severity is the severity of all findings of the rule; 0 means the rule's own.
	Severity diagnostic.Severity
	// Chosen holds its options.
	Chosen rule.OptionValues
}

// Default returns the settings if there is no configuration. Patterns are relative to dir.
func Default(dir string, profile Profile) *Settings {
	s := &Settings{Dir: dir, PuppetVersion: 8}
	s.at = newCache(s)
	profile.apply(s)
	return s
}

// Moved returns the same settings for a copy of the tree, in which dir replaces Dir.
func (s *Settings) Moved(dir string) *Settings {
	moved := *s
	moved.Dir, moved.at = dir, newCache(&moved)
	moved.Environments = make([]*Environment, len(s.Environments))
	for i, e := range s.Environments {
		moved.Environments[i] = e.moved(s.Dir, dir)
	}
	return &moved
}

// Relative returns path, which is absolute or relative to the working directory, as patterns of the
// configuration see it: relative to its directory, with slashes. ok is false if it is not in that
// directory.
func (s *Settings) Relative(path string) (relative string, ok bool) {
	abs, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return "", false
	}
	if relative, ok = rooted.Rel(s.Dir, abs); !ok {
		return "", false
	}
	return filepath.ToSlash(relative), true
}

// Excluded reports whether the configuration excludes a file or directory.
func (s *Settings) Excluded(path string) bool {
	relative, ok := s.Relative(path)
	return ok && len(s.at.excluded().Find(relative)) > 0
}

// Effective holds the settings of rules for some files.
type Effective struct {
	settings  *Settings
	overrides RuleSettings // all that apply, later ones take precedence
}

// At returns the settings of rules for a file; for "", those where no override applies.
func (s *Settings) At(path string) *Effective {
	if len(s.Overrides) == 0 || path == "" {
		return s.at.everywhere
	}
	s.at.mu.Lock()
	defer s.at.mu.Unlock()
	return lists.GetOrPut(s.at.files, path, func() *Effective {
		var applying []*Matching
		if relative, ok := s.Relative(path); ok {
			applying = s.at.overrides().Find(relative)
		}
		return lists.GetOrPut(s.at.known, ID(applying), func() *Effective { return s.with(Lists(applying)) })
	})
}

// with returns the settings where the overrides with some numbers apply.
func (s *Settings) with(overrides []int) *Effective {
	e := &Effective{settings: s, overrides: RuleSettings{}}
	for _, i := range overrides {
		for r, setting := range s.Overrides[i].Rules {
			e.overrides[r] = e.overrides[r].with(setting)
		}
	}
	return e
}

// with returns the setting after a later one that takes precedence.
func (s RuleSetting) with(later RuleSetting) RuleSetting {
	later.Severity = cmp.Or(later.Severity, s.Severity)
	if len(s.Chosen) > 0 {
		chosen := maps.Clone(s.Chosen)
		maps.Copy(chosen, later.Chosen)
		later.Chosen = chosen
	}
	return later
}

// Rule returns the setting of a rule. Several settings are combined.
func (e *Effective) Rule(r *rule.Rule) RuleSetting {
	setting, _ := e.find(r)
	return setting
}

func (e *Effective) find(r *rule.Rule) (setting RuleSetting, named bool) {
	selection := &e.settings.Selection
	if selection.leavesOut(r) {
		return RuleSetting{Off: true}, true
	}
	setting, named = e.settings.Rules[r]
	if selection.names(r) {
		setting.Off, named = false, true
	}
	if override, ok := e.overrides[r]; ok {
		return setting.with(override), true
	}
	return setting, named
}

// IsOff reports whether a rule is off everywhere.
func (s *Settings) IsOff(r *rule.Rule) bool {
	switch {
	case s.Selection.leavesOut(r):
		return true
	case s.Selection.names(r):
		return false
	}
	for _, o := range s.Overrides {
		if setting, ok := o.Rules[r]; ok && !setting.Off {
			return false
		}
	}
	setting, named := s.Rules[r]
	return setting.Off || !named && s.leavesOut(r)
}

// leavesOut reports whether a rule runs only if it is named.
func (s *Settings) leavesOut(r *rule.Rule) bool { return r.OnRequest && s.Profile != Strict }

// SeverityOf returns the severity of a finding of the rule; 0 if it is not reported.
func (e *Effective) SeverityOf(r *rule.Rule, d *diagnostic.Diagnostic) diagnostic.Severity {
	if _, named := e.find(r); d.OnRequest && !named && e.settings.Profile != Strict {
		return 0
	}
	return e.Severity(r, d.Severity)
}

// Requests reports whether findings of the rule that are only reported on request are reported anywhere.
func (s *Settings) Requests(r *rule.Rule) bool {
	_, named := s.Rules[r]
	return s.Profile == Strict || named || s.Selection.names(r) || slices.ContainsFunc(s.Overrides, func(o Override) bool {
		_, named := o.Rules[r]
		return named
	})
}

// Severity returns the severity of a finding of the rule, given its own severity; 0 if it is not
// reported. It is not for findings that are only reported on request.
func (e *Effective) Severity(r *rule.Rule, own diagnostic.Severity) diagnostic.Severity {
	setting, named := e.find(r)
	switch {
	case setting.Off, !named && e.settings.leavesOut(r):
		return 0
	case setting.Severity != 0:
		return setting.Severity
	case !named && own < e.settings.MinSeverity:
		return 0
	}
	return own
}
