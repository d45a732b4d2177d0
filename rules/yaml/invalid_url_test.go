package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestInvalidURL(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.InvalidURL, map[string]map[string]string{
		"without a host":   ruletest.Common("a: wss:///phabricator.example.com/ws/ # want warning \"URL without a host\"\n"),
		"without anything": ruletest.Common("a: \"http:///%{b}\" # want \"without a host\"\nb: 1\n"),
		"doubled colon":    ruletest.Common("a: http://127.0.0.1::8000/ # want warning \"two colons before the port of a URL\"\n"),
		"name":             ruletest.Common("a: [https://localhost::443, http://web-01.example.com::80/x?y] # want \"colons\" \"colons\"\n"),
		"token":            ruletest.Common("a: \"http://%{facts.networking.ip}::8000\" # want \"colons\"\n"),
		"several":          ruletest.Common("a: http://a.example.com http:///b.example.com # want \"without a host\"\n"),
		"a letter":         ruletest.Common("a: http://box.example.com:8530s # want \"port `8530s` of a URL is not a number\"\n"),
		"a large port":     ruletest.Common("a: \"https://%{b}:84430/x:1\" # want \"port `84430` of a URL is above 65535\"\nb: x\n"),
		"two schemes":      ruletest.Common("a: http://https://www.example.com/x # want warning \"URL with two schemes\"\n"),
		"no colon":         ruletest.Common("a: https//www.example.com/x # want warning \"`//` after the scheme of a URL\"\nb: x http:/www.example.com # want \"`:/` after\"\n"),
		"mistyped scheme":  ruletest.Common("a: htttp://www.example.com/x # want warning \"no scheme is called `htttp`\"\nb: x htps://x/ # want \"no scheme\"\n"),
		"key":              ruletest.Common("a:\n  https:///x.example.com: 1 # want \"without a host\"\n"),

		"valid":                 ruletest.Common("a: [http://x, 'https://x:80/', 'http://[::1]:80', 'http://[2001:db8::80]', 'http://u:p@x:80/a::80', 'http://x/a::80', 'http://x/://y', 'http://']\n"),
		"ports":                 ruletest.Common("a: ['http://x.y:8080/z', 'http://x.y:PORT/', 'http://x.y:80port', 'http://x.y:8/', 'http://[2001:db8::99999]/', 'http://u:99999@x.y/', 'http://x.y/z:99999', \"http://x.y:80%{z}\"]\nz: 1\n"),
		"IPv6 without brackets": ruletest.Common("a: [http://fe80::12/, http://2001:db8::80]\n"),
		"listener":              ruletest.Common("a: http://:8000/\n"),
		"no port":               ruletest.Common("a: ['http://x.y::80a', 'http://x.y::', 'http://x.y::z']\n"),
		"other schemes":         ruletest.Common("a: [file:///srv, ldapi:///, unix:///run/x, 'puppet:///modules/a/b', 'jdbc:x:///y']\n"),
		"a URL in a path":       ruletest.Common("a: [https://web.archive.org/web/https://x.example.com/, http://http:8080/, http://http/]\n"),
		"no URL":                ruletest.Common("a: [http//x, 'https:/srv', /srv/https//x.example.com, http/2.example.com, 'path_beg http:/x', 'http:/%{b}', 'httpd://x']\nb: 1\n"),
		"in another word":       ruletest.Common("a: s/http:///https:///\nb: x=http:///\n"),
	})
}

func TestInvalidURLFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.InvalidURL, false, map[string]string{
		"a: \"https:///x.example.com:80\" # want \"host\"\n": "a: \"https://x.example.com:80\"\n",
		"a: http//x.example.com:80 # want \"//\"\n":          "a: http://x.example.com:80\n",
		"a: http:/x.example.com # want \":/\"\n":             "a: http://x.example.com\n",
		"a: htpp://x # want \"htpp\"\n":                      "a: http://x\n",
		"a: http://x.example.com::80 # want \"colons\"\n":    "a: http://x.example.com:80\n",
	})
}
