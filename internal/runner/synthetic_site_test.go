package runner_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// site is a synthetic control repo or module repo without defects.
type site struct {
	r *rand.Rand
	// files are the contents of the files that are not data, by path.
	files       map[string]string
	hierarchy   *levelTree   // of the environment; nil in a module repo
	hierarchies []*levelTree // including those of modules
	classes     []*class
	// absent are the modules in the Puppetfile that are not in the tree.
	absent []string
	// plain are keys without a class, which manifests look up or values refer to.
	plain []*plainKeyDef
	eyaml bool
	// env is the directory of the environment, "" or ending in /.
	env string
	// copies are the directories of further environments with the same content.
	copies []string
	// patterns are merge strategies that a pattern sets for all parameters of a name, by name.
	patterns map[string]string
	number   int
}

// class is a class with parameters.
type class struct {
	name, path string
	params     []*param
	includes   []string
	body       []string
}

// param is a parameter of a class.
type param struct {
	name     string
	kind     *kind
	typ      string
	required bool
}

// plainKeyDef is a key without a class.
type plainKeyDef struct {
	name string
	kind *kind
}

func (s *site) chance(oneIn int) bool { return s.r.IntN(oneIn) == 0 }

// next returns a number that no other value uses.
func (s *site) next() int {
	s.number++
	return s.number
}

var moduleWords = []string{"profile", "site", "myorg", "platform"}

func newSite(seed uint64) *site {
	r := rand.New(rand.NewPCG(seed, 20))
	s := &site{r: r, files: map[string]string{}, eyaml: r.IntN(3) == 0}
	if r.IntN(8) == 0 {
		s.moduleRepo()
		return s
	}
	if r.IntN(6) == 0 {
		s.env = "environments/production/"
	}
	s.hierarchy = newHierarchy(r, s.env, dimensions(r), s.eyaml)
	s.hierarchies = append(s.hierarchies, s.hierarchy)
	s.files[s.env+"hiera.yaml"] = s.hierarchy.text
	s.modules()
	s.defineClasses()
	s.defineAbsent()
	s.definePlain()
	s.writeCode()
	switch s.r.IntN(10) {
	case 0:
		s.dropCode()
	case 1:
		s.addEnvironment()
	}
	return s
}

// dropCode removes everything but the data, as in a repository for data only.
func (s *site) dropCode() {
	if len(s.hierarchies) > 1 {
		return
	}
	for _, path := range sortedPaths(s.files) {
		if !strings.HasSuffix(path, "hiera.yaml") {
			delete(s.files, path)
		}
	}
	s.classes = nil
}

// addEnvironment adds a copy of the environment.
func (s *site) addEnvironment() {
	if s.env == "" {
		return
	}
	s.copies = append(s.copies, "environments/staging/")
}

// modules adds modules with their own data.
func (s *site) modules() {
	if s.chance(3) {
		return
	}
	for _, name := range some(s.r, "motd", "backup", "monitor", "vpn")[:1+s.r.IntN(2)] {
		s.module(s.env+pick(s.r, "modules/", "site-modules/")+name+"/", name)
	}
}

// module writes a module with its own hierarchy, which has a value for every parameter.
func (s *site) module(root, name string) {
	var dims []dimension
	if s.r.IntN(2) == 0 {
		dims = append(dims, pick(s.r,
			dimension{"OS family", "facts.os.family", "os", some(s.r, "Debian", "RedHat", "windows")},
			dimension{"OS name", "facts.os.name", "os", some(s.r, "Debian", "Ubuntu", "Fedora")},
			dimension{"OS release", "facts.os.name}/%{facts.os.release.major", "os", some(s.r, "Debian/12", "Ubuntu/22.04", "Rocky/9")}))
	}
	h := newHierarchy(s.r, root, dims, false)
	s.hierarchies = append(s.hierarchies, h)
	s.files[root+"hiera.yaml"] = h.text
	s.files[root+"metadata.json"] = fmt.Sprintf("{\n  \"name\": \"acme-%s\",\n  \"version\": \"1.%d.0\",\n  \"author\": \"acme\",\n  \"license\": \"Apache-2.0\",\n  \"summary\": \"Manages %s\",\n  \"source\": \"https://example.com/%s\",\n  \"dependencies\": []\n}\n", name, s.r.IntN(9), name, name)
	for i, suffix := range []string{"", "::config"}[:1+s.r.IntN(2)] {
		c := &class{name: name + suffix, path: root + "manifests/" + []string{"init", "config"}[i] + ".pp"}
		for range 1 + s.r.IntN(5) {
			p := s.param(c)
			if p == nil || p.kind.secret {
				continue
			}
			p.required = true
			c.params = append(c.params, p)
			s.define(h, c.name+"::"+p.name, p.kind, 2)
			if s.hierarchy != nil && s.chance(3) && len(p.kind.merges) == 0 {
				f := s.hierarchy.common()
				f.data = append(f.data, entry{c.name + "::" + p.name, p.kind.value(s.r, s.next())})
			}
		}
		s.classes = append(s.classes, c)
	}
}

