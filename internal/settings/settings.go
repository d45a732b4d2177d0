// Package settings reads the configuration of hieralint, `.hieralint.yaml`: which rules are on and
// where, what is left out, what is known of the nodes and the site, what may be suppressed.
//
// One table (table.go) says what there is. It reads the file, finds what is wrong in it with line,
// column and the nearest right name, and writes the JSON Schema, the reference in the documentation
// and a file to start with. The package runs no rules and knows no command line.
package settings

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// Settings are what a configuration says, with the defaults of its profile where it says nothing.
// All paths in it are absolute. It is safe for concurrent use.
type Settings struct {
	// File is the configuration; nil when there is none.
	File *source.File
	// Dir is the folder that the patterns in it are relative to: that of the file, or the one that
	// the search for it began in.
	Dir string

	Profile Profile
	// PuppetVersion is the major version of Puppet whose behaviour counts.
	PuppetVersion int
	// FailOn is the mildest severity that makes a run fail; 0 is none.
	FailOn diagnostic.Severity
	// MinSeverity is the mildest severity that is reported, of rules that Rules does not name; 0 where that is left open, and
	// all are.
	MinSeverity diagnostic.Severity
	// Rules and Overrides say how rules differ from what they are by themselves.
	Rules     RuleSettings
	Overrides []Override
	// Exclude are the files that are not reported on.
	Exclude Patterns

	// Environments are what the configuration says of environments.
	Environments []*Environment
	// Modulepath is where modules are; empty for what each environment.conf says.
	Modulepath []string
	// ReportInstalledModules asks for findings in modules that came from elsewhere too.
	ReportInstalledModules bool
	// Facts are files and folders with facts of nodes, Nodes are nodes that the file itself
	// describes.
	Facts []string
	Nodes []*facts.Node
	// KnownFacts and KnownVariables are names that the site has besides those of Facter and Puppet.
	KnownFacts, KnownVariables []string
	// SensitiveFacts are the facts that are not written to files, by names such as `ec2_userdata` or `os.family`.
	SensitiveFacts Patterns
	// MaxFileSize is how many bytes files may have; 0 stands for source.DefaultMaxFileSize.
	MaxFileSize int64
	// PrivateKeys are files with private keys of eyaml.
	PrivateKeys []string

	// Baseline is the file with findings that are known; empty for none.
	Baseline     string
	Suppressions Suppressions

	// Selection is what was asked for besides the configuration.
	Selection Selection

	// UnknownRules are the names that are of no rule, in order of position.
	UnknownRules []rule.Mention

	at *cache
}

// cache holds what was asked of At.
type cache struct {
	everywhere *Effective // where no override holds
	mu         sync.Mutex
	files      map[string]*Effective
}

func newCache(s *Settings) *cache {
	return &cache{everywhere: &Effective{settings: s}, files: map[string]*Effective{}}
}

// Override changes rules for some files.
type Override struct {
	Paths Patterns
	Rules RuleSettings
}

// Suppressions say what may be suppressed, and what is.
type Suppressions struct {
	// RequireReason makes suppressions without a reason have no effect.
	RequireReason bool
	// ProtectSecrets makes suppressions of rules about secrets have no effect.
	ProtectSecrets bool
	Ignore         []*Ignore
}

// Environment says of an environment what its tree does not show. What it leaves out is found.
type Environment struct {
	// Path is the folder of the environment.
	Path string
	// HieraConfig is the configuration that its server reads.
	HieraConfig string
	// Datadirs are folders by the data directories that they are on the server.
	Datadirs map[string]string
	// Modulepath are its folders with modules.
	Modulepath []string

	node *data.Node
}

// Ignore suppresses findings from the configuration, as JSON data has no comments.
type Ignore struct {
	// Span is the entry.
	Span  source.Span
	Rules []rule.Mention
	// Paths and Keys are where: all files, and all keys, when empty.
	Paths  Patterns
	Keys   Patterns
	Reason string
	// Until is the last day on which it holds, as 2027-01-31; empty when it has no end.
	Until string
}

// RuleSettings are the settings of rules.
type RuleSettings map[*rule.Rule]RuleSetting

// RuleSetting is what a configuration says about a rule.
type RuleSetting struct {
	// Off turns the rule off.
	Off bool
	// Severity is that of all findings of the rule; 0 leaves it to the rule.
	Severity diagnostic.Severity
	// Chosen are its options.
	Chosen rule.Chosen
}

