package puppetdb

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/puppetdb/puppetdbtest"
)

const secretToken = "s3cr3t-t0k3n"

// quickly returns a client with a short delay between attempts.
func quickly(t *testing.T, c *Config) *Client {
	t.Helper()
	client, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	client.backoff = time.Millisecond
	t.Cleanup(client.http.CloseIdleConnections)
	return client
}

func TestFaults(t *testing.T) {
	t.Parallel()
	say := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		}
	}
	hijacked := func(answer string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = io.WriteString(conn, answer)
			_ = conn.Close()
		}
	}
	for _, tt := range []struct {
		name   string
		serve  http.HandlerFunc
		want   string // HOST is replaced by that of the server
		tries  int32
		adjust func(c *Client)
	}{
		{"401", say(401, "no"), "the server answers 401 Unauthorized: no: the token is not accepted", 1, nil},
		{"403", say(403, ""), "the server answers 403 Forbidden: the token is not allowed to query; see PuppetDB's certificate-allowlist and auth.conf, or the permissions of the user", 1, nil},
		{"404", say(404, "<html>Not Found</html>"), "the server answers 404 Not Found: is the URL that of PuppetDB?", 1, nil},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/dashboard", http.StatusFound) }, "the server answers 302 Found: is the URL that of PuppetDB?", 1, nil},
		{"400", say(400, "PQL parse error at line 1, column 20"), "the server answers 400 Bad Request: PQL parse error at line 1, column 20", 1, nil},
		{"an error that repeats the token", say(400, "bad: "+secretToken), "the server answers 400 Bad Request: bad: …", 1, nil},
		{"an error that ends within the token", say(400, strings.Repeat("x", excerpt-4)+secretToken+"y"), "the server answers 400 Bad Request: " + strings.Repeat("x", excerpt-4) + "…y", 1, nil},
		{"an error that repeats the token as JSON", say(400, `{"got": "s3cr3t-t0k3n\"\\\/"}`), `the server answers 400 Bad Request: {"got": "…"}`, 1, func(c *Client) { c.token = secretToken + `"\/` }},
		{"no HTTP that repeats the token", hijacked("SSH " + secretToken + "\r\n\r\n"), `HOST: net/http: HTTP/1.x transport connection broken: malformed HTTP status code "…" (after 4 attempts)`, 4, nil},
		{"500", say(500, "boom"), "the server answers 500 Internal Server Error: boom (after 4 attempts)", 4, nil},
		{"503", say(503, ""), "the server answers 503 Service Unavailable (after 4 attempts)", 4, nil},
		{"an endless error", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, strings.Repeat("x", 1<<16)); err != nil {
					return
				}
			}
		}, "the server answers 400 Bad Request: " + strings.Repeat("x", excerpt), 1, nil},
		{"no JSON", say(200, "hello"), "the response is not from PuppetDB: invalid character 'h' looking for beginning of value", 1, nil},
		{"not an array", say(200, `{"error": 1}`), "the response is not from PuppetDB: it is not an array", 1, nil},
		{"very many elements", say(200, "["+strings.Repeat("0,", maxElements)+"0]"), "the response has more than 2000000 elements", 1, nil},
		{"text after the array", say(200, `[] []`), "the response is not from PuppetDB: there is more after the array", 1, nil},
		{"an array of something else", say(200, `[{"name": "x"}]`), `the result has no certnames; use a query such as inventory[certname] { facts.role = "web" }`, 1, nil},
		{"nothing", say(200, ""), "HOST dropped the connection during a response (after 4 attempts)", 4, nil},
		{"an unterminated array", say(200, `[{"certname": "a"}`), "HOST dropped the connection during a response (after 4 attempts)", 4, nil},
		{"half a body", hijacked("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{\"certname\":"), "HOST dropped the connection during a response (after 4 attempts)", 4, nil},
		{"a dropped connection", hijacked(""), "HOST dropped the connection during a response (after 4 attempts)", 4, nil},
		{"no HTTP", hijacked("SSH-2.0-OpenSSH\r\n\r\n"), `HOST: net/http: HTTP/1.x transport connection broken: malformed HTTP response "SSH-2.0-OpenSSH" (after 4 attempts)`, 4, nil},
		{"a stalled server", func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // the server notices that the client has disconnected only after reading the body
			<-r.Context().Done()
		}, "HOST sent nothing for 500ms; increase --timeout", 1, func(c *Client) { c.timeout = 500 * time.Millisecond }},
		{"a server that stalls during a response", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, `[{"certname":`)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, "HOST sent nothing for 500ms; increase --timeout", 1, func(c *Client) { c.timeout = 500 * time.Millisecond }},
		{"an answer in drops", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			for r.Context().Err() == nil {
				_, _ = io.WriteString(w, " ")
				w.(http.Flusher).Flush()
				time.Sleep(10 * time.Millisecond)
			}
		}, "the response of HOST took longer than 500ms; increase --timeout", 1, func(c *Client) { c.longest = 500 * time.Millisecond }},
		{"an answer without an end", func(w http.ResponseWriter, r *http.Request) {
			_, err := io.WriteString(w, `[{"certname":"`)
			for err == nil && r.Context().Err() == nil {
				_, err = io.WriteString(w, strings.Repeat("x", 1<<16))
			}
		}, "the response has more than 1 MiB", 1, func(c *Client) { c.limit = 1 << 20 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var tries atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				tries.Add(1)
				tt.serve(w, r)
			}))
			defer server.Close()
			c := quickly(t, &Config{URL: server.URL, Token: secretToken})
			if tt.adjust != nil {
				tt.adjust(c)
			}
			_, err := c.Certnames(t.Context(), "")
			want := strings.ReplaceAll(tt.want, "HOST", c.base.Host)
			if err == nil || err.Error() != want {
				t.Errorf("got %v\nwant %s", err, want)
			}
			if tries.Load() != tt.tries {
				t.Errorf("%d attempts, want %d", tries.Load(), tt.tries)
			}
		})
	}
}

