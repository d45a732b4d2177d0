package secrets

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/secret"
)

// PlaintextSecret reports secrets in plain text.
var PlaintextSecret = &rule.Rule{
	ID: "HL6001", Name: "plaintext-secret", Family: family, Severity: diagnostic.Note,
	Selectors: []*rule.Selector{secretKeys},
	CheckFile: func(p *rule.FilePass) {
		keys := p.Selected(secretKeys)
		if len(keys) == 0 || isForTests(rule.BelowRoot(p.File)) {
			return
		}
		usesEyaml := hasEyaml(p.Site)
		decryption, _ := decryptionOf(p)
		for _, key := range keys {
			value := key.Counterpart()
			if value == nil || !isSecret(secret.KindIn(key.Text(), value.Value.Text()), value.Value.Text()) {
				continue
			}
			d := diagnostic.Diagnostic{
				Span:    rule.FirstLine(value),
				Key:     rule.KeyPath(key),
				Message: "`" + rule.Shown(key.Text()) + "` is a plaintext secret",
				Detail:  "Anyone who can read the repository can read it",
				Help:    "encrypt it with `eyaml edit " + p.Source().Path + "`",
			}
			switch {
			case !usesEyaml:
				d.OnRequest = !secret.IsPrivateKey(value.Value.Text())
				d.Help = "encrypt it with hiera-eyaml, or keep it outside the repository"
			case decryption == notDecrypted:
				d.Help = "encrypt it in a file that is read with `eyaml_lookup_key`"
			}
			if usesEyaml {
				d.Detail += "; other secrets here are encrypted"
			}
			p.Report(d)
		}
	},
}

// secretKeys chooses the keys at any depth whose name suggests a secret and whose value is a string, or whose value is
// a private key.
var secretKeys = &rule.Selector{Parts: rule.RootKeys | rule.NestedKeys, Choose: func(key *data.Node) bool {
	value := key.Counterpart()
	return value != nil && value.Kind == data.Scalar && value.Value.Is(data.String) && key.Kind == data.Scalar && secret.KindIn(key.Text(), value.Value.Text()) != secret.None
}}

// hasEyaml reports whether the project reads any data with hiera-eyaml, other than that of external modules.
func hasEyaml(p *rule.Site) bool {
	return slices.ContainsFunc(p.Project.Roots, func(root *project.Root) bool {
		return !root.Installed && slices.ContainsFunc(root.Config.AllLevels(), decrypts)
	})
}

// isForTests reports whether a data file is for examples, tests, or virtual machines, whose passwords are not secret.
func isForTests(name string) bool {
	if rule.IsExample(name) {
		return true
	}
	for _, part := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("/._-", r) }) {
		switch part {
		case "vagrant", "kitchen", "docker", "localhost", "spec", "acceptance", "test", "ci":
			return true
		}
	}
	return false
}

// isSecret reports whether a string looks like a secret in plain text.
func isSecret(kind secret.Kind, text string) bool {
	if secret.IsPrivateKey(text) {
		return true
	}
	text = withoutScheme(strings.TrimSpace(text))
	if len(text) < 4 || isReference(text) || isPlaceholder(text) || passwordHash().MatchString(text) || noSecretAtAll().MatchString(text) {
		return false
	}
	spaced := strings.ContainsAny(text, " \t\n")
	switch kind {
	case secret.Password:
		return !digest().MatchString(text)
	case secret.Token:
		return !spaced && !plainWords().MatchString(text)
	case secret.CipherKey:
		return !spaced && len(text) >= 16 && !plainWords().MatchString(text)
	case secret.PrivateKey:
		return strings.Contains(text, "PRIVATE KEY-----") || !spaced && len(text) >= 40
	}
	return false
}

// withoutScheme returns the credentials in the value of an HTTP header: `Bearer CREDENTIALS`.
func withoutScheme(text string) string {
	scheme, credentials, ok := strings.Cut(text, " ")
	switch strings.ToLower(scheme) {
	case "basic", "bearer", "token":
		if ok {
			return strings.TrimSpace(credentials)
		}
	}
	return text
}

