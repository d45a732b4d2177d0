package yaml_test

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

// sshKey returns a public key with a type and further fields of the given lengths.
func sshKey(name string, lengths ...int) string {
	var key []byte
	add := func(field string) {
		key = append(binary.BigEndian.AppendUint32(key, uint32(len(field))), field...)
	}
	add(name)
	for _, length := range lengths {
		add(strings.Repeat("k", length))
	}
	return base64.StdEncoding.EncodeToString(key)
}

func TestInvalidSSHKey(t *testing.T) {
	t.Parallel()
	rsa, dss := sshKey("ssh-rsa", 3, 257), sshKey("ssh-dss", 129, 21, 129, 129)
	ed25519, ecdsa := sshKey("ssh-ed25519", 32), sshKey("ecdsa-sha2-nistp256", 8, 65)
	ruletest.RunAll(t, yaml.InvalidSSHKey, map[string]map[string]string{
		"cut off":       ruletest.Common("a: ssh-rsa " + rsa[:len(rsa)-10] + " me@host # want warning \"invalid SSH public key: it is cut off or damaged\"\n"),
		"cut in two":    ruletest.Common("a: ssh-rsa " + rsa[:100] + " " + rsa[100:] + " # want \"it contains spaces\"\n"),
		"on two lines":  ruletest.Common("a: |\n  ssh-rsa " + rsa[:100] + " # want \"it contains line breaks\"\n  " + rsa[100:] + "\n"),
		"folded":        ruletest.Common("a: >\n  ssh-rsa " + rsa[:100] + " # want \"YAML joins its lines with spaces\"\n  " + rsa[100:200] + "\n  " + rsa[200:] + " me\n"),
		"a part only":   ruletest.Common("a: >\n  ssh-rsa " + rsa[:100] + " # want \"damaged\"\n  " + rsa[100:200] + "\n"),
		"too long":      ruletest.Common("a: ssh-ed25519 " + ed25519 + "AAAA # want \"damaged\"\n"),
		"key only":      ruletest.Common("a: {key: " + rsa[:80] + "} # want \"damaged\"\n"),
		"missing start": ruletest.Common("a: ssh-rsa " + rsa[1:] + " me # want \"it starts with .AAAB3Nz. instead of .AAAAB3Nz.\"\nb: {key: " + ed25519[4:] + "} # want \"it starts with .C3Nz.\"\nc: A" + ecdsa + " # want \"it starts with .AAAAAE2Vj.\"\n"),
		"type twice":    ruletest.Common("a: [ssh-rsa ssh-rsa " + rsa + "] # want \"its type, .ssh-rsa., appears twice\"\n"),
		"mistyped type": ruletest.Common("a: sh-rsa " + rsa + " # want \"its type is .ssh-rsa., not .sh-rsa.\"\nb: ssh rsa " + rsa + " # want \"not .rsa.\"\nc: '[ssh-rsa " + rsa + "' # want \"its type is\"\n"),
		"two keys":      ruletest.Common("a: {k: " + rsa + "ssh-rsa " + ed25519 + "} # want \"no line break separates it from the key before it\"\nb: {k: " + rsa[:len(rsa)-4] + "ssh-rsa " + rsa + "} # want \"no line break\"\n"),
		"commented out": ruletest.Common("a: |\n  #ssh-rsa " + rsa + "\n"),
		"another type":  ruletest.Common("a: ssh-rsa " + ed25519 + " # want \"the key is of type .ssh-ed25519., not .ssh-rsa.\"\n"),

		"type in the attribute key":     ruletest.Common("a:\n  type: ssh-ed25519\n  key: ssh-ed25519 " + ed25519 + " # want \"the attribute .key. contains the type of the key\"\n"),
		"type in one of many keys":      ruletest.Common("a: {key: " + ed25519 + "}\nb: {key: " + ed25519 + "}\nc: {key: " + rsa + "}\nd: {key: ssh-rsa " + rsa + "} # want \"contains the type\"\n"),
		"types in several keys":         ruletest.Common("a: {key: " + ed25519 + "}\nb: {key: " + ed25519 + "}\nc: {key: " + rsa + "}\nd: {key: ssh-rsa " + rsa + "}\ne: {key: ssh-rsa " + rsa + "}\n"),
		"key without an attribute type": ruletest.Common("a:\n  key: ssh-ed25519 " + ed25519 + "\nb: {type: file, key: ssh-ed25519 " + ed25519 + "}\n"),
		"comment in the attribute key":  ruletest.Common("a:\n  type: ssh-ed25519\n  key: " + ed25519 + " root@host # want \"the attribute .key. contains a comment\"\n"),
		"attribute of another name":     ruletest.Common("a: {ssh_key: " + ed25519 + "}\nb: {ssh_key: " + ed25519 + "}\nc: {ssh_key: " + rsa + "}\nd: {ssh_key: ssh-rsa " + rsa + " me} # want \"the attribute .ssh_key. contains the type\"\n"),
		"comments in several keys":      ruletest.Common("a: {k: " + ed25519 + "}\nb: {k: " + ed25519 + "}\nc: {k: " + rsa + "}\nd: {k: " + rsa + " me}\ne: {k: " + rsa + " me}\n"),
		"at the top level":              ruletest.Common("a: " + ed25519 + "\nb: " + ed25519 + "\nc: " + rsa + "\nkey: " + rsa + " me\n"),
		"tokens after the key":          ruletest.Common("a: {type: ssh-ed25519, key: \"" + ed25519 + " %{facts.x}\"}\n"),
		"other type beside the key":     ruletest.Common("a:\n  key: " + ed25519 + "\n  type: ssh-rsa # want \"the type is .ssh-rsa., but the key is of type .ssh-ed25519.\"\nb: [{type: dsa, key: " + rsa + "}] # want \"the type is .dsa., but\"\n"),
		"types of other things":         ruletest.Common("a: {type: user, key: " + ed25519 + "}\nb: {type: rsa, key: " + rsa + "}\ntype: ssh-rsa\nkey: " + ed25519 + "\n"),
		"attributes key and type":       ruletest.Common("a:\n  type: ssh-ed25519\n  key: " + ed25519 + "\n"),

		"valid":           ruletest.Common("a: [ssh-rsa " + rsa + " me@host, ssh-dss " + dss + ", " + ed25519 + ", ecdsa-sha2-nistp256 " + ecdsa + "]\n"),
		"without padding": ruletest.Common("a: ssh-rsa " + strings.TrimRight(rsa, "=") + "\n"),
		"options":         ruletest.Common("a: 'from=\"10.0.0.1\",no-pty ssh-rsa " + rsa + " x'\nb: 'host.example.com,10.0.0.1 ssh-ed25519 " + ed25519 + "'\n"),
		"several":         ruletest.Common("a: |\n  # keys\n  ssh-rsa " + rsa + "\n  ssh-ed25519 " + ed25519 + " x\n"),
		"over lines":      ruletest.Common("a: \"ssh-rsa " + rsa[:60] + "\\\n  " + rsa[60:] + "\"\n"),
		"placeholders":    ruletest.Common("a: ssh-rsa AAAAB3NzaC1yc2E... me\nb: ssh-rsa AAAAB3NzaC1yc2E\nc: ssh-rsa " + rsa[:80] + "...\nd: 'ssh-rsa " + rsa[:80] + "[...]'\n"),
		"private":         ruletest.Common("a: |\n  -----BEGIN OPENSSH PRIVATE KEY-----\n  " + rsa[:70] + "\n  -----END OPENSSH PRIVATE KEY-----\n"),
		"knockouts":       ruletest.Common("a: ['--ssh-rsa " + rsa + " me']\n"),
		"tokens":          ruletest.Common("a: \"%{x} rsa " + rsa + "\"\n"),
	})
}

func TestInvalidSSHKeyFix(t *testing.T) {
	t.Parallel()
	key := sshKey("ssh-ed25519", 32)
	ruletest.Fixes(t, yaml.InvalidSSHKey, false, map[string]string{
		"a: {type: ssh-ed25519, key: ssh-ed25519 " + key + "} # want \"contains the type\"\n":          "a: {type: ssh-ed25519, key: " + key + "}\n",
		"a: {type: ssh-ed25519, key: 'ssh-ed25519 " + key + " me'} # want \"contains the type\"\n":     "a: {type: ssh-ed25519, key: '" + key + "'}\n",
		"a: {type: ssh-ed25519, key: " + key + " me} # want \"contains a comment\"\n":                  "a: {type: ssh-ed25519, key: " + key + "}\n",
		"a: [ssh-ed25519 " + key[1:] + " me] # want \"it starts with\"\n":                              "a: [ssh-ed25519 " + key + " me]\n",
		"a:\n- >\n  ssh-ed25519 " + key[:60] + " # want \"with spaces\"\n  " + key[60:] + "\n  me x\n": "a:\n- >\n  ssh-ed25519 " + key + "\n  me x\n",
	})
}
