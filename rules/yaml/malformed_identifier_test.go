package yaml_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

var digest = strings.Repeat("0123456789abcdef", 4)

func TestMalformedIdentifier(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.MalformedIdentifier, map[string]map[string]string{
		"a digit missing":      ruletest.Common("a: {mac: 'c:2a:72:0f:7f:b6'} # want warning \"`c:2a:72:0f:7f:b6` is not a valid MAC address: group `c` has 1 digit instead of 2\"\n"),
		"a digit more":         ruletest.Common("a::hwaddr: '0c:2a:721:0f:7f:b6' # want \"group `721` has 3 digits instead of 2\"\n"),
		"a group missing":      ruletest.Common("a: {ilo_mac: '0c:2a:72:0f:7f'} # want \"it has 5 groups instead of 6\"\n"),
		"a group more":         ruletest.Common("a: {macaddress: '0c:2a:72:0f:7f:b6:11'} # want \"it has 7 groups instead of 6\"\n"),
		"another character":    ruletest.Common("a: {mac_address: '0c:2a:72:0f:7f:bO'} # want \"`O` is not a hexadecimal digit\"\n"),
		"a UUID":               ruletest.Common("a: {uuid: 5fd87e1-15f2-4a0b-9c1d-0123456789ab} # want warning \"is not a valid UUID: group `5fd87e1` has 7 digits instead of 8\"\n"),
		"a cluster":            ruletest.Common("ceph::fsid: 15fd87e1-15f2-4a0b-9c1d-0123456789abc # want \"13 digits instead of 12\"\n"),
		"another digit":        ruletest.Common("a: {uuid: g5fd87e1-15f2-4a0b-9c1d-0123456789a} # want \"`g` is not a hexadecimal digit\"\n"),
		"valid":                ruletest.Common("a: {mac: '0c:2a:72:0f:7f:b6', uuid: 15FD87E1-15f2-4a0b-9c1d-0123456789ab}\n"),
		"without leading zero": ruletest.Common("a: {mac: 'c:2a:72:f:7f:b6'}\nb: {mac: 'c:2a:72:1f:7f:b6'}\n"),
		"other forms":          ruletest.Common("a: {mac: 0c-2a-72-0f-7f-b6}\nb: {mac: 0c2a.720f.7fb6}\nc: {mac: '80:00:02:08:fe:80:00:00:00:00:00:00:f4:52:14:03:00:7b:cb:a1'}\nd: {mac: '01-ec:f4:bb:c1:28:0c'}\n"),
		"something else":       ruletest.Common("a: {mac: auto, uuid: LABEL}\nb: {mac: \"%{facts.networking.mac}\"}\nc: {uuid: xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}\nd: {uuid: a-b-c-d-e}\n"),
		"an image":             ruletest.Common("a: nginx@sha256:sha256:" + digest + " # want \"is not a valid image digest: `sha256:` is repeated\"\nb: ['ghcr.io/x/y:1.2@sha256:" + digest[1:] + "'] # want \"it has 63 digits instead of 64\"\n"),
		"valid images":         ruletest.Common("a: nginx@sha256:" + digest + "\nb: 'nginx@sha256:'\nc: nginx@sha256:${digest}\nd: docker pull nginx@sha256:1 now\n"),
		"other keys":           ruletest.Common("a: {address: '0c:2a:72:0f:7f'}\nmacros: {x: '0c:2a:72:0f:7f'}\n"),
	})
}
