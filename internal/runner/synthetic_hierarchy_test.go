package runner_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// dimension is a property by which nodes differ, with a level named after it.
type dimension struct {
	level    string
	variable string // as written in hiera.yaml
	folder   string
	values   []string
}

// levelTree is a version 5 hiera.yaml and the files that it reads.
type levelTree struct {
	root       string // directory of the hiera.yaml, "" or ending in /
	datadir    string
	text       string
	dimensions []dimension
	files      []*dataFile // files of levels that all nodes read come last
}

// dataFile is a file of a level.
type dataFile struct {
	path  string
	level int // its number in the hierarchy
	// static means that every node reads the file; otherwise, nodes with the value of the dimension
	// do.
	static    bool
	dimension int
	value     string
	eyaml     bool
	data      entries
	options   entries
}

func (f *dataFile) isJSON() bool { return strings.HasSuffix(f.path, ".json") }

func (f *dataFile) has(key string) bool {
	_, ok := f.data.get(key)
	return ok
}

// text returns the content of the file.
func (f *dataFile) text(r *rand.Rand) string {
	all := f.data
	if len(f.options) > 0 {
		options := entry{"lookup_options", f.options}
		if r.IntN(3) == 0 {
			all = append(append(entries{}, all...), options)
		} else {
			all = append(entries{options}, all...)
		}
	}
	switch {
	case len(all) > 0:
	case f.isJSON():
		return "{}\n"
	default:
		return pick(r, "--- {}\n", "{}\n", "---\n# nothing yet\n{}\n")
	}
	if f.isJSON() {
		return jsonText(all)
	}
	return yamlText(r, all)
}

var datacenters = []string{"ams1", "fra2", "nyc3", "sin1", "lon-4", "muc"}

func dimensions(r *rand.Rand) []dimension {
	var hosts, certnames []string
	for range 2 + r.IntN(4) {
		host := pick(r, "web", "db", "app", "mail", "ns", "ci-runner", "k8s-node") + fmt.Sprintf("%02d", 1+r.IntN(40))
		if len(hosts) > 0 && strings.Contains(" "+strings.Join(hosts, " ")+" ", " "+host+" ") {
			continue
		}
		hosts = append(hosts, host)
		certnames = append(certnames, host+"."+pick(r, "example.com", "prod.example.net", "corp.example.org"))
	}
	tier := pick(r, "tier", "stage", "app_tier")
	all := []dimension{
		pick(r,
			dimension{"Per-node data", "trusted.certname", pick(r, "nodes", "node", "hosts", "certname"), certnames},
			dimension{"Nodes", "facts.networking.hostname", pick(r, "nodes", "hostname"), hosts},
			dimension{"Node (fqdn)", "facts.networking.fqdn", "fqdn", certnames},
			dimension{"node", "::trusted.certname", "nodes", certnames}),
		pick(r,
			dimension{"Per-role data", "facts.role", pick(r, "role", "roles"), some(r, "web", "db", "cache", "mail", "build_server", "load-balancer")},
			dimension{"Roles", "trusted.extensions.pp_role", pick(r, "role", "roles"), some(r, "web", "db", "queue", "monitoring")},
			dimension{"role", pick(r, "role", "::role"), "role", some(r, "frontend", "backend", "storage")},
			dimension{"Groups", "trusted.extensions.pp_application", "application", some(r, "shop", "crm", "wiki")}),
		pick(r,
			dimension{"Datacenter", pick(r, "facts.datacenter", "datacenter", "trusted.extensions.pp_datacenter"), pick(r, "datacenter", "dc", "location"), some(r, datacenters...)},
			dimension{"Region", pick(r, "trusted.extensions.pp_region", "facts.region"), "region", some(r, "eu-west", "us-east", "ap-south")}),
		pick(r,
			dimension{"Environment", "environment", pick(r, "environment", "env"), []string{"production", "staging"}},
			dimension{"Tier", "facts." + tier, "tier", some(r, "dev", "qa", "live")},
			dimension{"Tier (trusted)", "trusted.extensions.pp_environment", "tier", some(r, "dev", "qa", "prod")}),
		pick(r,
			dimension{"OS family", "facts.os.family", pick(r, "os", "osfamily", "os/family"), some(r, "Debian", "RedHat", "Suse")},
			dimension{"OS name", "facts.os.name", "os", some(r, "Debian", "Ubuntu", "Rocky", "CentOS", "AlmaLinux")},
			dimension{"OS release", "facts.os.name}-%{facts.os.release.major", "os", some(r, "Debian-11", "Debian-12", "Ubuntu-22.04", "Rocky-9")},
			dimension{"Kernel", "facts.kernel", "kernel", some(r, "Linux", "windows")}),
		pick(r,
			dimension{"Virtual", "facts.virtual", "virtual", some(r, "kvm", "vmware", "physical")},
			dimension{"Domain", "facts.networking.domain", "domain", some(r, "example.com", "example.org")},
			dimension{"Hardware", "facts.is_virtual", "virtual", []string{"true", "false"}}),
	}
	var chosen []dimension
	for _, d := range all {
		if r.IntN(5) > 1 {
			chosen = append(chosen, d)
		}
	}
	return chosen
}

