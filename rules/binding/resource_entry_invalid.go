package binding

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// ResourceEntryInvalid reports entries of hashes from which code declares resources: those that are not hashes of
// attributes, attributes or values of attributes that the resource type does not have, and required ones that are missing.
var ResourceEntryInvalid = &rule.Rule{
	ID: "HL5013", Name: "resource-entry-invalid", Family: family, Severity: diagnostic.Error,
	NeedsPairs: rule.Never, Require: merging.ByCode,
	CheckKey: func(p *rule.KeyPass) {
		code := p.Code()
		if code == nil {
			return
		}
		all := creationsOf(p.Site, code)[p.Key.Name]
		for _, c := range all {
			if c.Conditional && slices.ContainsFunc(all, func(other *manifest.Creation) bool { return other.Type != c.Type }) {
				continue // the attributes may be for the other type
			}
			_, parameter := code.Parameter(p.Key.Name)
			r := &resources{creation: c, isParameter: parameter != nil, isGiven: mayBeGiven(p.Site, code, p.Key.Name)}
			r.findAttributes(code)
			for _, at := range p.Project.Definitions(p.Key.Name) {
				if binds(p, at) && !isMistyped(p, at.Value) {
					r.check(p, at)
				}
			}
			r.checkParameters(p, code)
		}
		checkEntryAttributes(p, code)
	},
}

type creationsKey struct{ code *manifest.Index }

// creationsOf returns the declarations of resources from hashes, by the root key of the hash.
func creationsOf(p *rule.Site, code *manifest.Index) map[string][]*manifest.Creation {
	return rule.Once(p, creationsKey{code}, func() map[string][]*manifest.Creation {
		found := map[string][]*manifest.Creation{}
		for _, c := range code.Creations {
			if name, known := c.Key.Text(); known {
				found[name] = append(found[name], c)
			}
		}
		return found
	})
}

// isMistyped reports whether the key is for a parameter that does not accept the value, which value-type-mismatch
// reports.
func isMistyped(p *rule.KeyPass, v *data.Value) bool {
	t, ok := boundTarget(p)
	return ok && !types.Instance(t.typ, v)
}

// resources are those that code declares from a hash.
type resources struct {
	creation *manifest.Creation
	// isParameter reports that the key is a class parameter, and isGiven that code may set it.
	isParameter, isGiven bool
	// kind is the type in words, and defined the definition of a defined type or class.
	kind       string
	defined    *manifest.Definition
	attributes []string
	set        *attributes // in data; see checkParameters
	effort     int         // the number of values that may still be visited for fixes
	described  int         // the number of steps with which mismatches may still be described
	elsewhere  int         // the number of definitions that isElsewhere has searched
}

// findAttributes finds the attributes of the type. There are none if the type is not known.
func (r *resources) findAttributes(code *manifest.Index) {
	typ, title := r.creation.Type, pp.LowerName(r.creation.Title)
	if names, isKnown := typeAttributes[typ]; isKnown && code.Known(manifest.DefinedType, typ) == nil {
		r.kind, r.attributes = "resource type `"+typ+"`", strings.Fields(names)
		return
	}
	of, kind := manifest.DefinedType, "defined type `"+rule.Shown(typ)+"`"
	if typ == "class" {
		of, typ, kind = manifest.Class, title, "class `"+rule.Shown(title)+"`"
	}
	defined := code.Known(of, typ)
	if defined == nil {
		return
	}
	r.kind, r.defined, r.attributes = kind+ofRelease(defined), defined, append(rule.ParameterNames(defined), "name")
}

// check reports the entries of the hash in one definition of the key.
func (r *resources) check(p *rule.KeyPass, at project.Definition) {
	if r.creation.Single {
		r.checkSingle(p, at)
		return
	}
	hash := r.hashIn(at.Value)
	if hash == nil {
		r.reportOther(p, at)
		return
	}
	if r.reportUntitled(p, at, hash) {
		return
	}
	for _, e := range hash.Entries() {
		switch title := e.Key.Node(); {
		case title == nil || title.Doc == nil || e.Key.Kind() != data.String:
		case e.Value.Kind() == data.Hash:
			if !r.creation.Mixed {
				r.checkTitle(p, at, e.Key, e.Value)
				r.checkNeeds(p, at, e.Key, e.Value)
			}
			r.checkEntry(p, e.Key.Text(), e.Value)
		case r.creation.Added && e.Value.Kind() == data.Array && e.Value.Len() == 0: // Puppet adds it as an empty hash
		case r.creation.Function == "ensure_resources" && e.Value.IsUndef(): // unlike create_resources, stdlib treats it as an empty hash
		case !isInterpolated(e.Value) && !r.isSelective() && !r.isElsewhere(p, at, e.Key.Text()):
			r.reportEntry(p, title, e.Value)
		}
	}
}

