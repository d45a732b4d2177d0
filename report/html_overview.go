package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/visible"
)

// htmlScope is a Scope.
type htmlScope struct {
	Name        string
	Nodes       string // number of known nodes; "" for none
	Hierarchies []htmlHierarchy
	LeftOut     string
	SharedText  string // number of keys that are defined in several files
	SingleText  string // number of keys that are defined in one file
}

// pageScope holds the keys of a Scope.
type pageScope struct {
	Columns []pageColumn `json:"columns"`
	Silent  string       `json:"silent,omitempty"` // about empty columns
	Shared  []pageKey    `json:"shared"`           // keys that are defined in several files
	Single  []pageKey    `json:"single"`
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
	Always    bool // only one file that is always read, so that the list would add nothing
}

// htmlChip is a file in the diagram.
type htmlChip struct {
	Text, Title string
	Nodes       string // number of nodes that read it; "" if nodes are unknown
	Path        string // by which the script finds its findings; "" for none
}

type htmlLevelFile struct {
	Path   string
	Marked bool // it has findings
	When   []string
	Nodes  string
	Keys   int
}

type pageColumn struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Detail string `json:"detail,omitempty"`
}

type pageKey struct {
	Name  string     `json:"name"`
	Merge string     `json:"merge,omitempty"`
	Cells []pageCell `json:"cells"` // only those of columns with values
}

// pageCell is a key at a level.
type pageCell struct {
	Column   int           `json:"column"`
	Class    string        `json:"class"` // of all its values
	Settings []pageSetting `json:"settings"`
	More     int           `json:"more,omitempty"` // number of omitted values
}

type pageSetting struct {
	File     int    `json:"file"`
	Line     int    `json:"line"`
	Value    string `json:"value,omitempty"`
	Withheld string `json:"withheld,omitempty"`
	Effect   Effect `json:"effect"`
}

// fillOverview adds the overview.
func (h *htmlReport) fillOverview(p *htmlPage) {
	if h.Overview == nil {
		return
	}
	for i := range h.Overview.Scopes { // the diagram first: files in it are marked if they have findings
		p.Scopes = append(p.Scopes, h.scope(&h.Overview.Scopes[i]))
	}
	for i := range p.Scopes {
		p.Scopes[i].SharedText, p.Scopes[i].SingleText = h.keys(&h.Overview.Scopes[i])
	}
	p.Effects = effects[:Unread]
	if slices.ContainsFunc(h.Overview.Scopes, func(s Scope) bool { return s.Nodes > 0 }) {
		p.Effects = effects[:]
	}
	h.data.Effects = effects[:]
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
	var leftOut []string
	if s.LeftOut > 0 {
		leftOut = append(leftOut, plural.Count(s.LeftOut, "module")+" from elsewhere")
	}
	for i := range s.Hierarchies {
		hierarchy := &s.Hierarchies[i]
		if h.levels += len(hierarchy.Levels); h.levels > maxLevels {
			leftOut = append(leftOut, plural.Count(len(s.Hierarchies)-i, "hierarchy")+" (the page shows "+fmt.Sprint(maxLevels)+" levels)")
			break
		}
		view := htmlHierarchy{Name: visible.Text(hierarchy.Name), Path: visible.Text(h.path(hierarchy.Path)), Notes: lists.Map(hierarchy.Notes, visible.Text), Open: i < maxOpenHierarchies}
		for j := range hierarchy.Levels {
			view.Levels = append(view.Levels, h.level(&hierarchy.Levels[j], s.Nodes > 0))
		}
		out.Hierarchies = append(out.Hierarchies, view)
	}
	if len(leftOut) > 0 {
		out.LeftOut = "Not shown: " + strings.Join(leftOut, "; ") + "."
	}
	return out
}

// keys passes the keys to the script, and returns how many of them are defined in several files,
// and in one.
func (h *htmlReport) keys(s *Scope) (sharedText, singleText string) {
	data := pageScope{Shared: []pageKey{}, Single: []pageKey{}}
	shared, single := 0, 0
	for i := range s.Keys {
		key := &s.Keys[i]
		if len(key.Settings) > 1 {
			if shared++; len(data.Shared) < maxSharedKeys {
				data.Shared = append(data.Shared, h.key(key))
			}
		} else if single++; len(data.Single) < maxSingleKeys {
			data.Single = append(data.Single, h.key(key))
		}
	}
	data.columns(s.Columns)
	h.data.Scopes = append(h.data.Scopes, data)
	if shared > 0 {
		sharedText = shownOf(len(data.Shared), shared)
	}
	if single > 0 {
		singleText = shownOf(len(data.Single), single)
	}
	return sharedText, singleText
}

