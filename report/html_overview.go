package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// htmlScope is a Scope.
type htmlScope struct {
	Name        string
	Nodes       string // how many nodes are known; "" for none
	Hierarchies []htmlHierarchy
	LeftOut     string
	Columns     []htmlColumn
	Silent      string    // about columns without anything in them
	Shared      []htmlKey // keys that are set in several files
	SharedText  string
	Single      []htmlSingle
	SingleText  string
}

type htmlHierarchy struct {
	Name, Path string
	Notes      []string
	Levels     []htmlLevel
	Open       bool
}

type htmlLevel struct {
	Number    int
	Name      string
	Part      string
	Function  string
	Unseen    string
	Locations [][]Piece
	Chips     []htmlChip
	MoreChips int
	Files     []htmlLevelFile
	MoreFiles int
	Total     int
	Nodes     bool // nodes are known
	Always    bool // nothing but one file that is always read: the list would say no more
}

// htmlChip is a file in the picture.
type htmlChip struct {
	Text, Title string
	Nodes       string // how many read it; "" where nodes are not known
	Anchor      string // of its findings
}

type htmlLevelFile struct {
	Path, Anchor string
	When         []string
	Nodes        string
	Keys         int
}

type htmlColumn struct {
	Number       int
	Name, Detail string
}

type htmlKey struct {
	Name  []string // parts between colons, where a line may break
	Merge string
	Cells []htmlCell
}

// htmlCell is what a level says about a key.
type htmlCell struct {
	Settings []htmlSetting
	Total    int    // settings, those that are not shown too
	Class    string // of all of them
	Several  bool
	Folded   bool
	More     int // settings that are not shown
}

type htmlSetting struct {
	Place, Label    string
	Value, Withheld string
	Class, Title    string
}

type htmlSingle struct {
	Name            []string
	Place           string
	Value, Withheld string
}

// fillOverview fills in the picture.
func (h *htmlReport) fillOverview(p *htmlPage) {
	if h.Overview == nil {
		return
	}
	for i := range h.Overview.Scopes {
		p.Scopes = append(p.Scopes, h.scope(&h.Overview.Scopes[i]))
	}
	p.Effects = effects[:Unread]
	if slices.ContainsFunc(h.Overview.Scopes, func(s Scope) bool { return s.Nodes > 0 }) {
		p.Effects = effects[:]
	}
	unread := h.Overview.Unread
	p.UnreadText = plural.Count(len(unread), "data file") + " that no level reads"
	for _, file := range unread[:min(len(unread), maxUnread)] {
		p.Unread = append(p.Unread, visible.Text(h.path(file)))
	}
	p.MoreUnread = len(unread) - len(p.Unread)
}

func (h *htmlReport) scope(s *Scope) htmlScope {
	out := htmlScope{Name: visible.Text(s.Name)}
	if s.Nodes > 0 {
		out.Nodes = plural.Count(s.Nodes, "node") + " with facts"
	}
	if s.LeftOut > 0 {
		out.LeftOut = "Not shown: " + plural.Count(s.LeftOut, "module") + " from elsewhere."
	}
	for i := range s.Hierarchies {
		hierarchy := &s.Hierarchies[i]
		view := htmlHierarchy{Name: visible.Text(hierarchy.Name), Path: visible.Text(h.path(hierarchy.Path)), Notes: printables(hierarchy.Notes), Open: i < maxOpenHierarchies}
		for j := range hierarchy.Levels {
			view.Levels = append(view.Levels, h.level(&hierarchy.Levels[j], s.Nodes > 0))
		}
		out.Hierarchies = append(out.Hierarchies, view)
	}
	for i, c := range s.Columns {
		out.Columns = append(out.Columns, htmlColumn{i + 1, visible.Text(c.Name), visible.Text(c.Detail)})
	}
	shared, single := 0, 0
	for i := range s.Keys {
		key := &s.Keys[i]
		if len(key.Settings) > 1 {
			shared++
			if len(out.Shared) < maxSharedKeys {
				out.Shared = append(out.Shared, h.key(key, s.Columns))
			}
			continue
		}
		single++
		if len(out.Single) < maxSingleKeys {
			setting := h.setting(&key.Settings[0])
			out.Single = append(out.Single, htmlSingle{Name: keyParts(key.Name), Place: setting.Place, Value: setting.Value, Withheld: setting.Withheld})
		}
	}
	out.dropEmptyColumns()
	out.SharedText, out.SingleText = shownOf(len(out.Shared), shared), shownOf(len(out.Single), single)
	return out
}

// dropEmptyColumns leaves out the columns without a value for any key of the table.
func (s *htmlScope) dropEmptyColumns() {
	var kept []int
	var dropped []string
	for i := range s.Columns {
		if slices.ContainsFunc(s.Shared, func(k htmlKey) bool { return k.Cells[i].Total > 0 }) {
			kept = append(kept, i)
		} else {
			dropped = append(dropped, fmt.Sprint(i+1))
		}
	}
	if len(dropped) == 0 || len(kept) == 0 {
		return
	}
	columns := lists.Map(kept, func(i int) htmlColumn { return s.Columns[i] })
	s.Columns = columns
	for k := range s.Shared {
		cells := lists.Map(kept, func(i int) htmlCell { return s.Shared[k].Cells[i] })
		s.Shared[k].Cells = cells
	}
	s.Silent = "Nothing is set at level " + strings.Join(dropped, ", ") + "."
	if n := len(dropped); n > 1 {
		s.Silent = "Nothing is set at levels " + strings.Join(dropped[:n-1], ", ") + " and " + dropped[n-1] + "."
	}
}