// some returns at least two of the values, in random order.
func some(r *rand.Rand, values ...string) []string {
	n := 2 + r.IntN(len(values)-1)
	var chosen []string
	for _, i := range r.Perm(len(values))[:n] {
		chosen = append(chosen, values[i])
	}
	return chosen
}

// newHierarchy returns a hiera.yaml in the directory root. Every node reads its lowest level.
func newHierarchy(r *rand.Rand, root string, dims []dimension, eyaml bool) *levelTree {
	h := &hierarchyWriter{
		levelTree: &levelTree{root: root, dimensions: dims, datadir: pick(r, "data", "data", "data", "hieradata", "hiera/data")},
		r:         r, ext: pick(r, ".yaml", ".yaml", ".yaml", ".yml"), eyaml: eyaml, allEyaml: eyaml && r.IntN(2) == 0, names: map[string]bool{},
	}
	h.head()
	for i, d := range dims {
		h.dimension(i, d)
	}
	if root == "" && r.IntN(12) == 0 {
		h.open("Vault")
		h.write("    lookup_key: hiera_vault\n    options:\n      confine_to_keys: ['^vault_.*']\n      address: https://vault.example.com:8200\n")
	}
	if eyaml && !h.allEyaml {
		h.open("Secrets")
		h.write("    lookup_key: eyaml_lookup_key\n    path: %s\n    %s", h.quoted("secrets.eyaml"), eyamlKeys)
		h.add(dataFile{path: "secrets.eyaml", static: true, eyaml: true})
	}
	if r.IntN(4) == 0 {
		h.topics()
	}
	h.lowest()
	h.text = h.b.String()
	if head, levels, _ := strings.Cut(h.text, "hierarchy:\n"); r.IntN(3) == 0 { // block sequences may be unindented
		h.text = head + "hierarchy:\n" + strings.TrimPrefix(strings.ReplaceAll("\n"+levels, "\n  ", "\n"), "\n")
	}
	return h.levelTree
}

// hierarchyWriter writes a hiera.yaml level by level.
type hierarchyWriter struct {
	*levelTree
	r   *rand.Rand
	b   strings.Builder
	ext string
	// eyaml means that some levels have encrypted data, allEyaml that all levels may.
	eyaml, allEyaml bool
	level           int // the number of levels so far
	names           map[string]bool
}

const eyamlKeys = "options:\n      pkcs7_private_key: /etc/puppetlabs/puppet/eyaml/private_key.pkcs7.pem\n      pkcs7_public_key: /etc/puppetlabs/puppet/eyaml/public_key.pkcs7.pem\n"

func (h *hierarchyWriter) write(format string, args ...any) { fmt.Fprintf(&h.b, format, args...) }

func (h *hierarchyWriter) quoted(s string) string { return pick(h.r, `"`+s+`"`, `"`+s+`"`, `'`+s+`'`) }

// head writes everything before the levels.
func (h *hierarchyWriter) head() {
	h.write("%sversion: 5\n", pick(h.r, "---\n", "", "# Hiera 5\n---\n"))
	switch {
	case h.allEyaml:
		h.write("defaults:\n  datadir: %s\n  lookup_key: eyaml_lookup_key\n  %s", h.datadir, strings.ReplaceAll(eyamlKeys, "      ", "    "))
	case h.datadir != "data" || h.r.IntN(2) == 0:
		h.write("defaults:\n  datadir: %s\n  data_hash: yaml_data\n", h.datadir)
	}
	h.write("hierarchy:\n")
}

// open begins a level.
func (h *hierarchyWriter) open(name string) {
	for h.names[name] {
		name += "+"
	}
	h.names[name] = true
	h.write("  - name: %s\n", h.quoted(name))
	h.level++
}

