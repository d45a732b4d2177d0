package variables_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

func parse(t *testing.T, text string) key.Key {
	t.Helper()
	k, err := key.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestUndefined(t *testing.T) {
	t.Parallel()
	open, complete := &rule.Site{Project: &project.Project{}}, &rule.Site{Project: &project.Project{}, Facts: map[string]bool{"role": true}, Variables: map[string]bool{"tier": true}}
	for name, tt := range map[string]struct {
		site    *rule.Site
		instead string // replacement for the unknown part
		message string // "" if the variable may exist
	}{
		"facts.os.family": {open, "", ""}, "::facts.os.family": {open, "", ""}, "role": {open, "", ""}, "facts.role": {open, "", ""}, "trusted.certname": {open, "", ""},
		"trusted.extensions.pp_role": {open, "", ""}, "trusted.extensions.site_role": {open, "", ""}, "server_facts.serverversion": {open, "", ""}, "osfamily": {open, "", ""},
		"environment": {open, "", ""}, "profile::x": {open, "", ""}, "trusted.extensions.'1.3.6.1'": {open, "", ""},
		"fact.os":                    {open, "facts", "undefined variable `fact`"},
		"facts.os.famly":             {open, "family", "fact `os` has no `famly`"},
		"facts.so.family":            {open, "os", "unknown fact `so`"},
		"oss.release.major":          {open, "os", "unknown fact `oss`"},
		"facts.o.releases":           {open, "", ""},
		"facts.dim.manufacturer":     {open, "dmi", "unknown fact `dim`"},
		"facts.processor.count":      {open, "processors", "unknown fact `processor`"},
		"facts.processor.total":      {open, "", ""},
		"ipaddres":                   {open, "facts.networking.ip", "unknown fact `ipaddres`"},
		"ipaddresss":                 {open, "facts.networking.ip", "unknown fact `ipaddresss`"},
		"ipaddresses":                {open, "", ""},
		"ipadress_eth0":              {open, "facts.networking.interfaces.eth0.ip", "unknown fact `ipadress_eth0`"},
		"facts.netmsk_ens3":          {open, "networking.interfaces.ens3.netmask", "unknown fact `netmsk_ens3`"},
		"ipaddresss_public":          {open, "", ""},
		"ipaddress2_eth0":            {open, "", ""},
		"clientcer":                  {open, "clientcert", "undefined variable `clientcer`"},
		"client_cert":                {open, "", ""},
		"facts.cleintcert":           {open, "clientcert", "unknown fact `cleintcert`"},
		"facts.client_cert":          {open, "", ""},
		"facts.clientcerts":          {open, "", ""},
		"facts.kernal":               {open, "kernel", "unknown fact `kernal`"},
		"facts.Kernel":               {open, "kernel", "fact names have no uppercase letters"},
		"facts.trusted":              {open, "trusted", "is a variable, not a fact"},
		"facts::os::family":          {open, "facts.os.family", "a variable of class `facts::os`"},
		"facts::osfamily":            {open, "facts.os.family", "a variable of class `facts`"},
		"facts:os:family":            {open, "facts.os.family", "has a single colon"},
		"facts:osfamily":             {open, "facts.os.family", "has a single colon"},
		"trusted:certname":           {open, "trusted.certname", "has a single colon"},
		"fact.osfamily":              {open, "facts.os.family", "undefined variable `fact`"},
		"fact.kernel":                {open, "facts", "undefined variable `fact`"},
		"profile:x":                  {open, "profile::x", "has a single colon"},
		"certname":                   {open, "trusted.certname", "undefined variable `certname`"},
		"trusted.certnam":            {open, "certname", "`trusted` has no `certnam`"},
		"trusted.pp_role":            {open, "extensions.pp_role", "`trusted` has no `pp_role`"},
		"trusted.extensions.pp_rol":  {open, "pp_role", "unknown extension `pp_rol`"},
		"trusted.extensions.1.3.6":   {open, "'1.3.6'", "an object identifier must be quoted"},
		"server_facts.serverversio":  {open, "serverversion", "`server_facts` has no"},
		"calling_module":             {open, "", "only version 3"},
		"Role":                       {open, "role", "no uppercase letters"},
		"tier":                       {complete, "", ""},
		"facts.tier":                 {complete, "", "no node has the fact `tier`"},
		"rack":                       {complete, "", "no node has a fact or variable `rack`"},
		"profile::rack":              {complete, "", ""},
		"facts.os.release.full.more": {open, "", ""},
		"facts.os::family":           {open, "os.family", "unknown fact `os::family`; separate the parts of a fact with dots"},
		"facts.site::rack":           {open, "", ""},
		"interfaces.eth0.ip":         {open, "networking.interfaces", "fact `interfaces` has no subkeys"},
		"facts.interfaces.eth0":      {open, "networking.interfaces", "fact `interfaces` has no subkeys"},
		"ipaddress.eth0":             {open, "", "fact `ipaddress` has no subkeys"},
		"facts.ipaddress_eth0.ip":    {open, "", "fact `ipaddress_eth0` has no subkeys"},
		"processor0.0":               {open, "", ""},
		"facts.extensions.pp_role":   {open, "trusted.extensions", "`extensions` is a part of `trusted`, not a fact"},
		"::extensions.pp_role":       {open, "trusted.extensions", "`extensions` is a part of `trusted`, not a fact"},
		"facts.os.lsb":               {open, "", "fact `os` has no `lsb`"},
		"os.lsb.other":               {open, "", "fact `os` has no `lsb`"},
		"facts.os.lsb.distcodename":  {open, "distro.codename", "fact `os` has no `lsb`"},
		"os.lsb.majdistrelease":      {open, "distro.release.major", "fact `os` has no `lsb`"},
		"facts.extensions.site_role": {open, "", ""},
		"facts.extensions":           {open, "", ""},
	} {
		u, undefined := variables.Undefined(tt.site, parse(t, name))
		if undefined != (tt.message != "") || !strings.Contains(u.Message, tt.message) || u.Instead != tt.instead {
			t.Errorf("%s: undefined: %t, %q, did you mean %q", name, undefined, u.Message, u.Instead)
		}
		if undefined && (u.Span.Len() == 0 || u.Help == "" && u.Meant == "") {
			t.Errorf("%s: %+v", name, u)
		}
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	s := &rule.Site{
		Facts: map[string]bool{"a": true}, DefinedFacts: map[string]bool{"b": true}, Variables: map[string]bool{"c": true}, DefinedVariables: map[string]bool{"d": true},
	}
	for name, want := range map[string][2]bool{"a": {true, false}, "b": {true, false}, "c": {false, true}, "d": {false, true}, "e": {false, false}} {
		if got := [2]bool{variables.IsFact(s, name), variables.IsVariable(s, name)}; got != want || variables.IsKnown(s, name) != (want[0] || want[1]) {
			t.Errorf("%s: fact, variable: %v", name, got)
		}
	}
}

func TestInConfig(t *testing.T) {
	t.Parallel()
	const text = `version: 5
defaults:
  datadir: "%{facts.site}/data"
hierarchy:
  - name: A
    paths: ["a/%{trusted.certname}.yaml", "%{lookup('x')}.yaml", "%{::tier}.yaml"]
  - name: B
    lookup_key: b
    options: {url: ["%{facts.url}"]}
    uri: "https://%{host}/"
  - name: C
    mapped_paths: [services, service, "%{service}/%{facts.zone}.yaml"]
`
	doc := data.Parse(source.New("hiera.yaml", []byte(text)), data.YAML)
	p := &rule.ConfigPass{Root: &project.Root{Config: config.Read(doc, config.Environment)}}
	var got []string
	for v := range variables.InConfig(p) {
		span := v.Node.SourceSpan(v.Offset, v.Offset+len(v.Text))
		if written := string(doc.File.Slice(span)); written != v.Text {
			t.Errorf("span of %s: got %q", v.Text, written)
		}
		one := v.Text
		if v.InOptions {
			one += " in options"
		}
		got = append(got, one)
	}
	want := []string{"facts.site", "trusted.certname", "::tier", "host", "facts.url in options", "services", "facts.zone"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for range variables.InConfig(p) {
		break // stopping early must not panic
	}
}
