package environment

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Entry is one entry of the modulepath.
type Entry struct {
	Text string
	// Span is its position in environment.conf; zero for the built-in modulepath.
	Span source.Span
	// Dirs lists the directories that it refers to: none for a glob without matches, several for
	// other globs and for $basemodulepath.
	Dirs []string
	// Unknown reports that the entry depends on a setting whose value is unknown.
	Unknown bool
}

// separator separates the entries of the modulepath. It is that of Unix on all systems, unless an
// entry starts with a drive letter.
const separator, windowsSeparator = ":", ";"

var driveLetter = lazyregexp.New(`(?:^|;)[A-Za-z]:[\\/]`)

func separatorIn(path string) string {
	if driveLetter().MatchString(path) {
		return windowsSeparator
	}
	return separator
}

// resolveModulePath sets the directories of the modulepath.
func (e *Environment) resolveModulePath(settings map[string]string) {
	setting := e.Conf.Get("modulepath")
	if setting == nil {
		e.Entries = []Entry{
			{Text: "modules", Dirs: []string{filepath.Join(e.Dir, "modules")}},
			e.resolveEntry(Entry{Text: "$basemodulepath"}, settings),
		}
	} else {
		e.readModulePath(setting, settings)
	}
	for _, entry := range e.Entries {
		e.ModulePath = append(e.ModulePath, entry.Dirs...)
	}
}

func (e *Environment) readModulePath(setting *Setting, settings map[string]string) {
	if setting.IsBoolean {
		e.report(ModulePathNotText, setting.ValueSpan, Fails, "")
		return
	}
	// Ruby's split drops empty entries only at the end.
	separator := separatorIn(setting.Value)
	value := strings.TrimRight(setting.Value, separator)
	if value == "" {
		return
	}
	start := setting.ValueSpan.Start
	for text := range strings.SplitSeq(value, separator) {
		entry := Entry{Text: text, Span: source.Span{Start: start, End: start + len(text)}}
		if len(e.Entries) == maxModulePath {
			e.report(TooLongModulePath, entry.Span, Silent, "")
			return
		}
		e.checkEntry(entry)
		e.Entries = append(e.Entries, e.resolveEntry(entry, settings))
		start += len(text) + len(separator)
	}
}

// report adds a problem of environment.conf.
func (e *Environment) report(code Code, span source.Span, effect Effect, text string) *Problem {
	p := always(&Problem{Code: code, File: e.Conf.File, Span: span}, effect, text)
	e.Problems = append(e.Problems, p)
	return p
}

// checkEntry reports an entry that is probably a mistake.
func (e *Environment) checkEntry(entry Entry) {
	switch {
	case entry.Text == "":
		e.report(EmptyModulePathEntry, entry.Span, Silent, "")
	case strings.Contains(entry.Text, " #"):
		e.report(CommentInValue, entry.Span, Silent, "")
	case strings.TrimSpace(entry.Text) != entry.Text:
		e.report(SpaceInModulePath, entry.Span, Silent, "")
	}
}

// maxModulePath limits the number of entries of a modulepath.
const maxModulePath = 20_000

// maxPath is the maximum length of a path in bytes on Linux.
const maxPath = 4096

// maxGlobbed limits the number of directories that the globs of a modulepath may match, since each
// is searched for modules.
const maxGlobbed = 2000

var variable = lazyregexp.New(`\$([0-9A-Za-z_]+)`)

// resolveEntry sets the directories of an entry as Puppet 7.23 does: an entry that does not start
// with $ is made absolute, then globs are expanded, then variables.
func (e *Environment) resolveEntry(entry Entry, settings map[string]string) Entry {
	paths := []string{entry.Text}
	if !strings.HasPrefix(entry.Text, "$") {
		paths[0] = expandPath(entry.Text, e.Dir)
	}
	if strings.ContainsAny(paths[0], "*?[{") {
		// Puppet 7 and later run on Ruby 3, whose globs are sorted.
		var err error
		paths, err = e.globs.Glob(e.store.Tree(), filepath.ToSlash(paths[0]))
		if e.globbed += len(paths); errors.Is(err, glob.ErrTooMuch) || e.globbed > maxGlobbed {
			if paths = nil; !e.tooWide {
				e.report(TooWideModulePath, entry.Span, Silent, "")
			}
			e.tooWide = true
		}
	}
	for _, path := range paths {
		text, known := e.interpolate(path, entry, settings)
		if !known {
			entry.Unknown = true
			continue
		}
		for dir := range strings.SplitSeq(text, separatorIn(text)) {
			switch {
			case len(dir) > maxPath: // cannot exist
			case rooted.Is(dir):
				entry.Dirs = append(entry.Dirs, expandPath(dir, e.Dir))
			default:
				// Entries that start with a variable are relative to Puppet's working directory.
				entry.Unknown = true
			}
		}
	}
	return entry
}

// interpolate replaces the settings in path. known is false if the value of one is unknown.
func (e *Environment) interpolate(path string, entry Entry, settings map[string]string) (text string, known bool) {
	known = true
	reported := map[string]bool{}
	text = variable().ReplaceAllStringFunc(path, func(match string) string {
		name := match[1:]
		isNew := !reported[name]
		reported[name] = true
		span := source.Span{}
		if at := strings.Index(entry.Text, match); at >= 0 {
			span = source.Span{Start: entry.Span.Start + at, End: entry.Span.Start + at + len(match)}
		}
		if name == "environment" {
			// The value remains `$environment`, a directory that is unlikely to exist.
			if e.Conf != nil && isNew {
				e.report(EnvironmentVariable, span, Warns, fmt.Sprintf("You cannot interpolate $environment within 'modulepath' when using directory environments. Its value will remain %s.", path))
			}
			return match
		}
		if value, ok := settings[name]; ok {
			return value
		}
		known = false
		if !isPuppetSetting(name) && isNew {
			p := e.report(UnknownVariable, span, Fails, fmt.Sprintf("Error converting value for param 'modulepath': Could not find value for %s", match))
			p.Name, p.Known = name, puppetSettings
		}
		return match
	})
	return text, known
}

// expandPath is Ruby's File.expand_path: relative paths are relative to dir, and ~ is the home
// directory.
func expandPath(path, dir string) string {
	if path == "~" || strings.HasPrefix(path, "~/") {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, path[1:])
		}
	}
	if !rooted.Is(path) {
		path = filepath.Join(dir, path)
	}
	if abs, err := filepath.Abs(path); err == nil { // on Windows, adds the drive
		return abs
	}
	return filepath.Clean(path)
}

func isPuppetSetting(name string) bool {
	_, ok := slices.BinarySearch(puppetSettings, name)
	return ok
}
