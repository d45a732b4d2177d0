package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestInvalidPort(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.InvalidPort, map[string]map[string]string{
		"a number":       ruletest.Common("a::port: 168888 # want warning \"`168888` is not a valid port: the largest one is 65535\"\n"),
		"a string":       ruletest.Common("a: {listen_port: '70000'} # want \"`70000`\"\n"),
		"valid":          ruletest.Common("a::port: 65535\nb: {port: 8080}\n"),
		"something else": ruletest.Common("a::report: 168888\nb: {support: 99999, transport: 99999, ports: 99999}\nc: {port: 50050768013010}\nd: {port: '0700000'}\ne: {port: 70000-70010}\nf: [99999]\n"),
	})
}
