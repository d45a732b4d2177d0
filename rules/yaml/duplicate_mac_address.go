package yaml

import (
	"net/netip"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
)

// DuplicateMACAddress reports MAC addresses that two hosts of a DHCP server have.
var DuplicateMACAddress = &rule.Rule{
	ID: "HL1034", Name: "duplicate-mac-address", Family: family, Severity: diagnostic.Warning,
	Nodes: dhcpHosts,
	CheckNode: func(p *rule.FilePass, hash *data.Node) {
		reportDuplicates(p, hostsIn(hash))
	},
}

// dhcpHosts chooses the hashes whose key says that a DHCP server knows their entries.
var dhcpHosts = &rule.Selector{Parts: rule.Hashes, NotOptions: true, Choose: func(hash *data.Node) bool {
	key := hash.Counterpart()
	return len(hash.Children) >= 2*minHosts && key != nil && key.Kind == data.Scalar && strings.Contains(strings.ToLower(key.Text()), "dhcp")
}}

// host is an entry of a hash that has a MAC and an IP address.
type host struct {
	name *data.Node
	mac  *data.Node
	id   string // the digits of the MAC address
	ip   netip.Addr
}

// hostsIn returns the hosts in a hash, except those that are absent or have a MAC address of equal digits, which stands for
// none.
func hostsIn(hash *data.Node) []host {
	var hosts []host
	for name, entry := range hash.Entries() {
		h := host{name: name}
		isAbsent := false
		for attribute, value := range entry.Entries() {
			if value.Kind != data.Scalar {
				continue
			}
			if id := macDigits(value.Text()); id != "" && h.mac == nil {
				h.mac, h.id = value, id
			} else if ip, err := netip.ParseAddr(value.Text()); err == nil && !h.ip.IsValid() {
				h.ip = ip
			}
			isAbsent = isAbsent || isText(attribute, "ensure") && isText(value, "absent")
		}
		if name.Kind == data.Scalar && h.mac != nil && h.ip.IsValid() && !isAbsent && strings.Trim(h.id, h.id[:1]) != "" {
			hosts = append(hosts, h)
		}
	}
	return hosts
}

func isText(n *data.Node, text string) bool { return n.Kind == data.Scalar && n.Text() == text }

// macDigits returns the digits of a MAC address in one of the usual forms, such as 00:53:00:12:34:56 and 0053.0012.3456; "" for
// another text.
func macDigits(text string) string {
	const digits = 12
	isUsual := len(text) == 17 && max(strings.Count(text, ":"), strings.Count(text, "-")) == 5 || len(text) == 14 && strings.Count(text, ".") == 2
	if !isUsual {
		return ""
	}
	id := strings.ToLower(withoutSeparators.Replace(text))
	if len(id) != digits || strings.Trim(id, "0123456789abcdef") != "" {
		return ""
	}
	return id
}

var withoutSeparators = strings.NewReplacer(":", "", "-", "", ".", "")

const (
	// minHosts is the number of hosts from which their MAC addresses are compared. One host in hostsForEach may have that of
	// another one by mistake.
	minHosts, hostsForEach = 5, 10
	// network is the number of bits of the address of a common network, and minSameName the number of letters at the start of
	// the names of one machine in several networks.
	network, minSameName = 24, 3
)

// reportDuplicates reports hosts with the MAC address of one before them.
func reportDuplicates(p *rule.FilePass, hosts []host) {
	if len(hosts) < minHosts {
		return
	}
	first := map[string]host{}
	var duplicates []host
	for _, h := range hosts {
		if _, ok := first[h.id]; !ok {
			first[h.id] = h
		} else if h.ip != first[h.id].ip {
			duplicates = append(duplicates, h)
		}
	}
	if len(duplicates) > max(1, len(hosts)/hostsForEach) {
		return
	}
	for _, h := range duplicates {
		other := first[h.id]
		areNear := areInNetwork(h.ip, other.ip)
		if !areNear && lists.CommonStart(h.name.Text(), other.name.Text()) >= minSameName {
			continue
		}
		name, otherName := "`"+rule.Shown(h.name.Text())+"`", "`"+rule.Shown(other.name.Text())+"`"
		d := diagnostic.Diagnostic{
			Span: h.mac.Span, Key: rule.KeyPath(h.mac),
			Message: name + " and " + otherName + " have the same MAC address",
			Detail:  "A DHCP server recognizes a machine by its MAC address, so only one of them gets the IP address that is reserved for it",
			Help:    "write the correct MAC address of " + name + ", or remove one of the entries",
			Related: []diagnostic.Related{{File: p.Source(), Span: other.mac.Span, Message: "the MAC address of " + otherName}},
		}
		if !areNear {
			d.Severity = diagnostic.Note
		}
		p.Report(d)
	}
}

// areInNetwork reports whether two addresses are probably in the same network.
func areInNetwork(a, b netip.Addr) bool {
	prefix, err := a.Prefix(network)
	return err == nil && prefix.Contains(b)
}
