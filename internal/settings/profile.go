package settings

import (
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
)

// Profile is a set of defaults for the other settings.
type Profile uint8

// The profiles.
const (
	Recommended Profile = iota // reports everything that is worth a change
	Minimal                    // reports only what Puppet fails on or silently ignores
	Strict                     // reports everything, fails on warnings, and requires reasons for suppressions
)

var profiles = []string{Recommended: "recommended", Minimal: "minimal", Strict: "strict"}

// Profiles returns the names of all profiles.
func Profiles() []string { return slices.Clone(profiles) }

func (p Profile) String() string { return profiles[p] }

// ParseProfile parses the result of String.
func ParseProfile(name string) (Profile, bool) {
	for p, n := range profiles {
		if n == name {
			return Profile(p), true
		}
	}
	return 0, false
}

// apply sets the settings that the profile determines.
func (p Profile) apply(s *Settings) {
	s.Profile, s.FailOn, s.MinSeverity = p, diagnostic.Error, 0
	switch p {
	case Minimal:
		s.MinSeverity = diagnostic.Error
	case Strict:
		s.FailOn, s.MinSeverity = diagnostic.Warning, diagnostic.Note
		s.Suppressions.RequireReason, s.Suppressions.ProtectSecrets = true, true
	}
}
