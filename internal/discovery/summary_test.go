package discovery_test

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/project"
)

// summary formats a project for golden files, with paths relative to dir.
func summary(p *project.Project, dir string) string {
	var b strings.Builder
	short := func(path string) string {
		if path = filepath.ToSlash(path); path == filepath.ToSlash(dir) {
			return "."
		}
		return strings.TrimPrefix(path, filepath.ToSlash(dir)+"/")
	}
	for _, env := range p.Environments {
		fmt.Fprintf(&b, "environment %s", env.Name)
		if env.Dir != "" {
			fmt.Fprintf(&b, " in %s", short(env.Dir))
		}
		for _, m := range env.Modules {
			fmt.Fprintf(&b, ", module %s", m.Module)
		}
		b.WriteByte('\n')
	}
	for _, r := range p.Roots {
		fmt.Fprintf(&b, "root %s: %s", short(r.Path), r.Layer)
		if r.Module != "" {
			fmt.Fprintf(&b, " %s", r.Module)
		}
		if r.Installed {
			b.WriteString(", installed")
		}
		fmt.Fprintf(&b, ", because %s", r.Why)
		if !p.Selected(r.Path) {
			b.WriteString(" (not selected)")
		}
		b.WriteByte('\n')
	}
	for _, f := range p.Files {
		fmt.Fprintf(&b, "%s", short(f.Path))
		switch f.Stray {
		case project.Orphan:
			b.WriteString(": orphan")
		case project.Unclaimed:
			b.WriteString(": unclaimed")
		case project.Named:
			b.WriteString(": named")
		}
		if !p.Selected(f.Path) {
			b.WriteString(" (not selected)")
		}
		b.WriteByte('\n')
		for _, m := range f.Matches {
			fmt.Fprintf(&b, "  %s", short(m.Root.Path))
			if m.Hierarchy == project.Default {
				b.WriteString(", default_hierarchy")
			}
			fmt.Fprintf(&b, ", %s, %s", m.Level.Name, m.Level.Locations[m.Location].Text)
			for _, v := range m.Vars {
				fmt.Fprintf(&b, ", %s=%s", v.Name, v.Text)
			}
			switch m.Fit {
			case glob.Unlikely:
				b.WriteString(" (unlikely)")
			case glob.Slashed:
				b.WriteString(" (with slashes)")
			case glob.Empty:
				b.WriteString(" (no value)")
			}
			if m.Assumed {
				b.WriteString(" (assumed)")
			}
			b.WriteByte('\n')
		}
	}
	for _, u := range p.Unreadable {
		fmt.Fprintf(&b, "unreadable %s: %s", short(u.File.Path), u.Reason)
		if u.Harmless {
			b.WriteString(" (harmless)")
		}
		b.WriteByte('\n')
	}
	for _, text := range notseen.Texts(p.NotSeen) {
		text = strings.ReplaceAll(text, filepath.ToSlash(dir)+"/", "")
		fmt.Fprintf(&b, "not seen: %s\n", strings.ReplaceAll(text, "`"+filepath.ToSlash(dir)+"`", "`.`"))
	}
	return b.String()
}