// TestBounded checks that the client reads no more than its limit of an answer of 1 GiB.
func TestBounded(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		block := []byte(strings.Repeat(" ", 1<<20))
		_, _ = io.WriteString(w, "[")
		for range 1 << 10 {
			n, err := w.Write(block)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	}))
	defer server.Close()
	_, err := quickly(t, &Config{URL: server.URL}).Certnames(t.Context(), "")
	if err == nil || err.Error() != "the response has more than 64 MiB" {
		t.Error(err)
	}
	if sent.Load() > 2*bodyLimit {
		t.Errorf("%d bytes were sent", sent.Load())
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	var tries atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if tries.Add(1) < attempts {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, `[{"certname": "b"}, {"certname": "a"}, {"certname": "b"}]`)
	}))
	defer server.Close()
	names, err := quickly(t, &Config{URL: server.URL}).Certnames(t.Context(), "")
	if err != nil || !slices.Equal(names, []string{"a", "b"}) {
		t.Errorf("%q, %v", names, err)
	}

	server.Close()
	_, err = quickly(t, &Config{URL: server.URL}).Certnames(t.Context(), "")
	if err == nil || !strings.HasSuffix(err.Error(), "refused the connection: nothing listens there (after 4 attempts)") {
		t.Error(err)
	}
	_, err = quickly(t, &Config{URL: "http://none.invalid"}).Certnames(t.Context(), "")
	if err == nil {
		t.Error("no error for a host that does not exist")
	}
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		cancel()
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	c := quickly(t, &Config{URL: server.URL})
	c.backoff = time.Hour
	if _, err := c.Certnames(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// standIn returns a handler that answers the client's queries as PuppetDB does, for nodes with the
// given number of bytes of facts.
func standIn(t *testing.T, facts map[string]int, asked *[][]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var q struct{ Query json.RawMessage }
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			t.Error(err)
		}
		var answer []map[string]any
		switch {
		case r.URL.Path == "/pdb/query/v4" || strings.HasPrefix(string(q.Query), `["extract",["certname"]]`):
			for name := range facts {
				if r.URL.Path != "/pdb/query/v4" || strings.HasPrefix(name, "web") {
					answer = append(answer, map[string]any{"certname": name})
				}
			}
		case r.URL.Path == "/pdb/query/v4/inventory":
			var in []json.RawMessage
			var list []json.RawMessage
			var names []string
			if err := errors.Join(json.Unmarshal(q.Query, &in), json.Unmarshal(in[2], &list), json.Unmarshal(list[1], &names)); err != nil {
				t.Error(err)
			}
			*asked = append(*asked, names)
			for _, name := range names {
				if name != "web-gone" {
					answer = append(answer, map[string]any{"certname": name, "facts": map[string]any{"x": strings.Repeat("x", facts[name])}})
				}
			}
		case r.URL.Path == "/pdb/query/v4/catalogs":
			answer = append(answer, map[string]any{"certname": "web1"}, map[string]any{"certname": "other"})
		case r.URL.Path == "/pdb/query/v4/resources":
			answer = append(answer, map[string]any{"certname": "web1", "title": "Ntp"}, map[string]any{"certname": "web1", "title": "Apache"})
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Error(err)
		}
	}
}