// shownOf is how many keys there are, and how many of them are shown.
func shownOf(shown, total int) string {
	if shown < total {
		return fmt.Sprintf("the first %d of %d keys", shown, total)
	}
	return plural.Count(total, "key")
}

// maxOpenHierarchies is how many hierarchies are shown without a click: the two of an environment, and
// those of a module or two.
const maxOpenHierarchies = 3

func (h *htmlReport) level(l *Level, nodes bool) htmlLevel {
	out := htmlLevel{Number: l.Column + 1, Name: visible.Text(l.Name), Part: visible.Text(l.Part), Function: visible.Text(l.Function), Unseen: visible.Text(l.Unseen), Total: len(l.Files)}
	for _, location := range l.Locations {
		pieces := lists.Map(location, func(p Piece) Piece { return Piece{visible.Text(p.Text), p.Variable} })
		out.Locations = append(out.Locations, pieces)
	}
	shared := h.sharedDir(l.Files)
	for i := range l.Files {
		file := &l.Files[i]
		name := visible.Text(h.path(file.Path))
		var when []string
		for _, conditions := range file.When {
			var all []string
			for _, c := range conditions {
				if c.Value == "" {
					all = append(all, visible.Text(c.Variable)+" is not set")
				} else {
					all = append(all, visible.Text(c.Variable)+" = "+visible.Text(c.Value))
				}
			}
			when = append(when, strings.Join(all, ", "))
		}
		if len(when) == 0 || slices.Contains(when, "") {
			when = []string{"always"}
		}
		if i < maxChips {
			chip := htmlChip{Text: strings.TrimPrefix(name, shared), Title: name + ": " + strings.Join(when, " or "), Anchor: h.files[file.Path]}
			if nodes {
				chip.Nodes = plural.Count(len(file.Nodes), "node")
			}
			out.Chips = append(out.Chips, chip)
		}
		if i < maxLevelFiles {
			out.Files = append(out.Files, htmlLevelFile{Path: name, Anchor: h.files[file.Path], When: when, Nodes: nodeNames(file.Nodes), Keys: file.Keys})
		}
	}
	out.MoreChips = len(l.Files) - len(out.Chips)
	out.MoreFiles = len(l.Files) - len(out.Files)
	out.Nodes = nodes
	out.Always = len(l.Files) == 1 && !nodes && slices.Equal(out.Files[0].When, []string{"always"})
	return out
}

// maxNodeNames is how many nodes are named for a file.
const maxNodeNames = 20

func nodeNames(names []string) string {
	text := visible.Text(strings.Join(names[:min(len(names), maxNodeNames)], ", "))
	switch more := len(names) - maxNodeNames; {
	case len(names) == 0:
		return "none"
	case more > 0:
		return fmt.Sprintf("%s and %d more", text, more)
	}
	return text
}

// sharedDir is the directory that all files of a level lie in.
func (h *htmlReport) sharedDir(files []LevelFile) string {
	shared := ""
	for i := range files {
		dir, _ := path.Split(visible.Text(h.path(files[i].Path)))
		if i == 0 {
			shared = dir
		}
		for shared != "" && !strings.HasPrefix(dir, shared) {
			shared, _ = path.Split(strings.TrimSuffix(shared, "/"))
		}
	}
	return shared
}

func (h *htmlReport) key(k *Key, columns []Column) htmlKey {
	out := htmlKey{Name: keyParts(k.Name), Merge: visible.Text(k.Merge), Cells: make([]htmlCell, len(columns))}
	for i := range k.Settings {
		s := &k.Settings[i]
		cell := &out.Cells[s.Column]
		cell.Total++
		if cell.Total == 1 {
			cell.Class = effects[s.Effect].Class
		} else if cell.Class != effects[s.Effect].Class {
			cell.Class = "part"
		}
		if len(cell.Settings) < maxCellSettings {
			cell.Settings = append(cell.Settings, h.setting(s))
		}
	}
	for i := range out.Cells {
		cell := &out.Cells[i]
		cell.Several, cell.Folded, cell.More = cell.Total > 1, cell.Total > maxUnfolded, cell.Total-len(cell.Settings)
	}
	return out
}

func printables(all []string) []string {
	return lists.Map(all, visible.Text)
}

func keyParts(name string) []string { return strings.Split(visible.Text(name), "::") }

// maxUnfolded is how many files a cell lists without a click.
const maxUnfolded = 3

// htmlEffect is what the page says about an effect.
type htmlEffect struct{ Class, Text string }

var effects = [...]htmlEffect{
	Used:       {"used", "counts wherever it is read"},
	UsedInPart: {"part", "may be overridden"},
	Unused:     {"unused", "always overridden"},
	Merged:     {"merged", "merged with the others"},
	Unread:     {"unread", "read by no node"},
}

func (h *htmlReport) setting(s *Setting) htmlSetting {
	at := s.File.Pos(s.Span.Start)
	name := visible.Text(h.path(s.File.Path))
	base := path.Base(name)
	out := htmlSetting{
		Place: fmt.Sprintf("%s:%d", name, at.Line), Label: strings.TrimSuffix(base, path.Ext(base)),
		Value: visible.Text(s.Value), Withheld: visible.Text(s.Withheld), Class: effects[s.Effect].Class,
	}
	if s.Withheld == "" && h.secrets.on(s.File, s.Span) {
		out.Value, out.Withheld = "", "secret"
	}
	out.Title = out.Place + ": " + effects[s.Effect].Text
	return out
}
