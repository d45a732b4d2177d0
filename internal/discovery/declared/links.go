package declared

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Unknown stands for the unknown parts of a target.
const Unknown = "*"

// configs lists where Puppet's versions have the global hiera.yaml of a server.
var configs = []string{"/etc/hiera.yaml", "/etc/puppet/hiera.yaml", "/etc/puppetlabs/code/hiera.yaml", "/etc/puppetlabs/puppet/hiera.yaml"}

// isConfig reports whether a symbolic link is the global hiera.yaml of a server, or in its directory and called like the target.
func isConfig(link, target string) bool {
	return slices.Contains(configs, path.Clean(link)) || path.Base(target) == "hiera.yaml" && link != "" && slices.Contains(configs, path.Join(link, "hiera.yaml"))
}

// MayLink reports whether the text of a file mentions what a link to a hiera.yaml consists of.
func MayLink(text []byte) bool { return bytes.Contains(text, []byte("hiera.yaml")) }

// LinkedInManifest returns the targets to which a manifest links the global hiera.yaml of a server:
//
//	file { '/etc/puppet/hiera.yaml':
//	  ensure => link,
//	  target => "/etc/puppet/environments/${environment}/hiera.yaml",
//	}
func LinkedInManifest(file *source.File) []string {
	parsed, err := pp.Parse(file, pp.Options{})
	if err != nil {
		return nil
	}
	var targets []string
	pp.Walk(parsed.Body, func(n pp.Node) bool {
		r, ok := n.(*pp.Resource)
		if !ok {
			return true
		}
		if name, ok := r.Type.(*pp.Name); ok && name.Value == "file" {
			for _, body := range r.Bodies {
				if target := linkTarget(body); target != "" {
					targets = append(targets, target)
				}
			}
		}
		return true
	})
	return targets
}

// linkTarget returns the target of a file that is the global hiera.yaml; "" if it is something else.
func linkTarget(body *pp.ResourceBody) string {
	link, target := literal(body.Title), ""
	for _, a := range body.Attributes {
		value := literal(a.Value)
		switch {
		case a.Name == "path":
			link = value
		case a.Name == "target", a.Name == "ensure" && strings.HasPrefix(value, "/"):
			target = value
		}
	}
	if !slices.Contains(configs, link) {
		return ""
	}
	return target
}

// literal returns a string; "" for anything else.
func literal(e pp.Expression) string {
	switch e := e.(type) {
	case *pp.String:
		return e.Value
	case *pp.Interpolated:
		var b strings.Builder
		for _, part := range e.Parts {
			if s, ok := part.(*pp.String); ok {
				b.WriteString(s.Value)
			} else {
				b.WriteString(Unknown)
			}
		}
		return b.String()
	}
	return ""
}

var (
	// linkCommand matches a command that makes a link or a copy, and captures the target and the link, or the file and its copy.
	linkCommand = lazyregexp.New(`(?m)^[^#\n]*\b(?:cp|ln)[ \t]+(?:-[\w-]+[ \t]+)*(\S*hiera\.yaml["']?)[ \t]+([^\s;&|]+)`)
	// shellVariable matches a variable, or the output of a command.
	shellVariable = lazyregexp.New(`\$(?:\w+|\{[^}]*\}|\([^)]*\))|` + "`[^`]*`")
)

// LinkedInScript returns the targets to which a script links the global hiera.yaml of a server, and the files that it copies there.
func LinkedInScript(text []byte) []string {
	var targets []string
	for _, found := range linkCommand().FindAllSubmatch(text, -1) {
		unquoted := func(word []byte) string {
			return shellVariable().ReplaceAllString(strings.NewReplacer(`"`, "", `'`, "").Replace(string(word)), Unknown)
		}
		if target := unquoted(found[1]); isConfig(unquoted(found[2]), target) {
			targets = append(targets, target)
		}
	}
	return targets
}
