package binding

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/yamledit"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// attributeValue describes the values that a resource type accepts for an attribute.
type attributeValue struct {
	names   []string // all of them, if they have names
	accepts func(*data.Value) bool
	isList  bool // an array of such values is accepted, too
	isText  bool // numbers are not accepted
	help    string
}

// oneOf accepts strings and booleans with one of some names.
func oneOf(names string) *attributeValue {
	all := strings.Fields(names)
	accepts := func(v *data.Value) bool {
		return (v.Kind() == data.String || v.Kind() == data.Boolean) && slices.Contains(all, rubytext.ToS(v))
	}
	return &attributeValue{names: all, accepts: accepts, help: "write " + plural.Or(lists.Map(all, func(name string) string { return "`" + name + "`" }))}
}

// matching accepts values whose text matches a pattern.
func matching(pattern func() *regexp.Regexp, help string) *attributeValue {
	return &attributeValue{accepts: func(v *data.Value) bool { return pattern().MatchString(rubytext.ToS(v)) }, help: help}
}

// text accepts strings that match a pattern.
func text(pattern func() *regexp.Regexp, help string) *attributeValue {
	return &attributeValue{isText: true, accepts: func(v *data.Value) bool { return v.Kind() == data.String && pattern().MatchString(v.Text()) }, help: help}
}

// listOf accepts one or more values.
func listOf(v *attributeValue) *attributeValue {
	list := *v
	list.isList = true
	return &list
}