// columns removes the columns without a value for any key of the table.
func (s *pageScope) columns(all []Column) {
	kept := make([]int, len(all)) // the new position of a column, counted from 1
	for _, k := range s.Shared {
		for _, c := range k.Cells {
			kept[c.Column] = 1
		}
	}
	s.Columns = []pageColumn{}
	var dropped []string
	for i, c := range all {
		if kept[i] == 0 {
			dropped = append(dropped, fmt.Sprint(i+1))
			continue
		}
		s.Columns = append(s.Columns, pageColumn{i + 1, visible.Text(c.Name), visible.Text(c.Detail)})
		kept[i] = len(s.Columns)
	}
	for _, k := range s.Shared {
		for i := range k.Cells {
			k.Cells[i].Column = kept[k.Cells[i].Column] - 1
		}
	}
	switch n := len(dropped); {
	case n == 0 || len(s.Columns) == 0:
	case n == 1:
		s.Silent = "Nothing is set at level " + dropped[0] + "."
	default:
		s.Silent = "Nothing is set at levels " + plural.And(dropped) + "."
	}
}

// shownOf returns the number of keys, and how many of them are shown.
func shownOf(shown, total int) string {
	if shown < total {
		return fmt.Sprintf("the first %d of %d keys", shown, total)
	}
	return plural.Count(total, "key")
}

// maxOpenHierarchies is the number of hierarchies that are not collapsed: the two of an
// environment, and those of one or two modules.
const maxOpenHierarchies = 3

func (h *htmlReport) level(l *Level, nodes bool) htmlLevel {
	out := htmlLevel{Number: l.Column + 1, Name: visible.Text(l.Name), Part: visible.Text(l.Part), Function: visible.Text(l.Function), Unseen: visible.Text(l.Unseen), Total: len(l.Files)}
	for _, location := range l.Locations {
		pieces := lists.Map(location, func(p Piece) Piece { return Piece{visible.Text(p.Text), p.Variable} })
		out.Locations = append(out.Locations, pieces)
	}
	shared := rooted.CommonDir(lists.Map(l.Files, func(f LevelFile) string { return visible.Text(h.path(f.Path)) }))
	for i := range l.Files {
		file := &l.Files[i]
		name := visible.Text(h.path(file.Path))
		_, marked := h.files[name]
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
			chip := htmlChip{Text: strings.TrimPrefix(name, shared), Title: name + ": " + strings.Join(when, " or ")}
			if marked {
				chip.Path = name
			}
			if nodes {
				chip.Nodes = plural.Count(len(file.Nodes), "node")
			}
			out.Chips = append(out.Chips, chip)
		}
		if i < maxLevelFiles {
			out.Files = append(out.Files, htmlLevelFile{Path: name, Marked: marked, When: when, Nodes: nodeNames(file.Nodes), Keys: file.Keys})
		}
	}
	out.MoreChips = len(l.Files) - len(out.Chips)
	out.MoreFiles = len(l.Files) - len(out.Files)
	out.Nodes = nodes
	out.Always = len(l.Files) == 1 && !nodes && slices.Equal(out.Files[0].When, []string{"always"})
	return out
}

// maxNodeNames is the maximum number of nodes listed for a file.
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

func (h *htmlReport) key(k *Key) pageKey {
	out := pageKey{Name: visible.Text(k.Name), Merge: visible.Text(k.Merge), Cells: []pageCell{}}
	for i := range k.Settings {
		s := &k.Settings[i]
		at := slices.IndexFunc(out.Cells, func(c pageCell) bool { return c.Column == s.Column })
		if at < 0 {
			at = len(out.Cells)
			out.Cells = append(out.Cells, pageCell{Column: s.Column, Class: effects[s.Effect].Class})
		}
		cell := &out.Cells[at]
		if cell.Class != effects[s.Effect].Class {
			cell.Class = effects[UsedInPart].Class
		}
		if len(cell.Settings) < maxCellSettings {
			cell.Settings = append(cell.Settings, h.setting(s))
		} else {
			cell.More++
		}
	}
	return out
}

// htmlEffect is the description of an effect.
type htmlEffect struct {
	Class string `json:"class"`
	Text  string `json:"text"`
}

var effects = [...]htmlEffect{
	Used:       {"used", "used wherever it is read"},
	UsedInPart: {"part", "may be overridden"},
	Unused:     {"unused", "always overridden"},
	Merged:     {"merged", "merged with the others"},
	Unread:     {"unread", "read by no node"},
}

func (h *htmlReport) setting(s *Setting) pageSetting {
	out := pageSetting{File: h.file(s.File.Path), Line: s.File.Pos(s.Span.Start).Line, Value: visible.Text(s.Value), Withheld: visible.Text(s.Withheld), Effect: s.Effect}
	isSecret := func(span source.Span) bool { return h.secrets.on(s.File, span) }
	if s.Withheld == "" && (isSecret(s.Span) || slices.ContainsFunc(s.Aliased, isSecret)) {
		out.Value, out.Withheld = "", "secret"
	}
	return out
}