// moduleRepo makes a repo with a single module.
func (s *site) moduleRepo() {
	s.module("", pick(s.r, "ntpd", "webserver", "agent"))
	s.writeClasses()
	if s.chance(2) {
		s.files["spec/classes/init_spec.rb"] = "require 'spec_helper'\n"
		s.files["spec/fixtures/hieradata/common.yaml"] = "whatever::the_tests: want\nntpd::nothing: 1\n"
	}
	s.files["README.md"] = "# a module\n"
}

// param returns a random parameter, or nil if the class already has one of its name.
func (s *site) param(c *class) *param {
	k := pick(s.r, kinds...)
	p := &param{name: pick(s.r, k.names...), kind: k, typ: pick(s.r, k.types...)}
	if slices.ContainsFunc(c.params, func(o *param) bool { return o.name == p.name }) {
		return nil
	}
	return p
}

// defineClasses adds profile classes, with data for their parameters in the environment.
func (s *site) defineClasses() {
	where := s.env + pick(s.r, "site-modules/", "site/", "modules/")
	module := pick(s.r, moduleWords...)
	used := map[string]bool{}
	for range 2 + s.r.IntN(6) {
		name := module + "::" + pick(s.r, "app", "base", "web::nginx", "web::apache", "db", "db::backup", "monitoring", "users", "ssh", "ci_runner")
		if used[name] {
			continue
		}
		used[name] = true
		c := &class{name: name, path: where + module + "/manifests/" + strings.ReplaceAll(strings.TrimPrefix(name, module+"::"), "::", "/") + ".pp"}
		for range 1 + s.r.IntN(7) {
			if p := s.param(c); p != nil {
				p.required = s.chance(2) || p.kind.absent == ""
				c.params = append(c.params, p)
				s.defineParam(c.name+"::"+p.name, p)
			}
		}
		s.classes = append(s.classes, c)
	}
}

func (s *site) defineParam(key string, p *param) {
	switch {
	case p.required:
		s.define(s.hierarchy, key, p.kind, 2)
	case s.chance(4): // uses the default of the parameter
	default:
		s.define(s.hierarchy, key, p.kind, s.r.IntN(3))
	}
}