// attributeValues describes attributes of the types in typeAttributes, by the names of type and attribute.
var attributeValues = sync.OnceValue(func() map[string]*attributeValue {
	var (
		presence    = oneOf("present absent")
		boolean     = oneOf("true false yes no")
		trueOrFalse = oneOf("true false")
		membership  = oneOf("inclusive minimum")
		path        = matching(absolutePath, "write an absolute path")
		age         = matching(wholeDays, "write a number of days")
		noSpace     = text(noSpaces, "remove the spaces")
		numeric     = &attributeValue{accepts: atLeast(math.Inf(-1)), help: "write a number"}
	)
	values := map[string]*attributeValue{
		"cron.ensure":                  presence,
		"cron.environment":             listOf(matching(cronVariable, "write `NAME=value`")),
		"cron.special":                 oneOf("reboot yearly annually monthly weekly daily midnight hourly absent"),
		"exec.creates":                 listOf(path),
		"exec.cwd":                     path,
		"exec.environment":             listOf(matching(execVariable, "write `NAME=value`")),
		"exec.logoutput":               oneOf("true false on_failure"),
		"exec.refreshonly":             trueOrFalse,
		"exec.timeout":                 numeric,
		"exec.tries":                   {accepts: atLeast(1), help: "write a number of at least 1"},
		"exec.try_sleep":               {accepts: atLeast(0), help: "write a number that is not negative"},
		"exec.umask":                   text(octal, "write an octal number in quotes, such as `'0022'`"),
		"file.force":                   boolean,
		"file.links":                   oneOf("follow manage"),
		"file.mode":                    {accepts: isMode, isText: true, help: "write an octal number in quotes, such as `'0644'`, or symbols, such as `u=rw,go=r`"},
		"file.purge":                   boolean,
		"file.recurse":                 oneOf("true false remote"),
		"file.replace":                 boolean,
		"file.selinux_ignore_defaults": trueOrFalse,
		"file.show_diff":               boolean,
		"file.source":                  listOf(matching(fileSource, "write an absolute path, or a URL such as `puppet:///modules/<module>/<file>`")),
		"file.source_permissions":      oneOf("use use_when_creating ignore"),
		"file.sourceselect":            oneOf("first all"),
		"firewall.ensure":              presence,
		"firewallchain.ensure":         presence,
		"group.allowdupe":              boolean,
		"group.attribute_membership":   membership,
		"group.auth_membership":        boolean,
		"group.ensure":                 presence,
		"group.forcelocal":             boolean,
		"group.gid":                    {accepts: func(v *data.Value) bool { return v.Kind() != data.String || wholeDays().MatchString(v.Text()) }, help: "write the number of the group"},
		"group.system":                 boolean,
		"host.ensure":                  presence,
		"host.host_aliases":            listOf(text(noSpaces, "write an array of names")),
		"host.ip":                      {accepts: isHostAddress, help: "write an IP address"},
		"mount.atboot":                 boolean,
		"mount.dump":                   matching(zeroOrOne, "write 0 or 1"),
		"mount.ensure":                 oneOf("mounted unmounted present absent defined"),
		"mount.fstype":                 noSpace,
		"mount.options":                noSpace,
		"mount.remounts":               trueOrFalse,
		"notify.withpath":              trueOrFalse,
		"package.allow_virtual":        boolean,
		"package.allowcdrom":           trueOrFalse,
		"package.configfiles":          oneOf("keep replace"),
		"package.enable_only":          boolean,
		"package.install_only":         boolean,
		"package.mark":                 oneOf("hold none"),
		"package.reinstall_on_refresh": trueOrFalse,
		"service.enable":               oneOf("true false manual mask delayed"),
		"service.ensure":               oneOf("running stopped true false"),
		"service.hasrestart":           trueOrFalse,
		"service.hasstatus":            trueOrFalse,
		"ssh_authorized_key.ensure":    presence,
		"ssh_authorized_key.key":       text(keyWithoutSpaces, "write the key without its type, comment, and spaces"),
		"ssh_authorized_key.options":   listOf(text(keyOption, "write an array of options, each as `option` or `option=\"value\"`")),
		"ssh_authorized_key.type":      {names: strings.Fields(keyTypes), accepts: oneOf(keyTypes).accepts, help: "write a type such as `ssh-ed25519` or `ssh-rsa`"},
		"user.allowdupe":               boolean,
		"user.attribute_membership":    membership,
		"user.auth_membership":         membership,
		"user.ensure":                  oneOf("present absent role"),
		"user.expiry":                  matching(expiryDate, "write `YYYY-MM-DD`, or `absent`"),
		"user.forcelocal":              boolean,
		"user.groups":                  listOf(&attributeValue{accepts: isGroupName, isText: true, help: "write an array of names, without numbers"}),
		"user.key_membership":          membership,
		"user.managehome":              boolean,
		"user.membership":              membership,
		"user.password":                matching(noColons, "write the hash of the password only, without the other fields of `/etc/shadow`"),
		"user.password_max_age":        age,
		"user.password_min_age":        age,
		"user.password_warn_days":      age,
		"user.profile_membership":      membership,
		"user.purge_ssh_keys":          listOf(matching(keyFile, "write `true`, `false`, or absolute paths")),
		"user.role_membership":         membership,
		"user.system":                  boolean,
		"yumrepo.ensure":               presence,
		"yumrepo.http_caching":         oneOf("packages all none absent"),
		"yumrepo.metadata_expire":      matching(yumExpiry, "write a number of seconds, one with `m`, `h`, or `d`, or `never`"),
		"yumrepo.priority":             matching(yumPriority, "write a number, or `absent`"),
	}
	for names, v := range map[string]*attributeValue{
		"assumeyes enabled enablegroups gpgcheck keepalive module_hotfixes payload_gpgcheck protect repo_gpgcheck s3_enabled skip_if_unavailable sslverify": matching(yumBoolean, "write `true`, `false`, or `absent`"),
		"cost deltarpm_metadata_percentage deltarpm_percentage minrate mirrorlist_expire retries timeout":                                                   matching(yumNumber, "write a number, or `absent`"),
		"baseurl gpgkey":                       matching(yumURLs, "write a URL with `http`, `https`, `ftp`, or `file`"),
		"gpgcakey include metalink mirrorlist": matching(yumURL, "write a URL with `http`, `https`, `ftp`, or `file`"),
	} {
		for name := range strings.FieldsSeq(names) {
			values["yumrepo."+name] = v
		}
	}
	for name, time := range cronTimes {
		values["cron."+name] = time.value()
	}
	return values
})

// keyTypes are those of sshkeys_core 2.3.
const keyTypes = "ssh-ed25519 ed25519 ssh-rsa rsa ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521 ssh-dss dsa " +
	"sk-ssh-ed25519@openssh.com ed25519-sk sk-ecdsa-sha2-nistp256@openssh.com ecdsa-sk " +
	"ssh-rsa-cert-v01@openssh.com ssh-ed25519-cert-v01@openssh.com ssh-dss-cert-v01@openssh.com " +
	"ecdsa-sha2-nistp256-cert-v01@openssh.com ecdsa-sha2-nistp384-cert-v01@openssh.com ecdsa-sha2-nistp521-cert-v01@openssh.com"

