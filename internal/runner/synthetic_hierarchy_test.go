package runner_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// dimension is something by which nodes differ, and after which a level is named.
type dimension struct {
	level    string
	variable string // as a hierarchy writes it
	folder   string
	values   []string
}

// hierarchy is a hiera.yaml of version 5 and the files that it reads.
type levelTree struct {
	root       string // folder of the hiera.yaml, "" or ending in /
	datadir    string
	text       string
	dimensions []dimension
	files      []*dataFile // those of levels that all nodes read are last
}

// dataFile is a file that is read at a level.
type dataFile struct {
	path  string
	level int // its place in the hierarchy
	// static tells that every node reads the file; where it is none, when tells which values of a
	// dimension lead to it.
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

// text is the file as it stands on the disk.
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

// some are two or more of the values, or all of them.
func some(r *rand.Rand, values ...string) []string {
	n := 2 + r.IntN(len(values)-1)
	var chosen []string
	for _, i := range r.Perm(len(values))[:n] {
		chosen = append(chosen, values[i])
	}
	return chosen
}

// newHierarchy makes a hiera.yaml in the folder root. Its lowest level is read by every node.
func newHierarchy(r *rand.Rand, root string, dims []dimension, eyaml bool) *levelTree {
	h := &levelTree{root: root, dimensions: dims, datadir: pick(r, "data", "data", "data", "hieradata", "hiera/data")}
	ext := pick(r, ".yaml", ".yaml", ".yaml", ".yml")
	allEyaml := eyaml && r.IntN(2) == 0
	q := func(s string) string { return pick(r, `"`+s+`"`, `"`+s+`"`, `'`+s+`'`) }
	const keys = "options:\n      pkcs7_private_key: /etc/puppetlabs/puppet/eyaml/private_key.pkcs7.pem\n      pkcs7_public_key: /etc/puppetlabs/puppet/eyaml/public_key.pkcs7.pem\n"
	var b strings.Builder
	b.WriteString(pick(r, "---\n", "", "# Hiera 5\n---\n") + "version: 5\n")
	backend := "data_hash: yaml_data\n"
	switch {
	case allEyaml:
		backend = "lookup_key: eyaml_lookup_key\n  " + strings.ReplaceAll(keys, "      ", "    ")
		fmt.Fprintf(&b, "defaults:\n  datadir: %s\n  %s", h.datadir, backend)
	case h.datadir != "data" || r.IntN(2) == 0:
		fmt.Fprintf(&b, "defaults:\n  datadir: %s\n  %s", h.datadir, backend)
	}
	b.WriteString("hierarchy:\n")
	level := 0
	names := map[string]bool{}
	open := func(name string) {
		for names[name] {
			name += "+"
		}
		names[name] = true
		fmt.Fprintf(&b, "  - name: %s\n", q(name))
		level++
	}
	add := func(f dataFile) *dataFile {
		f.path = root + h.datadir + "/" + f.path
		f.level, f.eyaml = level, f.eyaml || allEyaml
		h.files = append(h.files, &f)
		return &f
	}
	for i, d := range dims {
		template := d.folder + "/%{" + d.variable + "}"
		values := d.values
		if r.IntN(4) == 0 && len(values) > 1 {
			values = values[1:] // not every value has data
		}
		ext, json := ext, false
		switch {
		case !allEyaml && r.IntN(8) == 0:
			json, ext = true, ".json"
		case eyaml && !allEyaml && r.IntN(5) == 0:
			// A level of its own for what is secret.
			open(d.level + " (secrets)")
			fmt.Fprintf(&b, "    lookup_key: eyaml_lookup_key\n    path: %s\n    %s", q(template+".eyaml"), keys)
			for _, v := range values {
				add(dataFile{path: d.folder + "/" + v + ".eyaml", dimension: i, value: v, eyaml: true})
			}
		}
		open(d.level)
		if json {
			b.WriteString("    data_hash: json_data\n")
		}
		switch form := r.IntN(8); {
		case form == 0 && !json:
			fmt.Fprintf(&b, "    glob: %s\n", q(template+"/*"+ext))
			for _, v := range values {
				for n := range 1 + r.IntN(2) {
					add(dataFile{path: d.folder + "/" + v + "/" + pick(r, "main", "packages", "apps") + strconv.Itoa(n) + ext, dimension: i, value: v})
				}
			}
			continue
		case form == 1:
			fmt.Fprintf(&b, "    paths:\n      - %s\n      - %s\n", q(template+"/override"+ext), q(template+ext))
			for _, v := range values[:1] {
				add(dataFile{path: d.folder + "/" + v + "/override" + ext, dimension: i, value: v})
			}
		case form == 2 && !names["Services"]:
			names["Services"] = true
			h.mapped(r, &b, q, ext, func(service string) { add(dataFile{path: "service/" + service + ext, dimension: -1, value: service}) })
			open(d.level + " " + strconv.Itoa(level))
			if json {
				b.WriteString("    data_hash: json_data\n")
			}
			fmt.Fprintf(&b, "    path: %s\n", q(template+ext))
		default:
			fmt.Fprintf(&b, "    path: %s\n", q(template+ext))
		}
		for _, v := range values {
			add(dataFile{path: d.folder + "/" + v + ext, dimension: i, value: v})
		}
	}
	if root == "" && r.IntN(12) == 0 {
		open("Vault")
		fmt.Fprintf(&b, "    lookup_key: hiera_vault\n    options:\n      confine_to_keys: ['^vault_.*']\n      address: https://vault.example.com:8200\n")
	}
	if eyaml && !allEyaml {
		open("Secrets")
		fmt.Fprintf(&b, "    lookup_key: eyaml_lookup_key\n    path: %s\n    %s", q("secrets.eyaml"), keys)
		add(dataFile{path: "secrets.eyaml", static: true, eyaml: true})
	}
	if r.IntN(4) == 0 {
		open("By topic")
		fmt.Fprintf(&b, "    %s\n", pick(r, "glob: "+q("common/*"+ext), "globs:\n      - "+q("common/*"+ext)+"\n      - "+q("common/*/*"+ext)))
		for _, name := range some(r, "apps", "base", "network", "users") {
			add(dataFile{path: "common/" + name + ext, static: true})
		}
	}
	open(pick(r, "Common", "Common data", "Defaults", "All nodes"))
	if !allEyaml && r.IntN(12) == 0 {
		fmt.Fprintf(&b, "    data_hash: json_data\n    path: common.json\n")
		add(dataFile{path: "common.json", static: true})
	} else {
		name := pick(r, "common", "common", "global", "defaults") + ext
		fmt.Fprintf(&b, "    path: %s\n", pick(r, q(name), name))
		add(dataFile{path: name, static: true})
	}
	h.text = b.String()
	if head, levels, _ := strings.Cut(h.text, "hierarchy:\n"); r.IntN(3) == 0 { // lists may stand at the margin
		h.text = head + "hierarchy:\n" + strings.TrimPrefix(strings.ReplaceAll("\n"+levels, "\n  ", "\n"), "\n")
	}
	return h
}

// mapped adds a level of mapped_paths.
func (h *levelTree) mapped(r *rand.Rand, b *strings.Builder, q func(string) string, ext string, add func(string)) {
	variable := pick(r, "facts.services", "services", "trusted.extensions.pp_product")
	fmt.Fprintf(b, "    mapped_paths: [%s, service, %s]\n", variable, q("service/%{service}"+ext))
	for _, s := range some(r, "nginx", "redis", "haproxy") {
		add(s)
	}
}

// common is the lowest file, which every node reads.
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

// varying are the files that some nodes read.
func (h *levelTree) varying() []*dataFile {
	var all []*dataFile
	for _, f := range h.files {
		if !f.static {
			all = append(all, f)
		}
	}
	return all
}
