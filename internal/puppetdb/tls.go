package puppetdb

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
)

// identity contains the names of the files used for TLS, for error messages.
type identity struct{ cert, cacert string }

// credentials describes what was sent to the server, as the subject of a sentence.
func (i identity) credentials(token string) string {
	switch {
	case token != "":
		return "the token is"
	case i.cert != "":
		return "the certificate " + i.cert + " is"
	}
	return "without a client certificate (--cert, --key) or token, the client is"
}

// connecting is the timeout for a connection including the TLS handshake.
const connecting = 15 * time.Second

// newTransport returns the transport for a configuration.
func newTransport(c *Config) (*http.Transport, identity, error) {
	t := &tls.Config{MinVersion: tls.VersionTLS12}
	id := identity{c.Cert, c.CACert}
	if (c.Cert == "") != (c.Key == "") {
		return nil, id, errors.New("--cert and --key must be given together")
	}
	if c.Cert != "" {
		cert, err := readPEM(c.Cert)
		if err != nil {
			return nil, id, err
		}
		key, err := readPEM(c.Key)
		if err != nil {
			return nil, id, err
		}
		pair, err := tls.X509KeyPair(cert, key)
		if err != nil {
			return nil, id, fmt.Errorf("%s and %s are not a certificate and its private key: %s", c.Cert, c.Key, strings.TrimPrefix(err.Error(), "tls: "))
		}
		t.Certificates = []tls.Certificate{pair}
	}
	if c.CACert != "" {
		text, err := readPEM(c.CACert)
		if err != nil {
			return nil, id, err
		}
		t.RootCAs = x509.NewCertPool()
		if !t.RootCAs.AppendCertsFromPEM(text) {
			return nil, id, fmt.Errorf("%s contains no certificate", c.CACert)
		}
	}
	dialer := &net.Dialer{Timeout: connecting, KeepAlive: connecting}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, TLSHandshakeTimeout: connecting,
		TLSClientConfig: t, ForceAttemptHTTP2: true, IdleConnTimeout: connecting, MaxResponseHeaderBytes: 1 << 20,
	}, id, nil
}

// maxPEM is more than the size of any file with certificates.
const maxPEM = 1 << 20

func readPEM(path string) ([]byte, error) {
	text, err := source.ReadFile(path, maxPEM)
	if large := (*source.TooLargeError)(nil); errors.As(err, &large) { // not than what a setting says
		return nil, fmt.Errorf("%s is larger than %d MiB", path, maxPEM>>20)
	}
	return text, err
}

// failure returns the error for a request without a complete response.
func (c *Client) failure(ctx context.Context, err error) error {
	var (
		authority x509.UnknownAuthorityError
		name      x509.HostnameError
		invalid   x509.CertificateInvalidError
		remote    *net.OpError
		record    tls.RecordHeaderError
		lookup    *net.DNSError
		large     *tooLargeError
		noJSON    *invalidError
	)
	host := c.base.Host
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errSilent):
		return fmt.Errorf("%s sent nothing for %s; increase --timeout", host, c.timeout)
	case errors.Is(cause, errEndless):
		return fmt.Errorf("the response of %s took longer than %s; increase --timeout", host, c.longest)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &large), errors.As(err, &noJSON):
		return err
	case errors.As(err, &authority):
		return fmt.Errorf("the certificate of %s is signed by an authority that is not trusted (%s)", host, c.identity.trusted())
	case errors.As(err, &name):
		return fmt.Errorf("the certificate of %s is for %s; use the name of the server that is in its certificate", host, names(name.Certificate))
	case errors.As(err, &invalid):
		return fmt.Errorf("the certificate of %s is not valid: %w", host, invalid)
	case errors.As(err, &remote) && remote.Op == "remote error": // a TLS alert, whose type is not exported
		return fmt.Errorf("%s refused the connection: %s; %s not accepted", host, strings.TrimPrefix(remote.Err.Error(), "tls: "), c.identity.credentials(""))
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("%s does not speak TLS; is it http instead of https, or another port?", host)
	case errors.As(err, &lookup) && lookup.IsNotFound:
		return fmt.Errorf("unknown host `%s`", lookup.Name)
	case errors.Is(err, errRefused):
		return &temporaryError{err: fmt.Errorf("%s refused the connection: nothing listens there", host)}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, errReset), errors.Is(err, errBroken):
		return &temporaryError{err: fmt.Errorf("%s dropped the connection during a response", host)}
	}
	return &temporaryError{err: fmt.Errorf("%s: %s", host, c.withoutToken(innermost(err).Error()))}
}

// trusted names the trusted certificate authorities.
func (i identity) trusted() string {
	if i.cacert == "" {
		return "only those of the system are; --cacert names Puppet's"
	}
	return "only those in " + i.cacert + " are"
}

// names returns the names that a certificate is valid for.
func names(c *x509.Certificate) string {
	all := slices.Concat(c.DNSNames, lists.Map(c.IPAddresses, net.IP.String))
	if len(all) == 0 {
		return "no name at all"
	}
	return strings.Join(all[:min(len(all), 5)], ", ")
}

// innermost unwraps the errors that repeat the URL.
func innermost(err error) error {
	var wrong *url.Error
	if errors.As(err, &wrong) {
		err = wrong.Err
	}
	return err
}

// UseAgent completes a configuration for https with the files of the local Puppet agent, if they
// are readable: its certificate, unless a certificate or token is given, and its CA certificate,
// unless one is given.
func (c *Config) UseAgent() {
	if !strings.HasPrefix(strings.ToLower(c.URL), "https:") {
		return
	}
	home, _ := os.UserHomeDir() // without it, fewer directories are searched
	c.useAgentIn(ssldirs(home))
}

func (c *Config) useAgentIn(ssldirs []string) {
	cert, key, cacert := agentFilesIn(ssldirs)
	if c.Cert == "" && c.Key == "" && c.Token == "" {
		c.Cert, c.Key = cert, key
	}
	c.CACert = cmp.Or(c.CACert, cacert)
}

// ReadToken reads a token from a file.
func ReadToken(path string) (string, error) {
	text, err := readPEM(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if !isToken(token) {
		return "", fmt.Errorf("%s contains no token", path)
	}
	return token, nil
}

// isToken reports whether a string can be a token, which is sent in a header.
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// ssldirs returns the directories where Puppet stores certificates: for root, in Debian's packages, and for other
// users.
func ssldirs(home string) []string {
	dirs := []string{"/etc/puppetlabs/puppet/ssl", "/var/lib/puppet/ssl", "/etc/puppet/ssl"}
	if home != "" {
		dirs = append(dirs, home+"/.puppetlabs/etc/puppet/ssl", home+"/.puppet/ssl")
	}
	return dirs
}

// agentFilesIn returns the files in the first directory that an agent uses. Without exactly one private key with a
// certificate, it returns only the CA certificate.
func agentFilesIn(dirs []string) (cert, key, cacert string) {
	for _, dir := range dirs {
		authority := dir + "/certs/ca.pem"
		if !isReadable(authority) {
			continue
		}
		keys, _ := fs.Glob(os.DirFS(dir), "private_keys/*.pem") // the pattern is valid
		if len(keys) == 1 {
			cert, key = dir+"/certs"+strings.TrimPrefix(keys[0], "private_keys"), dir+"/"+keys[0]
			if isReadable(cert) && isReadable(key) {
				return cert, key, authority
			}
		}
		return "", "", authority
	}
	return "", "", ""
}

func isReadable(path string) bool {
	_, err := readPEM(path)
	return err == nil
}