var (
	absolutePath     = lazyregexp.New(`^(?:/|[A-Za-z]:[/\\]|\\\\)`)
	fileSource       = lazyregexp.New(`^(?:/|[A-Za-z]:[/\\]|\\\\|(?i:puppet|file|https?):)`)
	keyFile          = lazyregexp.New(`^(?:true$|false$|/|[A-Za-z]:[/\\]|\\\\|~/|%h/)`)
	octal            = lazyregexp.New(`(?m)^0?[0-7]{1,4}$`)
	symbolicMode     = lazyregexp.New(`(?m)^[ugoa]*[-=+][-=+rstwxXugo]*(?:,[ugoa]*[-=+][-=+rstwxXugo]*)*$`)
	wholeDays        = lazyregexp.New(`(?m)^[-0-9]+$`)
	expiryDate       = lazyregexp.New(`(?m)^(?:absent|\d{4}-\d{2}-\d{2})$`)
	noColons         = lazyregexp.New(`^[^:]*$`)
	noSpaces         = lazyregexp.New(`^\S+$`)
	keyWithoutSpaces = lazyregexp.New(`^\S*$`)
	keyOption        = lazyregexp.New(`(?m)^(?:[-\w]+(?:=".*?")?)$`)
	cronVariable     = lazyregexp.New(`(?m)^(?:absent|\s*\w+\s*=.*)$`)
	execVariable     = lazyregexp.New(`\w=`)
	zeroOrOne        = lazyregexp.New(`[01]`)
	numericText      = lazyregexp.New(`^\s*[-+]?(?:0[xX][0-9A-Fa-f]+|[0-9][0-9_]*(?:\.[0-9_]+)?(?:[eE][-+]?[0-9]+)?)\s*$`)
	yumBoolean       = lazyregexp.New(`(?im)^(?:true|false|0|1|no|yes|absent)$`)
	yumURL           = lazyregexp.New(`^(?:absent$|(?i:https?|ftp|file):)`)
	yumURLs          = lazyregexp.New(`^(?:absent$|\s*(?:(?i:https?|ftp|file):\S*\s*)*$)`)
	yumNumber        = lazyregexp.New(`(?m)^(?:\d+|absent)$`)
	yumPriority      = lazyregexp.New(`(?m)^(?:-?\d+|absent)$`)
	yumExpiry        = lazyregexp.New(`(?m)^(?:\d+[dhm]?|never|absent)$`)
	numberAtStart    = lazyregexp.New(`^\d`)
	ipv4             = lazyregexp.New(`^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$`)
)

// atLeast accepts numbers, also in strings, that are not less than another one.
func atLeast(least float64) func(*data.Value) bool {
	return func(v *data.Value) bool {
		text := rubytext.ToS(v)
		if !numericText().MatchString(text) {
			return false
		}
		text = strings.ReplaceAll(strings.TrimSpace(text), "_", "")
		if n, err := strconv.ParseInt(text, 0, 64); err == nil && strings.ContainsAny(text, "xX") {
			return float64(n) >= least
		}
		n, err := strconv.ParseFloat(text, 64)
		return err != nil || n >= least
	}
}

func isOctal(v *data.Value) bool { return v.Kind() == data.String && octal().MatchString(v.Text()) }

func isMode(v *data.Value) bool {
	return isOctal(v) || v.Kind() == data.String && symbolicMode().MatchString(v.Text())
}

func isGroupName(v *data.Value) bool {
	text := v.Text()
	return v.Kind() == data.String && text != "" && !strings.Contains(text, ",") && strings.Trim(text, "0123456789") != ""
}

// isHostAddress reports whether a string may be an address. Those of IPv6 are not checked.
func isHostAddress(v *data.Value) bool {
	text := v.Text()
	if v.Kind() != data.String || strings.Contains(text, ":") {
		return v.Kind() == data.String
	}
	return ipv4().MatchString(text) && lists.All(strings.Split(text, "."), func(part string) bool {
		n, err := strconv.Atoi(part)
		return err == nil && n <= 255
	})
}

// rejected returns the values that are not accepted: the value itself, or elements of an array.
func (a *attributeValue) rejected(v *data.Value) []*data.Value {
	values := []*data.Value{v}
	if v.Kind() == data.Array && a.isList {
		values = v.Items()
	}
	return lists.Filter(values, func(v *data.Value) bool {
		switch v.Kind() {
		case data.String, data.Integer, data.Float, data.Boolean:
			return !isInterpolated(v) && !a.accepts(v)
		}
		return false
	})
}

// why returns why a value is not accepted, after "which".
func (a *attributeValue) why(name string, v *data.Value) string {
	switch {
	case name == "password":
		return "must not contain a colon"
	case a.isText && v.Kind() != data.String:
		return "must be a string, but is " + rule.KindOf(v)
	}
	return "does not accept `" + rule.Shown(rubytext.ToS(v)) + "`"
}