// add adds a file to the level.
func (h *hierarchyWriter) add(f dataFile) {
	f.path = h.root + h.datadir + "/" + f.path
	f.level, f.eyaml = h.level, f.eyaml || h.allEyaml
	h.files = append(h.files, &f)
}

// dimension writes the levels of the dimension number i.
func (h *hierarchyWriter) dimension(i int, d dimension) {
	r, template, values := h.r, d.folder+"/%{"+d.variable+"}", d.values
	if r.IntN(4) == 0 && len(values) > 1 {
		values = values[1:] // some values have no file
	}
	ext, json := h.ext, false
	switch {
	case !h.allEyaml && r.IntN(8) == 0:
		json, ext = true, ".json"
	case h.eyaml && !h.allEyaml && r.IntN(5) == 0:
		// A separate level for secrets.
		h.open(d.level + " (secrets)")
		h.write("    lookup_key: eyaml_lookup_key\n    path: %s\n    %s", h.quoted(template+".eyaml"), eyamlKeys)
		for _, v := range values {
			h.add(dataFile{path: d.folder + "/" + v + ".eyaml", dimension: i, value: v, eyaml: true})
		}
	}
	h.openFor(d.level, json)
	switch form := r.IntN(8); {
	case form == 0 && !json:
		h.write("    glob: %s\n", h.quoted(template+"/*"+ext))
		for _, v := range values {
			for n := range 1 + r.IntN(2) {
				h.add(dataFile{path: d.folder + "/" + v + "/" + pick(r, "main", "packages", "apps") + strconv.Itoa(n) + ext, dimension: i, value: v})
			}
		}
		return
	case form == 1:
		h.write("    paths:\n      - %s\n      - %s\n", h.quoted(template+"/override"+ext), h.quoted(template+ext))
		h.add(dataFile{path: d.folder + "/" + values[0] + "/override" + ext, dimension: i, value: values[0]})
	case form == 2 && !h.names["Services"]:
		h.names["Services"] = true
		h.mapped(ext)
		h.openFor(d.level+" "+strconv.Itoa(h.level), json)
		h.write("    path: %s\n", h.quoted(template+ext))
	default:
		h.write("    path: %s\n", h.quoted(template+ext))
	}
	for _, v := range values {
		h.add(dataFile{path: d.folder + "/" + v + ext, dimension: i, value: v})
	}
}

// openFor begins a YAML or JSON level.
func (h *hierarchyWriter) openFor(name string, json bool) {
	h.open(name)
	if json {
		h.write("    data_hash: json_data\n")
	}
}

// mapped adds mapped_paths to a level.
func (h *hierarchyWriter) mapped(ext string) {
	variable := pick(h.r, "facts.services", "services", "trusted.extensions.pp_product")
	h.write("    mapped_paths: [%s, service, %s]\n", variable, h.quoted("service/%{service}"+ext))
	for _, service := range some(h.r, "nginx", "redis", "haproxy") {
		h.add(dataFile{path: "service/" + service + ext, dimension: -1, value: service})
	}
}

// topics writes a level with a glob.
func (h *hierarchyWriter) topics() {
	h.open("By topic")
	h.write("    %s\n", pick(h.r, "glob: "+h.quoted("common/*"+h.ext), "globs:\n      - "+h.quoted("common/*"+h.ext)+"\n      - "+h.quoted("common/*/*"+h.ext)))
	for _, name := range some(h.r, "apps", "base", "network", "users") {
		h.add(dataFile{path: "common/" + name + h.ext, static: true})
	}
}

// lowest writes the level that every node reads.
func (h *hierarchyWriter) lowest() {
	h.open(pick(h.r, "Common", "Common data", "Defaults", "All nodes"))
	if !h.allEyaml && h.r.IntN(12) == 0 {
		h.write("    data_hash: json_data\n    path: common.json\n")
		h.add(dataFile{path: "common.json", static: true})
		return
	}
	name := pick(h.r, "common", "common", "global", "defaults") + h.ext
	h.write("    path: %s\n", pick(h.r, h.quoted(name), name))
	h.add(dataFile{path: name, static: true})
}

// common returns the file of the lowest level, which every node reads.
func (h *levelTree) common() *dataFile { return h.files[len(h.files)-1] }

func (h *levelTree) static() []*dataFile {
	var all []*dataFile
	for _, f := range h.files {
		if f.static {
			all = append(all, f)
		}
	}
	return all
}

// varying returns the files that only some nodes read.
func (h *levelTree) varying() []*dataFile {
	var all []*dataFile
	for _, f := range h.files {
		if !f.static {
			all = append(all, f)
		}
	}
	return all
}
