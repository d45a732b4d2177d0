package yaml

import (
	"cmp"
	"math/bits"
	"net/netip"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// GatewayOutsideNetwork reports gateways that are outside the network of the address in the same hash, and gateways and ranges that
// are outside the network of a DHCP pool.
var GatewayOutsideNetwork = &rule.Rule{
	ID: "HL1027", Name: "gateway-outside-network", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{gateways, ranges},
	CheckFile: func(p *rule.FilePass) {
		var hash, address *data.Node
		var network netip.Prefix
		var what string
		ok := false
		for _, key := range p.Selected(gateways) {
			gateway, _ := netip.ParseAddr(key.Counterpart().Value.Text())
			if hash != key.Parent { // there may be many duplicates of the key
				hash = key.Parent
				what = "address"
				if address, network, ok = networkIn(hash); !ok {
					what = "network"
					address, network, ok = poolIn(hash)
				}
			}
			if !ok || gateway.Is4() != network.Addr().Is4() || gateway.IsLinkLocalUnicast() {
				continue
			}
			message := "gateway `" + gateway.String() + "` is outside the network `" + network.String() + "`"
			if network.Contains(gateway) {
				if !gateway.Is4() || gateway != network.Addr() && network.Contains(gateway.Next()) {
					continue
				}
				message = "gateway `" + gateway.String() + "` is not the address of a host in the network `" + network.String() + "`"
			}
			p.Report(diagnostic.Diagnostic{
				Span: rule.FirstLine(key.Counterpart()), Key: rule.KeyPath(key.Counterpart()),
				Message: message,
				Detail:  "Puppet passes the values on unchanged, but the node cannot reach the gateway",
				Help:    "correct the gateway, the " + what + ", or the mask",
				Related: []diagnostic.Related{{File: p.Source(), Span: rule.FirstLine(address), Message: "this is the " + what}},
			})
		}
		for _, key := range p.Selected(ranges) {
			if address, network, ok := poolIn(key.Parent); ok {
				checkRange(p, key.Counterpart(), address, network)
			}
		}
	},
}

// ranges chooses the keys of nested hashes for the ranges of a DHCP pool.
var ranges = &rule.Selector{Parts: rule.NestedKeys, NotOptions: true, Choose: func(key *data.Node) bool { return key.Text() == "range" }}

// poolIn returns the network of a DHCP pool: a hash with a range, a network, and a mask. Without a range, it may be a route.
func poolIn(hash *data.Node) (address *data.Node, network netip.Prefix, ok bool) {
	address, mask := hash.Get("network"), cmp.Or(hash.Get("mask"), hash.Get("netmask"))
	if hash.Get("range") == nil || address == nil || !address.Value.Is(data.String) || mask == nil || mask.Kind != data.Scalar {
		return nil, network, false
	}
	ip, err := netip.ParseAddr(address.Text())
	length, ok := prefixLength(mask.Text())
	if err != nil || !ok || length > ip.BitLen()-2 {
		return nil, network, false
	}
	network = netip.PrefixFrom(ip, length)
	return address, network, network.Masked() == network
}

// checkRange reports the first and last addresses of ranges that are outside the network.
func checkRange(p *rule.FilePass, value, address *data.Node, network netip.Prefix) {
	if value.Kind == data.Sequence {
		for _, item := range value.Children {
			checkRange(p, item, address, network)
		}
		return
	}
	if !value.Value.Is(data.String) {
		return
	}
	for _, text := range strings.FieldsFunc(value.Value.Text(), func(r rune) bool { return r == ' ' || r == '-' || r == ',' }) {
		ip, err := netip.ParseAddr(text)
		if err != nil || ip.Is4() != network.Addr().Is4() || network.Contains(ip) {
			continue
		}
		p.Report(diagnostic.Diagnostic{
			Span: rule.FirstLine(value), Key: rule.KeyPath(value),
			Message: "`" + ip.String() + "` is outside the network `" + network.String() + "`",
			Detail:  "Puppet passes the values on unchanged, but the DHCP server rejects the range",
			Help:    "correct the range, the network, or the mask",
			Related: []diagnostic.Related{{File: p.Source(), Span: rule.FirstLine(address), Message: "this is the network"}},
		})
	}
}

// gateways chooses the keys of nested hashes whose value is the address of a gateway.
var gateways = &rule.Selector{Parts: rule.NestedKeys, NotOptions: true, Choose: func(key *data.Node) bool {
	switch key.Text() {
	case "gateway", "gw", "default_gateway", "gateway4", "gateway6":
		v := key.Counterpart().Value
		if !v.Is(data.String) {
			return false
		}
		gateway, err := netip.ParseAddr(v.Text())
		return err == nil && !gateway.IsUnspecified()
	}
	return false
}}

// networkIn returns the address of an interface in a hash and the network it is in. ok is false if the hash has no such address or
// no mask, if the network has no room for a gateway, or if the address is that of the network, as in a route.
func networkIn(hash *data.Node) (address *data.Node, network netip.Prefix, ok bool) {
	var mask *data.Node
	for key, value := range hash.Entries() {
		switch key.Text() {
		case "address", "ip", "ip_address", "ipaddr", "ipaddress", "ipv4_address":
			address = value
		case "cidr", "mask", "netmask", "prefix":
			mask = value
		}
	}
	if address == nil || !address.Value.Is(data.String) {
		return nil, network, false
	}
	text, length, hasLength := strings.Cut(address.Value.Text(), "/")
	if !hasLength && mask != nil && mask.Kind == data.Scalar {
		length = mask.Text()
	}
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return nil, network, false
	}
	n, ok := prefixLength(length)
	if !ok || n > ip.BitLen()-2 {
		return nil, network, false
	}
	network, err = ip.Prefix(n)
	return address, network, err == nil && network.Addr() != ip
}

// prefixLength returns the length of a prefix that is written as a number or as a mask such as 255.255.255.0.
func prefixLength(text string) (length int, ok bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, n > 0
	}
	mask, err := netip.ParseAddr(text)
	if err != nil || !mask.Is4() {
		return 0, false
	}
	octets := mask.As4()
	value := uint32(octets[0])<<24 | uint32(octets[1])<<16 | uint32(octets[2])<<8 | uint32(octets[3])
	length = bits.LeadingZeros32(^value)
	return length, length > 0 && value<<length == 0
}