// resourceOf returns a resource of a type in words.
func resourceOf(typ string) string {
	if typ == "exec" || typ == "ssh_authorized_key" {
		return "an `" + typ + "` resource"
	}
	return "a `" + typ + "` resource"
}

// alsoReported are rules whose findings about a value are dropped if the resource type does not accept it.
var alsoReported = []string{"misspelled-word", "misspelled-boolean", "yaml-implicit-number", "invalid-ip-address", "invalid-ssh-key"}

// checkValue reports a value of an attribute that the resource type does not accept, or, of a parameter of a defined type, that the resource
// type does not accept to which the defined type passes it on.
func (r *resources) checkValue(p *rule.KeyPass, title, name string, value *data.Value) {
	typ := r.creation.Type
	var related []diagnostic.Related
	if r.defined != nil && r.defined.Kind == manifest.DefinedType {
		set := r.defined.Sets[name]
		if set == nil || !matchesType(p.Code(), r.defined.Parameter(name), value) {
			return
		}
		typ, name = set.Type, set.Name
		related = []diagnostic.Related{{File: set.File, Span: rule.FirstLineOf(set.File, set.Span), Message: "the value is passed on here"}}
	}
	accepted := attributeValues()[typ+"."+name]
	if accepted == nil {
		return
	}
	for _, v := range accepted.rejected(value) {
		n := v.Node()
		if n == nil || n.Doc == nil {
			continue
		}
		d := diagnostic.Diagnostic{
			Message: "`" + name + "` of " + resourceOf(typ) + " " + accepted.why(name, v),
			Detail:  "Catalogs with the " + r.resource(title) + " cannot be applied",
			Help:    accepted.help,
			Instead: alsoReported,
			Related: related,
		}
		accepted.correct(&d, n, v)
		r.report(p, n, d, title)
	}
}

// matchesType reports whether a value matches the type of a parameter, if it has one.
func matchesType(code *manifest.Index, parameter *manifest.Parameter, v *data.Value) bool {
	typ, err := code.ParameterType(parameter)
	return err != nil || types.Instance(typ, v)
}

// checkEntryAttributes reports values in the entries of a hash that a resource type does not accept for the attributes that code sets to them.
func checkEntryAttributes(p *rule.KeyPass, code *manifest.Index) {
	room := maxEntries
	for _, a := range code.EntryAttributes[p.Key.Name] {
		if attributeValues()[a.Type+"."+a.Name] == nil {
			continue
		}
		r := &resources{
			creation: &manifest.Creation{Type: a.Type, Path: a.Path, Titled: a.Titled, File: a.File, Span: a.Span},
			isGiven:  mayBeGiven(p.Site, code, p.Key.Name),
		}
		for _, at := range p.Project.Definitions(p.Key.Name) {
			if !binds(p, at) || isMistyped(p, at.Value) {
				continue
			}
			hash := r.hashIn(at.Value)
			if hash == nil {
				continue
			}
			for _, e := range hash.Entries() {
				if room--; room < 0 {
					return
				}
				if v, ok := e.Value.Get(a.Entry); ok && e.Value.Kind() == data.Hash && e.Key.Kind() == data.String {
					r.checkValue(p, e.Key.Text(), a.Name, v)
				}
			}
		}
	}
}

// correct adds what was probably meant by a value to a finding.
func (a *attributeValue) correct(d *diagnostic.Diagnostic, n *data.Node, v *data.Value) {
	written := string(n.Doc.File.Slice(n.Span))
	switch {
	case v.Kind() == data.String && a.names != nil:
		if near, ok := nearest.Name(v.Text(), a.names); ok {
			d.Meant = near
			d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, near)}
		}
	case a.isList && n.Parent.Kind == data.Mapping:
		if array := a.listed(n.Text()); array != "" {
			d.Help = "write an array: `" + array + "`"
			d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, array)}
		}
	case v.Kind() == data.Integer && a.accepts(data.NewString(written)): // an octal number without quotes
		if len(written) == 3 {
			written = "0" + written
		}
		d.Help = "write `'" + written + "'`, with quotes"
		d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, "'"+written+"'")}
	}
}

// listed returns the array that is meant by several values in a string, such as `0,30`, or "".
func (a *attributeValue) listed(text string) string {
	items := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(items) < 2 || !lists.All(items, func(item string) bool { return a.accepts(data.NewString(item)) }) {
		return ""
	}
	for i, item := range items {
		if strings.Trim(item, "0123456789") != "" {
			items[i] = yamledit.SingleQuoted(item)
		}
	}
	return "[" + strings.Join(items, ", ") + "]"
}