// TestNodes checks that if the answer for a page is too large, the client requests smaller pages.
func TestNodes(t *testing.T) {
	t.Parallel()
	facts := map[string]int{"web-gone": 10, "web1": 10, "db": 10}
	for i := range 20 {
		facts[fmt.Sprintf("web-%02d", i)] = 300
	}
	var asked [][]string
	server := httptest.NewServer(standIn(t, facts, &asked))
	defer server.Close()
	c := quickly(t, &Config{URL: server.URL})
	c.limit = 2000
	names, err := c.Certnames(t.Context(), `inventory[certname] { facts.role = "web" }`)
	if err != nil || len(names) != 22 {
		t.Fatalf("%q, %v", names, err)
	}
	var got []string
	for n, err := range c.Nodes(t.Context(), names) {
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(n.Inventory), `"x"`) {
			t.Errorf("%s: %s", n.Certname, n.Inventory)
		}
		if got = append(got, n.Certname); n.Certname == "web1" && (!n.HasCatalog || fmt.Sprint(n.Classes) != "[Apache Ntp]") || n.Certname != "web1" && n.HasCatalog {
			t.Errorf("%+v", n)
		}
	}
	want := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "web-gone" })
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if len(asked[0]) != 22 || len(asked[1]) != 11 || len(asked) < 4 {
		t.Errorf("requested pages %q", asked)
	}
	for range c.Nodes(t.Context(), names) {
		break // stopping early is not an error
	}

	c.limit = 200
	var failure error
	for _, err := range c.Nodes(t.Context(), []string{"web-00"}) {
		failure = err
	}
	if failure == nil || !strings.HasPrefix(failure.Error(), "web-00: the response has more than") {
		t.Error(failure)
	}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	ours, others := puppetdbtest.NewAuthority(t), puppetdbtest.NewAuthority(t)
	later := time.Now().Add(time.Hour)
	cert, key := ours.Issue(t, "ci.example.com", later)
	foreignCert, foreignKey := others.Issue(t, "stranger.example.com", later)
	serve := func(a *puppetdbtest.Authority, notAfter time.Time, needsCert bool, names ...string) string {
		certFile, keyFile := a.Issue(t, "server", notAfter, names...)
		pair, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `[{"certname":"a"}]`) }))
		server.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		if needsCert {
			server.TLS.ClientCAs = x509.NewCertPool()
			server.TLS.ClientCAs.AddCert(ours.Cert)
			server.TLS.ClientAuth = tls.RequireAndVerifyClientCert
		}
		server.StartTLS()
		t.Cleanup(server.Close)
		return server.URL
	}
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	strict, open := serve(ours, later, true), serve(ours, later, false)
	for _, tt := range []struct {
		name   string
		config Config
		want   string // "" for success
	}{
		{"a client certificate", Config{URL: strict, Cert: cert, Key: key, CACert: ours.CA()}, ""},
		{"a token", Config{URL: open, Token: secretToken, CACert: ours.CA()}, ""},
		{"no client certificate", Config{URL: strict, CACert: ours.CA()}, "HOST refused the connection: certificate required; without a client certificate (--cert, --key) or token, the client is not accepted"},
		{"a certificate of another authority", Config{URL: strict, Cert: foreignCert, Key: foreignKey, CACert: ours.CA()}, "HOST refused the connection: unknown certificate authority; the certificate " + foreignCert + " is not accepted"},
		{"an unknown authority", Config{URL: open}, "the certificate of HOST is signed by an authority that is not trusted (only those of the system are; --cacert names Puppet's)"},
		{"another authority", Config{URL: open, CACert: others.CA()}, "the certificate of HOST is signed by an authority that is not trusted (only those in " + others.CA() + " are)"},
		{"another host name", Config{URL: serve(ours, later, false, "puppetdb.example.com", "puppetdb"), CACert: ours.CA()},
			"the certificate of HOST is for puppetdb.example.com, puppetdb; use the name of the server that is in its certificate"},
		{"an expired certificate", Config{URL: serve(ours, time.Now().Add(-time.Hour), false), CACert: ours.CA()}, "the certificate of HOST is not valid: x509: certificate has expired or is not yet valid"},
		{"a server without TLS", Config{URL: strings.Replace(plain.URL, "http:", "https:", 1)}, "HOST does not speak TLS; is it http instead of https, or another port?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := quickly(t, &tt.config)
			names, err := c.Certnames(t.Context(), "")
			want := strings.ReplaceAll(tt.want, "HOST", c.base.Host)
			switch {
			case want == "" && (err != nil || len(names) != 1), want != "" && err == nil:
				t.Errorf("%q, %v", names, err)
			case want != "" && !strings.HasPrefix(err.Error(), want):
				t.Errorf("got %v\nwant %s", err, want)
			}
		})
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	a := puppetdbtest.NewAuthority(t)
	cert, key := a.Issue(t, "client", time.Now().Add(time.Hour))
	_, otherKey := a.Issue(t, "other", time.Now().Add(time.Hour))
	noPEM := filepath.Join(t.TempDir(), "none.pem")
	if err := os.WriteFile(noPEM, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		config Config
		want   string
	}{
		{Config{URL: "puppetdb.example.com"}, "the URL must be like https://puppetdb.example.com:8081"},
		{Config{URL: "ftp://puppetdb.example.com"}, "the URL must be like https://puppetdb.example.com:8081"},
		{Config{URL: "https://me:s3cr3t@puppetdb.example.com"}, "the URL must not contain a user or password"},
		{Config{URL: "https://me:s3cr3t@puppetdb.example.com:x"}, "invalid URL"},
		{Config{URL: "https://puppetdb.example.com/?a=b"}, "the URL must not contain a `?`"},
		{Config{URL: "https://me:pass#word@puppetdb.example.com"}, "invalid URL"},
		{Config{URL: "http://puppetdb.example.com:8080", Token: secretToken}, "a token is only sent over https"},
		{Config{URL: "http://127.example.com:8080", Token: secretToken}, "a token is only sent over https"},
		{Config{URL: "https://puppetdb.example.com:8081", Token: secretToken + "\r"}, "the token contains a character that no token has, such as a line break"},
		{Config{URL: "http://localhost:8080", Cert: cert, Key: key}, "a client certificate needs an https URL"},
		{Config{URL: "https://localhost", Cert: cert}, "--cert and --key must be given together"},
		{Config{URL: "https://localhost", Cert: cert, Key: otherKey}, cert + " and " + otherKey + " are not a certificate and its private key: private key does not match public key"},
		{Config{URL: "https://localhost", CACert: noPEM}, noPEM + " contains no certificate"},
		{Config{URL: "https://localhost", CACert: "/nowhere/ca.pem"}, "open /nowhere/ca.pem: no such file or directory"},
	} {
		if _, err := New(&tt.config); err == nil || err.Error() != tt.want && !strings.HasPrefix(tt.want, "open") || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%+v: got %v\nwant %s", tt.config, err, tt.want)
		}
	}
	if _, err := New(&Config{URL: "http://127.0.0.1:8080", Token: secretToken}); err != nil {
		t.Error(err)
	}
}

func TestAgentFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(path string) {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want ...string) {
		t.Helper()
		found := &Config{}
		found.useAgentIn([]string{dir + "/none", dir})
		for i, got := range []string{found.Cert, found.Key, found.CACert} {
			if got = strings.TrimPrefix(got, dir+"/"); got != want[i] {
				t.Errorf("got %q, want %q", got, want[i])
			}
		}
	}
	check("", "", "")
	write("certs/ca.pem")
	check("", "", "certs/ca.pem")
	write("private_keys/web01.pem")
	check("", "", "certs/ca.pem")
	write("certs/web01.pem")
	check("certs/web01.pem", "private_keys/web01.pem", "certs/ca.pem")
	given := &Config{Token: secretToken, CACert: "mine.pem"}
	if given.useAgentIn([]string{dir}); given.Cert != "" || given.Key != "" || given.CACert != "mine.pem" {
		t.Errorf("%+v", given)
	}
	write("private_keys/other.pem")
	check("", "", "certs/ca.pem")
}

func TestReadToken(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	for text, want := range map[string]string{secretToken + "\n": secretToken, "": "", "\n": "", "a b": "", "a\r\nX-Other: b": ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadToken(path); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := ReadToken(path + ".none"); err == nil {
		t.Error("no error for a file that does not exist")
	}
}

func FuzzReadElements(f *testing.F) {
	for _, text := range []string{`[]`, `[{"certname": "a"}, 1]`, `[1`, `[1,]`, `{}`, `[] x`, ``, `[[[[`, "[\"\\ud800\"]", "[\xff]"} {
		f.Add([]byte(text), int64(20))
	}
	f.Fuzz(func(t *testing.T, text []byte, limit int64) {
		limit &= 1<<16 - 1
		elements, err := readElements(strings.NewReader(string(text)), limit)
		if err == nil && int64(len(text)) > limit {
			t.Error("no error for a text above the limit")
		}
		if err == nil != (json.Valid(text) && strings.HasPrefix(strings.TrimLeft(string(text), " \t\r\n"), "[") && int64(len(text)) <= limit) {
			t.Errorf("%q: %v", text, err)
		}
		for _, element := range elements {
			if !json.Valid(element) {
				t.Errorf("%q is not JSON", element)
			}
		}
	})
}
