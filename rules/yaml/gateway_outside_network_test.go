package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestGatewayOutsideNetwork(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.GatewayOutsideNetwork, map[string]map[string]string{
		"a netmask":           ruletest.Common("a: {e0: {ipaddress: 192.0.2.20, netmask: 255.255.255.192, gateway: 192.0.2.65}} # want warning \"gateway `192.0.2.65` is outside the network `192.0.2.0/26`\"\n"),
		"a prefix":            ruletest.Common("a: {ip: 192.0.2.20, prefix: 26, gw: 192.0.2.65} # want \"outside\"\n"),
		"in the address":      ruletest.Common("a: {address: 192.0.2.20/26, gateway: 192.0.2.65} # want \"outside\"\n"),
		"version 6":           ruletest.Common("a: {address: '2001:db8::2/64', gateway: '2001:db8:1::1'} # want \"`2001:db8:1::1` is outside the network `2001:db8::/64`\"\n"),
		"the broadcast":       ruletest.Common("a: {ip: 192.0.2.20, prefix: 26, gw: 192.0.2.63} # want \"gateway `192.0.2.63` is not the address of a host in the network `192.0.2.0/26`\"\nb: {ip: 192.0.2.20, prefix: 26, gw: 192.0.2.0} # want \"not the address\"\nc: {address: '2001:db8::2/64', gateway: '2001:db8::'}\n"),
		"a pool":              ruletest.Common("a:\n  network: 192.0.2.128\n  mask: 255.255.255.128\n  range: 192.0.2.129 192.0.3.230 # want \"`192.0.3.230` is outside the network `192.0.2.128/25`\"\n  gateway: 192.0.3.254 # want \"gateway `192.0.3.254` is outside the network\"\n"),
		"ranges of a pool":    ruletest.Common("a:\n  network: 192.0.2.0\n  netmask: 255.255.255.0\n  range:\n  - 192.0.2.1 192.0.2.9\n  - 192.0.3.20-192.0.2.30 # want \"`192.0.3.20` is outside\"\n"),
		"other pools":         ruletest.Common("a: {network: 192.0.2.0, mask: 255.255.255.0, gateway: 198.51.100.1}\nb: {network: 192.0.2.1, mask: 255.255.255.0, range: 198.51.100.1}\nc: {network: 192.0.2.0, range: 198.51.100.1}\nd: {network: 192.0.2.0, mask: 255.255.255.0, range: [5, \"%{x}\"]}\n"),
		"inside":              ruletest.Common("a: {ipaddress: 192.0.2.20, netmask: 255.255.255.0, gateway: 192.0.2.65}\nb: {address: '2001:db8::2/64', gateway: '2001:db8::1'}\n"),
		"no mask":             ruletest.Common("a: {ipaddress: 192.0.2.20, gateway: 198.51.100.1}\n"),
		"not a mask":          ruletest.Common("a: {ipaddress: 192.0.2.20, netmask: 255.0.255.0, gateway: 198.51.100.1}\nb: {ip: 192.0.2.20, prefix: eth, gateway: 198.51.100.1}\n"),
		"a host":              ruletest.Common("a: {ipaddress: 192.0.2.20, netmask: 255.255.255.255, gateway: 198.51.100.1}\nb: {address: '2001:db8::2/128', gateway: '2001:db8:1::1'}\n"),
		"a route":             ruletest.Common("a: {address: 192.0.2.0, netmask: 255.255.255.0, gateway: 198.51.100.1}\n"),
		"on the link":         ruletest.Common("a: {address: '2001:db8::2/64', gateway: 'fe80::1'}\nb: {ip: 192.0.2.20, prefix: 24, gateway: 169.254.1.1}\n"),
		"of the other family": ruletest.Common("a: {address: '2001:db8::2/64', gateway: 192.0.2.1}\n"),
		"no gateway":          ruletest.Common("a: {address: 192.0.2.20/24, gateway: 0.0.0.0}\nb: {address: 192.0.2.20/24, gateway: ~}\nc: {address: 192.0.2.20/24, gateway: router}\n"),
		"with a token":        ruletest.Common("a: {address: \"%{x}.20\", prefix: 24, gateway: 192.0.2.1}\nb: {address: 192.0.2.20, prefix: \"%{x}\", gateway: 198.51.100.1}\n"),
	})
}