// reportOther reports a value that is not a hash, for functions that accept only hashes.
func (r *resources) reportOther(p *rule.KeyPass, at project.Definition) {
	v := r.valueIn(at.Value)
	if v == nil || isComputed(v) || r.creation.Conditional || v.Node() == nil || v.Node().Doc == nil {
		return
	}
	if v.IsUndef() && !r.lacksHash(p, v) || !v.IsUndef() && r.creation.Function == "each" {
		return
	}
	isTyped := func(u *manifest.Lookup) bool { return u.Type() != "" } // reported by lookup-type-mismatch
	isConverted := func(c *nodes.Case) bool { return c.Entry != nil && c.Entry.ConvertTo != nil }
	lookups := p.Code().ExactLookupsOf(p.Key.Name)
	if slices.ContainsFunc(lookups, isTyped) || slices.ContainsFunc(p.Key.Cases, isConverted) {
		return
	}
	// With `false`, code may include no class that declares the resources: code that looks up the key, too, or that of nodes
	// with a hash.
	if v.Kind() == data.Boolean && !v.Bool() && (len(lookups) > 1 || len(p.Project.Definitions(p.Key.Name)) > 1) {
		return
	}
	path, _ := r.creation.Path.Text()
	d := diagnostic.Diagnostic{
		Message: "`" + rule.Shown(path) + "` must be a hash of resources, but is " + rule.KindOf(v),
		Detail:  "Catalogs that evaluate `" + r.creation.Function + "` fail to compile",
		Help:    "write a hash with the titles of the resources",
	}
	n := v.Node()
	if v.IsUndef() {
		d.Severity, d.Message, d.Help = diagnostic.Warning, "`"+rule.Shown(path)+"` must be a hash of resources, but is empty", "write `{}` if there are none"
		if slices.ContainsFunc(lookups, func(u *manifest.Lookup) bool { return u.HasDefault }) {
			d.Help += "; the default is used only without the key"
		}
		n = n.Counterpart()
	}
	r.report(p, n, d, "")
}

// lacksHash reports whether code uses an empty value of the key without a check, and no data has another value: on some nodes, it
// may be meant to hide one.
func (r *resources) lacksHash(p *rule.KeyPass, v *data.Value) bool {
	path, _ := r.creation.Path.Text()
	return r.creation.Exact && !r.isParameter && r.creation.Function != "ensure_resources" && path == p.Key.Name && v.Node().Counterpart() != nil &&
		!mayBeOverridden(p, v.Node()) && lists.All(p.Project.Definitions(p.Key.Name), func(d project.Definition) bool { return d.Value.IsUndef() })
}

// reportUntitled reports a hash of attributes in place of a hash of resources, and whether it is one.
func (r *resources) reportUntitled(p *rule.KeyPass, at project.Definition, hash *data.Value) bool {
	for _, e := range hash.Entries() {
		isAttribute := e.Key.Kind() == data.String && slices.Contains(r.attributes, e.Key.Text())
		if name := e.Key.Node(); name == nil || name.Doc == nil || !isAttribute || e.Value.Kind() == data.Hash {
			return false
		}
	}
	if hash.Len() == 0 || r.isSelective() {
		return false
	}
	first := hash.Entries()[0].Key.Node()
	if r.isElsewhere(p, at, first.Text()) {
		return false
	}
	r.report(p, first, diagnostic.Diagnostic{
		Message: "`" + rule.Shown(first.Text()) + "` is an attribute of " + r.kind + ", not the title of a resource",
		Help:    "put the attributes in a hash under the title of the resource",
	}, first.Text())
	return true
}

// checkSingle reports the attributes of a single resource.
func (r *resources) checkSingle(p *rule.KeyPass, at project.Definition) {
	v := r.valueIn(at.Value)
	switch {
	case v == nil:
	case v.Kind() == data.Hash:
		r.checkEntry(p, "", v)
	case r.creation.Added, r.creation.Mixed, r.creation.Conditional, isInterpolated(v), v.IsUndef() && r.isParameter, len(p.Project.Definitions(p.Key.Name)) > 1:
	default:
		if n := v.Node(); n != nil && n.Doc != nil && n.Counterpart() != nil {
			r.reportEntry(p, n.Counterpart(), v)
		}
	}
}

