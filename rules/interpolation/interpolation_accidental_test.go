package interpolation_test

import (
	"maps"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestInterpolationAccidental(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.InterpolationAccidental, ruletest.Common(`---
right::variables: "%{facts.os.family} %{role} %{::site} %{environment}s %{facts.my-fact} %{my-fact} %{hostname}i"
right::dotted: "%{networking.ip}p %{remote.ip}p %{profile::base::x}t"
right::calls: "%{lookup('a')}i %{literal('%')}{Referer}i"
right::other_formats: "%h %l %u %t %{environment}i %s"
right::top_scope: "%{::_role} %{::_site.name} %{::role}i"
right::unknown_capitals: "%{Role} %{ROLE}"
right::plain: "%(asctime)s 100% {x} %%{ %{}"
right::mistake: "%{$x} %{facts['os']} %{lookup(x)}"
right::quoted: "%{'my fact'}"
apache::format: '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"' # want warning "log format" "log format"
apache::short: "%{Referer}i" # want warning "log format"
apache::cookie: "%h %{sessionid}C" # want warning "log format"
apache::time: "%{%Y-%m-%d}t %{ms}T %D" # want warning "log format" "log format"
apache::trailer: "%{X-Trailer}^to" # want warning "log format"
apache::lower: "%{x-request-id}o %{user-agent}i" # want warning "log format" "log format"
rewrite::condition: "%{HTTP_HOST} %{REQUEST_URI} %{HTTPS} %{SSL:SSL_PROTOCOL} %{ENV:HOME}" # want "mod_rewrite" "mod_rewrite" "mod_rewrite" "mod_rewrite" "mod_rewrite"
vhost::wsgi_application_group: "%{GLOBAL}" # want "mod_wsgi"
vhost::fragment: "WSGIProcessGroup web\nWSGIApplicationGroup %{RESOURCE} %{role}" # want "mod_wsgi"
varnish::format: "%{VCL_Log:key}x" # want "Varnish"
haproxy::format: "%{+Q}o %t" # want "HAProxy"
logstash::index: "logstash-%{type}-%{+YYYY.MM.dd}" # want "Logstash" "Logstash"
logstash::field: "%{[@metadata][beat]} %{@timestamp} %{[agent.version]}" # want "Logstash" "Logstash" "Logstash"
logstash::grok:
  - "%{IP:client} %{WORD:method} %{NUMBER:bytes:int} %{GREEDYDATA}" # want "Logstash" "Logstash" "Logstash" "Logstash"
  - "%{COMBINEDAPACHELOG}" # want "Logstash"
logstash::dissect: "%{?skip} %{+ts} %{ts->}" # want "RPM" "Logstash" "Logstash"
rpm::macros: "%{_libdir} %{?dist} %{!?x}" # want "RPM" "RPM" "RPM"
rpm::query: "rpm -qa --qf '%{NAME}-%{version}\n'" # want "RPM" "RPM"
curl::format: "curl -w '%{http_code} %{time_total}'" # want "curl" "curl"
half::escape: "x %{}{HTTP_HOST} %{}{a::b}" # want "removes the percent sign: .{HTTP_HOST}. remains" "removes the percent sign"
half::others: "%%{}{HTTP_HOST} %{} {x} %{}{} %{}{x y} %{}{{x}} %{}{x"
half::comment: |
  # %{}{HTTP_HOST}
other::text: "%{some text} %{a|b}" # want "something else" "something else"
lookup_options:
  a: {convert_to: ["%{IP:x}"]} # want "Logstash"
`))
}

func TestInterpolationAccidentalFix(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, fixed string
		safe              bool
	}{
		{"double quotes", "a: \"%h %{Referer}i\"\n", "a: \"%h %{literal('%')}{Referer}i\"\n", true},
		{"single quotes", "a: '%h %{Referer}i'\n", "a: '%h %{literal(\"%\")}{Referer}i'\n", true},
		{"no quotes", "a: x %{Referer}i\n", "a: x %{literal('%')}{Referer}i\n", false},
		{"half an escape", "a: \"%{}{HTTP_HOST}\"\n", "a: \"%{literal('%')}{HTTP_HOST}\"\n", false},
		{"block", "a: |\n  %h %{Referer}i\n", "a: |\n  %h %{literal('%')}{Referer}i\n", true},
		{"escape sequence", "a: \"\\x25{+YYYY}\"\n", "a: \"%{literal('%')}{+YYYY}\"\n", true},
		{"cannot be parsed", "a: %{+YYYY}\n", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": tt.text})
			var fixed string
			var safe bool
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule == interpolation.InterpolationAccidental.Descriptor() && len(d.Fixes) == 1 {
					fixed, safe = ruletest.Apply(d.Fixes[0]), d.Fixes[0].Safe
				}
			}
			if fixed != tt.fixed || safe != tt.safe {
				t.Errorf("fixed %q (safe: %t), want %q (%t)", fixed, safe, tt.fixed, tt.safe)
			}
		})
	}
}

// TestInterpolationAccidentalElsewhere checks a file that no level reads.
func TestInterpolationAccidentalElsewhere(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.InterpolationAccidental, map[string]string{
		"data/common.yaml":         "a: 1\n",
		"data/logstash/index.yaml": "index: \"%{+YYYY.MM.dd}\"\n",
	})
}

// TestAccidentalUnparsable checks that a token in an unquoted value that does not parse has no fix:
// the value must be quoted first.
func TestAccidentalUnparsable(t *testing.T) {
	t.Parallel()
	text := "a: %{Referer}i %{Referer}i\nb: x %{Referer}i\nc: %{User-Agent}i\nd: '%{Referer}i'\n"
	fixed := map[int]bool{}
	for _, d := range ruletest.Check(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": text})) {
		if d.Rule == interpolation.InterpolationAccidental.Descriptor() {
			fixed[d.File.Pos(d.Span.Start).Line] = len(d.Fixes) > 0
		}
	}
	if want := map[int]bool{1: false, 2: true, 3: false, 4: true}; !maps.Equal(fixed, want) {
		t.Errorf("tokens with fixes by line: %v, want %v", fixed, want)
	}
}