// Default are the settings where there is no configuration. Patterns are relative to dir.
func Default(dir string, profile Profile) *Settings {
	s := &Settings{Dir: dir, PuppetVersion: 8}
	s.at = newCache(s)
	profile.apply(s)
	return s
}

// Moved are the same settings for a copy of the tree, in which dir stands for Dir.
func (s *Settings) Moved(dir string) *Settings {
	moved := *s
	moved.Dir, moved.at = dir, newCache(&moved)
	moved.Environments = make([]*Environment, len(s.Environments))
	for i, e := range s.Environments {
		moved.Environments[i] = e.moved(s.Dir, dir)
	}
	return &moved
}

// Relative is path, which is relative to the working directory or absolute, as the patterns of the
// configuration see it: relative to its folder, with slashes. ok is false when it does not lie there.
func (s *Settings) Relative(path string) (relative string, ok bool) {
	abs, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return "", false
	}
	relative, err = filepath.Rel(s.Dir, abs)
	if err != nil || !filepath.IsLocal(relative) {
		return "", false
	}
	return filepath.ToSlash(relative), true
}

// Excluded reports whether the configuration leaves a file or folder out.
func (s *Settings) Excluded(path string) bool {
	relative, ok := s.Relative(path)
	return ok && s.Exclude.Match(relative)
}

// Effective is what holds for the rules in one file.
type Effective struct {
	settings  *Settings
	overrides []RuleSettings // the later ones win
}

// At is what holds for the rules in a file; for "" what holds where no override does.
func (s *Settings) At(path string) *Effective {
	if len(s.Overrides) == 0 || path == "" {
		return s.at.everywhere
	}
	s.at.mu.Lock()
	defer s.at.mu.Unlock()
	if e, ok := s.at.files[path]; ok {
		return e
	}
	e := &Effective{settings: s}
	if relative, ok := s.Relative(path); ok {
		for _, o := range s.Overrides {
			if o.Paths.Match(relative) {
				e.overrides = append(e.overrides, o.Rules)
			}
		}
	}
	s.at.files[path] = e
	return e
}

// Rule is what holds for a rule: of several settings each adds to the ones before.
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
	for _, override := range e.overrides {
		s, ok := override[r]
		if !ok {
			continue
		}
		named = true
		setting.Off = s.Off
		if s.Severity != 0 {
			setting.Severity = s.Severity
		}
		if setting.Chosen == nil {
			setting.Chosen = s.Chosen
			continue
		}
		merged := rule.Chosen{}
		for _, chosen := range []rule.Chosen{setting.Chosen, s.Chosen} {
			for name, value := range chosen {
				merged[name] = value
			}
		}
		setting.Chosen = merged
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

// leavesOut reports whether a rule does not run unless it is named.
func (s *Settings) leavesOut(r *rule.Rule) bool { return r.OnRequest && s.Profile != Strict }

// SeverityOf is that of a finding of the rule; 0 when it is not to be reported.
func (e *Effective) SeverityOf(r *rule.Rule, d *diagnostic.Diagnostic) diagnostic.Severity {
	if _, named := e.find(r); d.OnRequest && !named && e.settings.Profile != Strict {
		return 0
	}
	return e.Severity(r, d.Severity)
}

// ReportsOnRequest reports whether findings of some of the rules are reported anywhere that are only reported on request.
func (s *Settings) ReportsOnRequest(rules []*rule.Rule) bool {
	return s.Profile == Strict || slices.ContainsFunc(rules, func(r *rule.Rule) bool {
		_, named := s.Rules[r]
		return named || s.Selection.names(r) || slices.ContainsFunc(s.Overrides, func(o Override) bool {
			_, named := o.Rules[r]
			return named
		})
	})
}

// Severity is that of a finding of the rule that is not on request, whose own is given; 0 when it is not to be reported.
func (e *Effective) Severity(r *rule.Rule, own diagnostic.Severity) diagnostic.Severity {
	setting, named := e.find(r)
	switch {
	case setting.Off, !named && e.settings.leavesOut(r):
		return 0
	case setting.Severity != 0:
		return setting.Severity
	case !named && own < e.settings.MinSeverity:
		return 0
	default:
		return own
	}
}