// define adds values of a key: in a file that all nodes read if base is 1 or 2, and in other files.
// If base is 0, only some nodes have a value.
func (s *site) define(h *levelTree, key string, k *kind, base int) {
	files := map[*dataFile]bool{}
	var lowest *dataFile
	if base > 0 {
		lowest = pick(s.r, append(h.static(), h.common(), h.common())...)
		if k.secret && s.eyaml {
			lowest = nil
			for _, f := range h.static() {
				if f.eyaml {
					lowest = f
				}
			}
		}
		if lowest == nil {
			return
		}
		files[lowest] = true
	}
	varying := h.varying()
	if k.secret && s.eyaml {
		varying = slices.DeleteFunc(varying, func(f *dataFile) bool { return !f.eyaml })
	}
	if k.single && lowest == nil {
		return
	}
	if len(varying) > 0 && !k.single && (base == 0 || s.chance(2)) {
		type condition struct {
			dimension int
			value     string
		}
		taken := map[condition]bool{} // a second file for the same nodes would override the first
		for range 1 + s.r.IntN(3) {
			f := pick(s.r, varying...)
			if at := (condition{f.dimension, f.value}); !taken[at] {
				taken[at], files[f] = true, true
			}
		}
	}
	merge := ""
	if len(k.merges) > 0 && len(files) > 1 || len(k.merges) > 0 && s.chance(4) {
		merge = pick(s.r, k.merges...)
	}
	byPattern := s.patterned(h, key, k, len(files))
	if byPattern != "" {
		merge = byPattern
	}
	var lower any
	for _, f := range slices.Backward(h.files) { // from the lowest level, so that values can refer to those below

		if !files[f] {
			continue
		}
		v := s.value(key, k, f, merge == "" && f == lowest)
		if items, ok := v.(list); ok && merge == "knockout" && lower != nil {
			v = append(list{"--" + lower.(list)[0].(string)}, items...)
		}
		if f == lowest {
			lower = v
		}
		f.data = append(f.data, entry{key, v})
	}
	var options entries
	if merge != "" && byPattern == "" {
		options = append(options, entry{"merge", strategy(merge)})
	}
	options = append(options, k.options...)
	if len(options) == 0 || len(files) == 0 {
		return
	}
	home := h.common()
	if lowest != nil && s.chance(3) {
		home = lowest
	}
	home.options = append(home.options, entry{s.optionName(h, key), options})
}

// patterned returns the merge strategy that a pattern sets for all keys of this name, or "".
func (s *site) patterned(h *levelTree, key string, k *kind, files int) string {
	at := strings.LastIndex(key, "::")
	if h != s.hierarchy || at < 0 || len(k.merges) == 0 || k.names[0] != "packages" && k.names[0] != "users" || files == 0 {
		return ""
	}
	name := key[at+2:]
	if merge, ok := s.patterns[name]; ok {
		return merge
	}
	merge := pick(s.r, k.merges[:2]...)
	if s.patterns == nil {
		s.patterns = map[string]string{}
	}
	s.patterns[name] = merge
	home := h.common()
	home.options = append(home.options, entry{pick(s.r, "^.+::"+name+"$", "^[a-z_]+(::[a-z_]+)*::"+name+"$", "^.*::("+name+"|never_"+name+")$"), entries{{"merge", strategy(merge)}}})
	return merge
}

// optionName returns the key, or a pattern that matches only the key.
func (s *site) optionName(h *levelTree, key string) string {
	if !s.chance(4) {
		return key
	}
	at := strings.LastIndex(key, "::")
	if at < 0 {
		return "^" + key + "$"
	}
	if h.root != s.env || h != s.hierarchy { // in module data, patterns must start with the name of the module
		return "^" + key + "$"
	}
	return pick(s.r, "^"+key+"$", "^"+key[:at]+"::"+strings.ReplaceAll(key[at+2:], "_", "[_]")+`\Z`, "^(?:"+key+")$")
}

// value returns a value for a file.
func (s *site) value(key string, k *kind, f *dataFile, mayRefer bool) any {
	if k.secret && s.eyaml && f.eyaml {
		return encrypted(s.next())
	}
	if k.refers && mayRefer && s.hierarchy != nil && s.chance(5) {
		if v, ok := s.reference(key, k, f); ok {
			return v
		}
	}
	return k.value(s.r, s.next())
}

// reference returns a value that refers to another key of the same kind, which every node has.
func (s *site) reference(key string, k *kind, f *dataFile) (any, bool) {
	if !strings.HasPrefix(f.path, s.hierarchy.root+s.hierarchy.datadir) || slices.Contains(s.refTargets(k), key) {
		return nil, false
	}
	targets := s.refTargets(k)
	if len(targets) == 0 {
		name := pick(s.r, "site", "global", "org") + "::" + k.names[0] + fmt.Sprint(s.next())
		s.plain = append(s.plain, &plainKeyDef{name, k})
		home := s.hierarchy.common()
		home.data = append(home.data, entry{name, k.value(s.r, s.next())})
		targets = append(targets, name)
	}
	target := pick(s.r, targets...)
	if _, isText := k.value(rand.New(rand.NewPCG(1, 1)), 1).(string); isText {
		return fmt.Sprintf(pick(s.r, "%%{lookup('%s')}", "%%{alias('%s')}", "%%{hiera('%s')}", "%%{ lookup(\"%s\") }"), target), true
	}
	return fmt.Sprintf(pick(s.r, "%%{alias('%s')}", `%%{alias("%s")}`, "%%{ alias('%s') }"), target), true // alias keeps the type
}

