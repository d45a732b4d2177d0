package environment

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Conf is an environment.conf.
type Conf struct {
	File *source.File
	// Settings lists the settings that Puppet reads, those outside of sections or in [main], as
	// written, including unknown and repeated ones.
	Settings []*Setting
}

// Setting is a line `name = value`.
type Setting struct {
	Name  string
	Value string // without surrounding quotes
	// IsBoolean reports that the value is true or false, in any case, which is not a string.
	IsBoolean bool
	NameSpan  source.Span
	ValueSpan source.Span // of Value, without quotes
}

// Get returns the first setting with that name; nil if there is none.
func (c *Conf) Get(name string) *Setting {
	if c == nil {
		return nil
	}
	for _, s := range c.Settings {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// knownSettings lists the settings that Puppet reads from environment.conf (Puppet 7.23,
// settings/environment_conf.rb). OpenVox 9 has no environment_data_provider.
var knownSettings = []string{"modulepath", "manifest", "config_version", "environment_timeout",
	"environment_data_provider", "static_catalogs", "rich_data"}

// The lines of an ini file as Puppet 7.23 reads them. Ruby's \s includes the vertical tab, and
// [[:word:]] is any letter, mark, digit, or connector.
const (
	space = `[ \t\r\n\f\v]`
	word  = `[\p{L}\p{M}\p{Nd}\p{Pc}]`
)

var (
	sectionLine = lazyregexp.New(`\A` + space + `*\[(` + word + `+)\]` + space + `*\z`)
	settingLine = lazyregexp.New(`\A` + space + `*(` + word + `+)` + space + `*=` + space + `*(.*?)` + space + `*\z`)
	blankLine   = lazyregexp.New(`\A` + space + `*(#|\z)`)
)

// readConf reads environment.conf, if it exists.
func readConf(store *data.Store, path string) (*Conf, []*Problem) {
	file, err := store.File(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, []*Problem{always(&Problem{Code: Unreadable, Err: source.Cause(err)}, Fails, "")}
	}
	return parseConf(file)
}

func parseConf(file *source.File) (*Conf, []*Problem) {
	p := &confParser{conf: &Conf{File: file}, first: map[string]*Setting{}, section: "main"}
	p.parse()
	return p.conf, p.problems
}

// maxProblems is the number of problems after which the rest of the file is not read. Puppet reads nothing after the first
// line that it does not understand.
const maxProblems = 10_000

type confParser struct {
	conf     *Conf
	problems []*Problem
	first    map[string]*Setting // by name

	section string // the section of the current line
	ignored []*Problem
	unknown []*Problem
}

func (p *confParser) parse() {
	text := string(p.conf.File.Text)
	for start, number := 0, 1; start < len(text) && len(p.problems) < maxProblems; number++ {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n + 1
		}
		p.line(text[start:end], start, number)
		start = end
	}
	p.name(p.ignored, "Invalid sections in environment.conf at '%s'. Environment conf may not have sections. The following sections are being ignored: '%s'", ",")
	p.name(p.unknown, "Invalid settings in environment.conf at '%s'. The following unknown setting(s) are being ignored: %s", ", ")
}

// report adds a problem of the bytes from start to end.
func (p *confParser) report(code Code, start, end int, effect Effect, text string) *Problem {
	problem := always(&Problem{Code: code, File: p.conf.File, Span: source.Span{Start: start, End: end}}, effect, text)
	p.problems = append(p.problems, problem)
	return problem
}

// name sets the message of problems that Puppet lists in a single one.
func (p *confParser) name(problems []*Problem, format, separator string) {
	var names []string
	seen := map[string]bool{}
	for _, problem := range problems {
		name := string(p.conf.File.Slice(problem.Span))
		if problem.Code != IgnoredSection || !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	if len(names) > maxNames {
		names = append(names[:maxNames], "…")
	}
	text := fmt.Sprintf(format, p.conf.File.Path, strings.Join(names, separator))
	for _, problem := range problems {
		always(problem, Warns, text)
	}
}

// maxNames limits the number of names in the message, which each of the problems repeats.
const maxNames = 100

// line reads the line, including its line break, that starts at offset.
func (p *confParser) line(text string, offset, number int) {
	if !utf8.ValidString(text) {
		i := strings.IndexRune(text, utf8.RuneError)
		p.report(BadEncoding, offset+i, offset+i+1, Fails, "invalid byte sequence in UTF-8")
		return
	}
	line := strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	switch {
	case sectionLine().MatchString(line):
		m := sectionLine().FindStringSubmatchIndex(line)
		p.section = line[m[2]:m[3]]
		if p.section != "main" {
			p.ignored = append(p.ignored, p.report(IgnoredSection, offset+m[2], offset+m[3], Warns, ""))
		}
	case settingLine().MatchString(line):
		m := settingLine().FindStringSubmatchIndex(line)
		p.setting(line, offset, m)
	case !blankLine().MatchString(line):
		start := offset + len(text) - len(strings.TrimLeft(text, " \t"))
		end := max(start, offset+len(strings.TrimRight(line, " \t")))
		p.report(UnmatchedLine, start, end, Fails,
			fmt.Sprintf("Could not match line %s (file: %s, line: %d)", text, p.conf.File.Path, number))
	}
}

var (
	fileOptions = lazyregexp.New(`\{` + space + `*([^}]+)\}`)
	fileOption  = lazyregexp.New(`\A` + space + `*([0-9A-Za-z_]+)` + space + `*=` + space + `*([0-9A-Za-z_]+)` + space + `*\z`)
)

// setting reads `name = value`. m holds the positions of name and value in line.
func (p *confParser) setting(line string, offset int, m []int) {
	start, end := m[4], m[5]
	s := &Setting{Name: line[m[2]:m[3]], NameSpan: source.Span{Start: offset + m[2], End: offset + m[3]}}
	s.IsBoolean = strings.EqualFold(line[start:end], "true") || strings.EqualFold(line[start:end], "false")
	// One quote at each end is dropped, even if the quotes do not match.
	if start < end && strings.ContainsRune(`"'`, rune(line[start])) {
		start++
	}
	if start < end && strings.ContainsRune(`"'`, rune(line[end-1])) {
		end--
	}
	s.Value = strings.TrimRight(line[start:end], " \t\r\n\f\v")
	s.ValueSpan = source.Span{Start: offset + start, End: offset + start + len(s.Value)}
	if options := fileOptions().FindStringSubmatchIndex(s.Value); options != nil {
		if text := badFileOption(s.Value, s.Value[options[2]:options[3]]); text != "" {
			p.report(BadFileOption, s.ValueSpan.Start+options[0], s.ValueSpan.Start+options[1], Fails, text)
		}
		s.Value = strings.TrimRight(s.Value[:options[0]]+s.Value[options[1]:], " \t\r\n\f\v")
	}
	if p.section != "main" {
		return
	}
	if first := p.first[s.Name]; first != nil {
		p.report(RepeatedSetting, s.NameSpan.Start, s.NameSpan.End, Silent, "").Related = first.NameSpan
	} else {
		p.first[s.Name] = s
	}
	p.conf.Settings = append(p.conf.Settings, s)
	if !slices.Contains(knownSettings, s.Name) {
		problem := p.report(UnknownSetting, s.NameSpan.Start, s.NameSpan.End, Warns, "")
		problem.Name, problem.Known = s.Name, knownSettings
		p.unknown = append(p.unknown, problem)
	}
}

// badFileOption returns Puppet's error about the options in value, or "".
func badFileOption(value, options string) string {
	for option := range strings.SplitSeq(strings.TrimRight(options, ", \t"), ",") {
		m := fileOption().FindStringSubmatch(option)
		switch {
		case m == nil:
			return fmt.Sprintf("Could not parse '%s'", value)
		case m[1] != "owner" && m[1] != "group" && m[1] != "mode":
			return fmt.Sprintf("Invalid file option '%s'", m[1])
		case m[1] == "mode" && !ascii.IsNumber(m[2]):
			return "File modes must be numbers"
		}
	}
	return ""
}

// puppetSettings lists the names of all settings of Puppet 7.23, sorted, which may follow a $ in
// the modulepath (see `puppet config print`).
var puppetSettings = strings.Fields(`
agent_catalog_run_lockfile agent_disabled_lockfile allow_duplicate_certs always_retry_plugins
autoflush autosign basemodulepath binder_config bucketdir ca_fingerprint ca_name ca_port
ca_server ca_ttl cacert cacrl cadir cakey capub catalog_cache_terminus catalog_terminus
cert_inventory certdir certificate_revocation certname ciphers classfile client_datadir
clientbucketdir clientyamldir code codedir color confdir config config_file_name config_version
configprint crl_refresh_interval csr_attributes csrdir daemonize data_binding_terminus
default_file_terminus default_manifest default_schedules deviceconfdir deviceconfig devicedir
diff diff_args digest_algorithm disable_i18n disable_per_environment_manifest disable_warnings
dns_alt_names document_all environment environment_data_provider environment_timeout
environmentpath evaltrace exclude_unchanged_resources external_nodes
fact_name_length_soft_limit fact_value_length_soft_limit factpath facts_terminus
fileserverconfig filetimeout forge_authorization freeze_main genconfig genmanifest graph
graphdir group hiera_config hostcert hostcrl hostcsr hostprivkey hostpubkey
http_connect_timeout http_debug http_extra_headers http_keepalive_timeout http_proxy_host
http_proxy_password http_proxy_port http_proxy_user http_read_timeout http_user_agent
ignore_plugin_errors ignoremissingtypes ignoreschedules include_legacy_facts key_type keylength
lastrunfile lastrunreport ldapattrs ldapbase ldapclassattrs ldapparentattr ldappassword
ldapport ldapserver ldapssl ldapstackedattrs ldapstring ldaptls ldapuser libdir localcacert
localedest localesource location_trusted log_level logdest logdir
manage_internal_file_permissions manifest masterport max_deprecations max_errors max_warnings
maximum_uid maxwaitforcert maxwaitforlock merge_dependency_warnings mkusers module_groups
module_repository module_working_dir modulepath name named_curve no_proxy node_cache_terminus
node_name_fact node_name_value node_terminus noop number_of_facts_soft_limit onetime passfile
path payload_soft_limit pidfile plugindest pluginfactdest pluginfactsource pluginsignore
pluginsource pluginsync postrun_command preferred_serialization_format preprocess_deferred
prerun_command preview_outputdir priority privatedir privatekeydir profile publicdir
publickeydir puppet_trace puppetdlog report report_include_system_store report_port
report_server reportdir reports reporturl requestdir resourcefile resubmit_facts rich_data
route_file run_mode rundir runinterval runtimeout serial server server_datadir server_list
serverport settings_catalog show_diff signeddir skip_tags sourceaddress splay splaylimit
srv_domain ssl_client_header ssl_client_verify_header ssl_lockfile ssl_trust_store ssldir
statedir statefile statettl static_catalogs storeconfigs storeconfigs_backend strict
strict_environment_mode strict_variables summarize supported_checksum_types syslogfacility tags
tasks top_level_facts_soft_limit trace transactionstorefile trusted_external_command
trusted_oid_mapping_file use_cached_catalog use_last_environment use_srv_records
usecacheonfailure user vardir vendormoduledir versioned_environment_dirs waitforcert
waitforlock write_catalog_summary yamldir
`)