var (
	// passwordHash matches password hashes as written by crypt, LDAP, MySQL, and PostgreSQL, including those of locked
	// accounts, and after the name of a user.
	passwordHash = lazyregexp.New(`^(?:[^\s:$]+:)?(?:[!*]*\$[0-9A-Za-z_-]{1,16}\$|\{[0-9A-Za-z_.-]+\})|^\*[0-9A-Fa-f]{40}$|^md5[0-9a-f]{32}$|^SCRAM-SHA-|^(?:pbkdf2|argon2|scrypt|bcrypt|sha)[0-9A-Za-z_-]*[$:]|^grub\.pbkdf2`)
	// digest matches hexadecimal hashes.
	digest = lazyregexp.New(`^(?:[0-9A-Fa-f]{32}|[0-9A-Fa-f]{40}|[0-9A-Fa-f]{56}|[0-9A-Fa-f]{64}|[0-9A-Fa-f]{96}|[0-9A-Fa-f]{128})$`)
	// noSecretAtAll matches modes of files, sources of the passwd database in nsswitch.conf, and tokens of zeros.
	noSecretAtAll = lazyregexp.New(`^0[0-7]{3}$|^(?:files|compat|sss|ldap|nis|db|systemd|winbind)(?:\s|$)|^[0-]+$`)
	// plainWords matches names, such as `my-tls-secret`.
	plainWords = lazyregexp.New(`^[A-Za-z]+(?:[-_.][A-Za-z]+)*$`)
	// pathLike matches a path or a name in a secret store: `secret/data/db`, `keys/db.pem`.
	pathLike = lazyregexp.New(`^(?:[~.]{0,2}/|[A-Za-z]:\\)|^[0-9a-z_.-]+(?:/[0-9a-z_.-]+)+$|\.(?:pem|key|crt|cer|txt|ya?ml|json|p12|jks|gpg)$`)
	// store matches references to secret stores.
	store = lazyregexp.New(`(?i)^(?:vault|aws|arn|ssm|op|file|env|hiera|lookup|alias|gcp|azure|sops|ref|secretsmanager|akv|keyvault|puppet)[:(]`)
	// placeholderWord matches what stands for a secret in examples: `MYBINDPW`, `YOURTOKEN`.
	placeholderWord = lazyregexp.New(`^(?:MY|YOUR|THE|SOME)[A-Z]*(?:PW|PWD|PASS|PASSWD|PASSWORD|SECRET|TOKEN|KEY)$`)
	// login matches a URL with a password.
	login = lazyregexp.New(`://[^/@:\s]*:[^/@\s]+@`)
)

// isReference reports whether a string refers to a value elsewhere: encrypted, in another key, in a file, or in a
// variable.
func isReference(text string) bool {
	for _, mark := range []string{"ENC[", "DEC::", "%{", "${", "<%", "{{"} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	if len(starts(text)) > 0 || decryptedBlock().MatchString(text) || strings.Contains(text, "ENC(PKCS7") {
		return true
	}
	if strings.Contains(text, "://") {
		return !login().MatchString(text)
	}
	return pathLike().MatchString(text) || store().MatchString(text) || strings.HasPrefix(text, "$") && plainWords().MatchString(text[1:])
}

// isPlaceholder reports whether a string is a placeholder for a secret, or means that there is none.
func isPlaceholder(text string) bool {
	lower := strings.ToLower(text)
	for _, mark := range []string{"changeme", "change_me", "change-me", "change me", "replace", "placeholder", "todo", "fixme", "example", "dummy", "redacted", "your_", "your-", "insert", "...", "***", "xxx", "fake", "notasecret", "not-a-secret", "not_a_secret", "yourpass", "yoursecure", "yoursecret", "mypass", "testpass", "test-pass", "test_pass"} {
		if strings.Contains(lower, mark) {
			return true
		}
	}
	switch lower {
	case "changeit", "guest": // the defaults of Java and RabbitMQ
		return true
	case "true", "false", "null", "none", "undef", "unset", "absent", "present", "default", "disabled", "enabled", "required", "optional", "unused", "invalid", "locked", "random", "generate", "prompt":
		return true
	}
	first, last := text[0], text[len(text)-1]
	if first == '<' && last == '>' || first == '[' && last == ']' || first == '%' && last == '%' || strings.HasPrefix(text, "__") && strings.HasSuffix(text, "__") {
		return true
	}
	if placeholderWord().MatchString(text) {
		return true
	}
	// The name of an environment variable, such as DB_PASSWORD.
	return strings.Contains(text, "_") && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == ""
}
