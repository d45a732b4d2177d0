package hierarchy

import (
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// ofNoNode reports a file for a certname without a node definition if there is one for the certname that was probably meant.
func ofNoNode(p *rule.FilePass) {
	value, meant := "", ""
	folders := foldersForNodes(p.File)
	for i := range p.File.Matches {
		m := &p.File.Matches[i]
		if !isForNode(m) && slices.ContainsFunc(m.Vars, func(v glob.Value) bool { return folders[v.Text] }) {
			continue // `%{site}/common.yaml` is not for the site `nodes`
		}
		if !isForNode(m) || value != "" && value != m.Vars[0].Text {
			return
		}
		value = m.Vars[0].Text
		if meant = nodeFilesAt(p.Site, m).meant(value); meant == "" {
			return
		}
	}
	if meant == "" {
		return
	}
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Warning,
		Message:  "no node definition for `" + rule.Shown(value) + "`, but one for `" + rule.Shown(meant) + "`",
		Detail:   "Puppet opens the file only for a node with this certname",
		Meant:    meant,
	}
	for code := range p.AllCode() {
		if node, _ := code.Node(meant); node != nil {
			d.Related = []diagnostic.Related{{File: node.File, Span: node.NameSpan, Message: "the node definition"}}
			break
		}
	}
	p.Report(d)
}

// foldersForNodes returns the directories that the paths for nodes that match a file start with.
func foldersForNodes(f *project.File) map[string]bool {
	folders := map[string]bool{}
	for i := range f.Matches {
		m := &f.Matches[i]
		if !isForNode(m) {
			continue
		}
		if folder, _, ok := strings.Cut(m.Level.Locations[m.Location].Text, "/"); ok {
			folders[folder] = true
		}
	}
	return folders
}

// isForNode reports whether a file is read for a single certname, without other conditions.
func isForNode(m *project.Match) bool {
	if m.Fit != glob.Likely || m.Root.Layer == config.Module || m.Location >= len(m.Level.Locations) || len(m.Vars) != 1 {
		return false
	}
	name := facter.Canonical(m.Vars[0].Name)
	return name == "trusted.certname" || name == "networking.fqdn"
}

// nodeFiles holds the files at a location that is for nodes, and the node definitions.
type nodeFiles struct {
	*definedNodes
	files map[string]bool // by certname
	// isNamed reports whether most of the files are named after node definitions.
	isNamed func() bool
	// haveNoDomain reports that some files without a domain are not for a host in a node definition.
	haveNoDomain bool
	without      *nearest.Names // the certnames in node definitions that have no file
}

// nodeFilesAt returns the files at the location of a match. They are determined once.
func nodeFilesAt(s *rule.Site, m *project.Match) *nodeFiles {
	return rule.Once(s, m.ID(), func() *nodeFiles {
		all := &nodeFiles{definedNodes: definedNodesOf(s), files: map[string]bool{}}
		for _, f := range s.Project.FilesOf(m.Root) {
			for i := range f.Matches {
				if other := &f.Matches[i]; other.ID() == m.ID() && isForNode(other) {
					all.files[other.Vars[0].Text] = true
				}
			}
		}
		for name := range all.files {
			if !strings.Contains(name, ".") && all.byHost[name] == nil {
				all.haveNoDomain = true
			}
		}
		all.isNamed = sync.OnceValue(func() bool {
			named := 0
			for name := range all.files {
				if all.isNode(name) {
					named++
				}
			}
			return named >= minNamed && named*oneOf >= (len(all.files)-1)*(oneOf-1)
		})
		all.without = nearest.NewNames(lists.Filter(all.certnames, func(name string) bool { return !all.files[name] }))
		return all
	})
}

const (
	// minNamed is the number of files named after node definitions from which another one is expected to be, too. One in
	// oneOf of the other files may be an exception.
	minNamed, oneOf = 3, 4
)

// meant returns the certname that was probably meant by that of a file; "" if there is none, or several.
func (n *nodeFiles) meant(name string) string {
	if n.isIncomplete {
		return ""
	}
	if hosts := n.byHost[name]; len(hosts) == 1 && !n.haveNoDomain && !n.lackDomain && !n.isNode(name) {
		return hosts[0]
	}
	similar := lists.Filter(n.without.Within(name, 1), func(certname string) bool { return isMistypedNode(name, certname) })
	if len(similar) != 1 || n.isNode(name) || !n.isNamed() {
		return ""
	}
	return similar[0]
}

// isMistypedNode reports whether a certname differs from another one as by a typing error, and not in a number or in the last
// letter of a word, as those of similar nodes do.
func isMistypedNode(name, other string) bool {
	at, edit := nearest.SingleEdit(name, other)
	isLast := at+1 >= len(name) || !ascii.IsLetter(name[at+1])
	return nearest.IsTypo(name, other) && !nearest.DifferInDigits(name, other) && !(edit == nearest.Replaced && isLast)
}

// definedNodes holds the certnames in the node definitions of all environments.
type definedNodes struct {
	code      []*manifest.Index
	certnames []string            // sorted
	byHost    map[string][]string // those with a domain, by their host name
	// lackDomain reports that some have no domain.
	lackDomain bool
	// isIncomplete reports that there may be others, in a manifest that cannot be read, or that there are too many regular
	// expressions.
	isIncomplete bool
}

// maxUnnamed is the number of node definitions without names from which files are not compared with them.
const maxUnnamed = 500

func definedNodesOf(s *rule.Site) *definedNodes {
	type key struct{}
	return rule.Once(s, key{}, func() *definedNodes {
		all := &definedNodes{byHost: map[string][]string{}, code: slices.Collect(s.AllCode())}
		unnamed := 0
		for _, code := range all.code {
			for _, node := range code.Nodes {
				names := node.Certnames()
				if all.certnames = append(all.certnames, names...); len(names) == 0 {
					unnamed++
				}
			}
			all.isIncomplete = all.isIncomplete || slices.ContainsFunc(code.Unreadable, func(u *manifest.Unreadable) bool { return u.Module == "" })
		}
		all.isIncomplete = all.isIncomplete || unnamed > maxUnnamed
		all.certnames = lists.Distinct(all.certnames)
		for _, name := range all.certnames {
			if host, _, ok := strings.Cut(name, "."); ok {
				all.byHost[host] = append(all.byHost[host], name)
			} else {
				all.lackDomain = true
			}
		}
		return all
	})
}

// isNode reports whether a node definition other than the default applies to a certname, or to its host name, as in Puppet before
// version 6, or may apply to it.
func (d *definedNodes) isNode(certname string) bool {
	host, _, _ := strings.Cut(certname, ".")
	return slices.ContainsFunc([]string{certname, host}, func(name string) bool {
		_, isListed := slices.BinarySearch(d.certnames, name)
		return isListed || slices.ContainsFunc(d.code, func(code *manifest.Index) bool {
			node, known := code.Node(name)
			return !known || node != nil && !node.IsDefault()
		})
	})
}
