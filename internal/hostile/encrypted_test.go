package hostile

import "strings"

// encrypted returns trees with keys and blocks of hiera-eyaml that are large, malformed, or special files.
func encrypted() []tree {
	const block = "ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEwDQYJKoZIhvcNAQEBBQAEggEA]"
	const begin, end = "-----BEGIN RSA PRIVATE KEY-----\n", "-----END RSA PRIVATE KEY-----\n"
	hiera := func(options string) string {
		return "version: 5\nhierarchy:\n  - name: common\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n    options:\n" + options
	}
	const keys = "      pkcs7_private_key: keys/private_key.pkcs7.pem\n      pkcs7_public_key: keys/public_key.pkcs7.pem\n"
	var trees []tree
	add := func(name string, t tree) {
		t.Name = "encrypted: " + name
		t.Exit = []int{0, 1, 3, 4}
		for _, args := range [][]string{{"lint", "."}, {"lookup", "k"}, {"lookup", "--explain", "--nodes", "all", "k"}} {
			t.Name, t.Args = "encrypted: "+name+" ("+strings.Join(args, " ")+")", args
			trees = append(trees, t)
		}
	}
	key := func(name, text string) {
		add(name, tree{Files: with(data("k: "+block+"\n"), "hiera.yaml", hiera(keys), "keys/private_key.pkcs7.pem", text, "keys/public_key.pkcs7.pem", strings.ReplaceAll(text, "RSA PRIVATE KEY", "CERTIFICATE"))})
	}
	key("a key of 30 MB", begin+strings.Repeat(strings.Repeat("A", 64)+"\n", 450_000)+end)
	key("a key of NUL", strings.Repeat("\x00", 1<<20))
	key("a key without an end", begin+strings.Repeat("A", 10_000))
	key("a key of 5,000 blocks", strings.Repeat(begin+"AAAA\n"+end, 5000))
	key("a key with 100 headers", begin+repeat(100, "Proc-Type: #,ENCRYPTED\nDEK-Info: AES-256-CBC,#\n")+"\nAAAA\n"+end)
	key("a key of invalid UTF-8", begin+strings.Repeat("\xff\xfe", 5000)+"\n"+end)
	key("a key of nested sequences", begin+strings.Repeat("MIIB", 4000)+"\n"+end)
	for _, special := range []string{"-> /dev/zero", "-> /dev/random", "-> .", "-> private_key.pkcs7.pem", "-> ../keys", "-> /etc/shadow", "-> /proc/self/environ"} {
		add("a key that is a link "+special, tree{Files: with(data("k: "+block+"\n"), "hiera.yaml", hiera(keys), "keys/private_key.pkcs7.pem "+special, "", "keys/public_key.pkcs7.pem "+special, "")})
	}
	add("a key that is a pipe", tree{Files: with(data("k: "+block+"\n"), "hiera.yaml", hiera(keys)), Pipes: []string{"keys/private_key.pkcs7.pem", "keys/public_key.pkcs7.pem"}})
	add("a key that is a directory", tree{Files: with(data("k: "+block+"\n"), "hiera.yaml", hiera(keys), "keys/private_key.pkcs7.pem/", "", "keys/public_key.pkcs7.pem/", "")})
	add("a key that may not be read", tree{Files: with(data("k: "+block+"\n"), "hiera.yaml", hiera(keys), "keys/private_key.pkcs7.pem", begin+end), Script: "chmod 000 keys/*", Nobody: true})
	add("10,000 levels with as many keys", tree{Files: with(data("k: "+block+"\n"), "hiera.yaml", "version: 5\nhierarchy:\n"+
		repeat(10_000, "  - {name: l#, path: common.yaml, lookup_key: eyaml_lookup_key, options: {pkcs7_private_key: keys/#.pem, pkcs7_public_key: keys/p#.pem}}\n"))})
	add("2,000 spare keys", tree{Files: with(data(strings.ReplaceAll(repeat(2000, "k#: *\n"), "*", block)), "hiera.yaml", hiera(keys), ".hieralint.yaml", "private_keys: [keys]\n")})
	for name, text := range map[string]string{
		"100,000 blocks in a value":           "k: " + strings.Repeat(block, 20_000) + "\n",
		"100,000 blocks":                      repeat(40_000, "k#: "+strings.ReplaceAll(block, "Q", "#")+"\n"),
		"blocks in blocks":                    "k: " + strings.Repeat("ENC[PKCS7,", 200_000) + strings.Repeat("]", 200_000) + "\n",
		"a block of 8 MB":                     "k: ENC[PKCS7," + strings.Repeat("A", 8<<20) + "]\n",
		"a block of equals signs":             "k: ENC[PKCS7," + strings.Repeat("=", 2<<20) + "]\n",
		"blocks of unknown methods":           repeat(40_000, "k#: ENC[GPG#,AAAA]\n"),
		"blocks of GPG":                       repeat(40_000, "k#: ENC[GPG,hQEMA#]\n"),
		"plain text for eyaml edit":           repeat(40_000, "k#: DEC(#)::PKCS7[hunter#]!\n"),
		"blocks over lines":                   "k: >\n" + strings.Repeat("  ENC[PKCS7,\n  AAAA\n  ]\n", 40_000),
		"blocks with interpolation":           repeat(20_000, "k#: \"ENC[PKCS7,%{lookup('k#')}]\"\n"),
		"a block with a length of 4 GB":       "k: ENC[PKCS7,MIT/////BgkqhkiG9w0BBwOggg==]\n",
		"a block of sequences without an end": "k: ENC[PKCS7," + strings.Repeat("MIAw", 500_000) + "]\n",
	} {
		add(name, tree{Files: with(data(text), "hiera.yaml", hiera(keys), "keys/private_key.pkcs7.pem", begin+"AAAA\n"+end)})
	}
	return trees
}