// refTargets returns the plain keys of a kind.
func (s *site) refTargets(k *kind) []string {
	var names []string
	for _, p := range s.plain {
		if p.kind == k {
			names = append(names, p.name)
		}
	}
	return names
}

// defineAbsent adds data for modules that a Puppetfile installs.
func (s *site) defineAbsent() {
	if s.chance(5) {
		return
	}
	s.absent = some(s.r, "ntp", "apache", "postgresql", "sudo", "firewalld")
	var b strings.Builder
	b.WriteString("forge 'https://forge.puppet.com'\n\nmod 'puppetlabs-stdlib', '9.4.1'\n")
	for _, m := range s.absent {
		b.WriteString(pick(s.r,
			"mod 'acme-"+m+"', '8."+fmt.Sprint(s.r.IntN(9))+".0'\n",
			"mod 'puppet/"+m+"', :latest\n",
			"mod '"+m+"',\n  :git => 'https://git.example.com/puppet/"+m+".git',\n  :ref => 'main'\n"))
		for range 1 + s.r.IntN(4) {
			k := pick(s.r, kinds...)
			key := m + "::" + pick(s.r, "", "server::", "config::") + pick(s.r, k.names...)
			if !s.isDefined(key) {
				s.define(s.hierarchy, key, k, s.r.IntN(3))
			}
		}
	}
	s.files[s.env+"Puppetfile"] = b.String()
}

func (s *site) isDefined(key string) bool {
	for _, h := range s.hierarchies {
		for _, f := range h.files {
			if f.has(key) {
				return true
			}
		}
	}
	return false
}

// definePlain adds keys that manifests look up by name.
func (s *site) definePlain() {
	for range s.r.IntN(5) {
		k := pick(s.r, kinds...)
		name := pick(s.r, "base_", "global_", "site_", "x-") + pick(s.r, k.names...)
		if s.isDefined(name) || k.secret {
			continue
		}
		s.plain = append(s.plain, &plainKeyDef{name, k})
		s.define(s.hierarchy, name, k, 2)
	}
	if s.chance(2) {
		s.classList()
	}
}

// classList adds the array of classes that the main manifest merges and includes.
func (s *site) classList() {
	seen := map[string]bool{}
	for _, f := range append(s.hierarchy.varying(), s.hierarchy.common()) {
		if f != s.hierarchy.common() && !s.chance(3) {
			continue
		}
		var names list
		for _, i := range s.r.Perm(len(s.classes))[:1+s.r.IntN(len(s.classes))] {
			names = append(names, s.classes[i].name)
		}
		if text := fmt.Sprint(names); !seen[text] {
			seen[text] = true
			f.data = append(f.data, entry{"classes", names})
		}
	}
	s.files[s.env+"manifests/site.pp"] = pick(s.r,
		"lookup('classes', Array[String], 'unique', []).include\n",
		"hiera_include('classes', [])\n",
		"$classes = lookup('classes', { merge => unique, default_value => [] })\ninclude $classes\n")
}

// tree returns the contents of all files of the site, by path.
func (s *site) tree() map[string]string {
	tree := map[string]string{}
	maps.Copy(tree, s.files)
	for _, h := range s.hierarchies {
		for _, f := range h.files {
			tree[f.path] = f.text(s.r)
		}
	}
	for _, copied := range s.copies {
		for _, path := range sortedPaths(tree) {
			if rest, ok := strings.CutPrefix(path, s.env); ok {
				tree[copied+rest] = tree[path]
			}
		}
	}
	return tree
}

func sortedPaths(tree map[string]string) []string { return slices.Sorted(maps.Keys(tree)) }