// checkEntry reports the attributes in an entry, which has a title unless it is the only one.
func (r *resources) checkEntry(p *rule.KeyPass, title string, entry *data.Value) {
	for _, attribute := range entry.Entries() {
		r.checkAttribute(p, title, entry, attribute.Key)
		if !r.creation.Mixed {
			r.checkValue(p, title, attribute.Key.Text(), attribute.Value)
			r.checkReference(p, title, attribute.Key.Text(), attribute.Value)
		}
	}
	if !r.creation.Mixed {
		r.checkCombinations(p, title, entry)
	}
}

// hashIn returns the hash in the value of a key, or nil.
func (r *resources) hashIn(v *data.Value) *data.Value {
	if dug := r.valueIn(v); dug != nil && dug.Kind() == data.Hash {
		return dug
	}
	return nil
}

// valueIn returns the value from which the resources are declared in the value of a key, or nil.
func (r *resources) valueIn(v *data.Value) *data.Value {
	text, known := r.creation.Path.Text()
	if !known {
		return nil
	}
	return dig(text, v)
}

// isSelective reports whether code may declare no resource for some entries, such as empty ones.
func (r *resources) isSelective() bool {
	return r.creation.Conditional && r.creation.Function == "each"
}

// isInterpolated reports whether a value may become another one.
func isInterpolated(v *data.Value) bool {
	return v.Kind() == data.String && (strings.Contains(v.Text(), "%{") || strings.Contains(v.Text(), "ENC["))
}

// maxElsewhere limits the definitions of a key in which entries with the titles of others are looked for.
const maxElsewhere = 1_000_000

// isElsewhere reports whether other data has, or may have, an entry with the same title, which a merge may use instead.
func (r *resources) isElsewhere(p *rule.KeyPass, at project.Definition, title string) bool {
	all := p.Project.Definitions(p.Key.Name)
	if r.elsewhere += len(all); r.elsewhere > maxElsewhere {
		return true
	}
	return slices.ContainsFunc(all, func(other project.Definition) bool {
		hash := r.hashIn(other.Value)
		if hash == nil || other.Value == at.Value {
			return false
		}
		_, has := hash.Get(title)
		return has
	})
}

func (r *resources) reportEntry(p *rule.KeyPass, title *data.Node, v *data.Value) {
	is := rule.KindOf(v)
	help := "write a hash of attributes"
	if v.IsUndef() {
		is, help = "empty", "write `{}` if it has no attributes"
	}
	r.report(p, title, diagnostic.Diagnostic{Message: "`" + rule.Shown(title.Text()) + "` must be a hash of attributes, but is " + is, Help: help}, title.Text())
}

// attributeName matches names that are meant as attributes. Others may be knockouts, or contain tokens.
var attributeName = lazyregexp.New(`^[A-Za-z]\w*$`)

// checkAttribute reports an attribute that the type does not have.
func (r *resources) checkAttribute(p *rule.KeyPass, title string, entry, name *data.Value) {
	n := name.Node()
	if r.attributes == nil || name.Kind() != data.String || n == nil || n.Doc == nil || !attributeName().MatchString(name.Text()) {
		return
	}
	if slices.Contains(r.attributes, name.Text()) || slices.Contains(metaparameters, name.Text()) {
		return
	}
	d := diagnostic.Diagnostic{
		Message: r.kind + " has no parameter `" + rule.Shown(name.Text()) + "`", Instead: []string{"misspelled-attribute"},
		Help: "remove it, or correct its name",
	}
	near, ok := nearest.Name(name.Text(), r.attributes)
	if !ok {
		near, ok = nearest.Longer(name.Text(), r.attributes)
	}
	if ok {
		d.Meant = near
		if _, taken := entry.Get(near); !edit.RemoveTaken(&d, n, near) && !taken {
			d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, near)}
		}
	}
	r.report(p, n, d, title)
}

// resource returns the resource of an entry in words.
func (r *resources) resource(entry string) string {
	words := "`" + rule.Shown(r.creation.Type) + "` resource"
	if title := r.title(entry); title != "" {
		words += " `" + rule.Shown(title) + "`"
	}
	return words
}

// title returns the title of the resource of an entry, or "".
func (r *resources) title(entry string) string {
	if r.creation.Titled {
		return entry
	}
	return r.creation.Title
}

// report reports a finding at a node in the entry with a title.
func (r *resources) report(p *rule.KeyPass, n *data.Node, d diagnostic.Diagnostic, title string) {
	if d.Detail == "" {
		d.Detail = "Catalogs that declare the " + r.resource(title) + " fail to compile"
	}
	if r.creation.Conditional || r.isGiven {
		d.Severity = diagnostic.Warning
	}
	d.File, d.Span, d.Key = n.Doc.File, rule.FirstLine(n), rule.KeyPath(n)
	declared := []diagnostic.Related{{File: r.creation.File, Span: rule.FirstLineOf(r.creation.File, r.creation.Span), Message: "the resources are declared here"}}
	d.Related = append(declared, d.Related...)
	if r.defined != nil && r.defined.Release == "" {
		d.Related = append(d.Related, definition(r.defined, "type"))
	}
	p.Report(d)
}

// typeAttributes lists the attributes of common resource types: those of Puppet 7.23, of the modules that its packages
// include (cron_core 1.1, host_core 1.1, mount_core 1.0, sshkeys_core 2.3, yumrepo_core 2.1), and of all versions of the module firewall up
// to 8.5.
var typeAttributes = map[string]string{
	"cron":               "command ensure environment hour minute month monthday name provider special target user weekday",
	"exec":               "command creates cwd environment group logoutput onlyif path provider refresh refreshonly returns timeout tries try_sleep umask unless user",
	"file":               "backup checksum checksum_value content ctime ensure force group ignore links max_files mode mtime owner path provider purge recurse recurselimit replace selinux_ignore_defaults selrange selrole seltype seluser show_diff source source_permissions sourceselect staging_location target type validate_cmd validate_replacement",
	"firewall":           "action bridge burst bytecode cgroup chain checksum_fill clamp_mss_to_pmtu clusterip_clustermac clusterip_hash_init clusterip_hashmode clusterip_local_node clusterip_new clusterip_total_nodes condition connlimit_above connlimit_mask connlimit_upto connmark ctdir ctexpire ctmask ctorigdst ctorigdstport ctorigsrc ctorigsrcport ctproto ctrepldst ctrepldstport ctreplsrc ctreplsrcport ctstate ctstatus date_start date_stop destination destination_type dport dst_cc dst_range dst_type ensure gateway gid goto hashlimit_above hashlimit_burst hashlimit_dstmask hashlimit_htable_expire hashlimit_htable_gcinterval hashlimit_htable_max hashlimit_htable_size hashlimit_mode hashlimit_name hashlimit_srcmask hashlimit_upto helper hop_limit icmp iniface ipsec_dir ipsec_policy ipset ipvs isfirstfrag isfragment ishasmorefrags islastfrag jump kernel_timezone length limit line log_ip_options log_level log_prefix log_tcp_options log_tcp_sequence log_uid mac_source mask match_mark month_days mss name nflog_group nflog_prefix nflog_range nflog_size nflog_threshold nfmask notrack onduplicaterulebehaviour outiface physdev_in physdev_is_bridged physdev_is_in physdev_is_out physdev_out pkttype port proto protocol provider queue_bypass queue_num random random_fully rdest reap recent reject restore_mark rhitcount rname rpfilter rseconds rsource rttl rulenum set_dscp set_dscp_class set_mark set_mss socket source source_type sport src_cc src_range src_type stat_every stat_mode stat_packet stat_prob stat_probability state string string_algo string_from string_hex string_to table tcp_flags tcp_option time_contiguous time_start time_stop to todest toports tosource u32 uid week_days zone",
	"firewallchain":      "ensure ignore ignore_foreign name policy provider purge",
	"group":              "allowdupe attribute_membership attributes auth_membership ensure forcelocal gid ia_load_module members name provider system",
	"host":               "comment ensure host_aliases ip name provider target",
	"mount":              "atboot blockdevice device dump ensure fstype name options pass provider remounts target",
	"notify":             "message name withpath",
	"package":            "adminfile allow_virtual allowcdrom category command configfiles description enable_only ensure flavor install_only install_options instance mark name package_settings platform provider reinstall_on_refresh responsefile root source status uninstall_options vendor",
	"service":            "binary control enable ensure flags hasrestart hasstatus logonaccount logonpassword manifest name path pattern provider restart start status stop timeout",
	"ssh_authorized_key": "drop_privileges ensure key name options provider target type user",
	"user":               "allowdupe attribute_membership attributes auth_membership auths comment ensure expiry forcelocal gid groups home ia_load_module iterations key_membership keys loginclass managehome membership name password password_max_age password_min_age password_warn_days profile_membership profiles project provider purge_ssh_keys role_membership roles salt shell system uid",
	"yumrepo":            "assumeyes bandwidth baseurl cost deltarpm_metadata_percentage deltarpm_percentage descr enabled enablegroups ensure exclude failovermethod gpgcakey gpgcheck gpgkey http_caching include includepkgs keepalive metadata_expire metalink minrate mirrorlist mirrorlist_expire module_hotfixes name password payload_gpgcheck priority protect provider proxy proxy_password proxy_username repo_gpgcheck retries s3_enabled skip_if_unavailable sslcacert sslclientcert sslclientkey sslverify target throttle timeout username",
}
