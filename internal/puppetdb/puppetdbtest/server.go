// Package puppetdbtest starts a real PuppetDB with its own PostgreSQL, and creates certificates. It
// is only for tests.
package puppetdbtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Variable enables tests with a real PuppetDB, which take a minute, and sets the number of nodes.
const Variable = "HIERALINT_TEST_PUPPETDB_NODES"

// Nodes returns the number of nodes that a test stores, or 0 if it does not start a server.
func Nodes(t *testing.T) int {
	t.Helper()
	text := os.Getenv(Variable)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is a number of nodes, not `%s`", Variable, text)
	}
	return n
}

// Server is a PuppetDB that runs until the end of the test.
type Server struct {
	// URL is for HTTP, and SecureURL for HTTPS, which requires a client certificate of Authority.
	URL, SecureURL string
	Authority      *Authority
}

// The files of Debian's packages.
const (
	jar       = "/usr/share/puppetdb/puppetdb.jar"
	bootstrap = "/etc/puppetdb/bootstrap.cfg"
)

// Start starts a server, or skips the test unless Variable is set.
func Start(t *testing.T) *Server {
	t.Helper()
	if Nodes(t) == 0 {
		t.Skipf("a real PuppetDB takes a minute: set %s=2000, with Debian's packages puppetdb and postgresql", Variable)
	}
	programs, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(programs) == 0 {
		t.Fatalf("%s is set, and PostgreSQL is not installed", Variable)
	}
	if _, err := os.Stat(jar); err != nil {
		t.Fatalf("%s is set, and PuppetDB is not installed: %v", Variable, err)
	}
	s := &Server{Authority: NewAuthority(t)}
	s.startPuppetDB(t, startPostgreSQL(t, programs[len(programs)-1]))
	return s
}

// startPostgreSQL starts a database for PuppetDB, and returns its port. PostgreSQL does not run as
// root.
func startPostgreSQL(t *testing.T, programs string) (port int) {
	t.Helper()
	temporary, port := t.TempDir(), freePort(t)
	dir, as := filepath.Join(temporary, "data"), []string{}
	if os.Geteuid() == 0 {
		if err := os.Chmod(filepath.Dir(temporary), 0o755); err != nil { //nolint:gosec // the user postgres needs access to its directory
			t.Fatal(err)
		}
		as = []string{"runuser", "-u", "postgres", "--"}
		run(t, "install", "-d", "-o", "postgres", dir)
	}
	command := func(program string, args ...string) []string {
		return append(append(append([]string{}, as...), filepath.Join(programs, program)), args...)
	}
	run(t, command("initdb", "-D", dir, "-U", "postgres", "-A", "trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8")...)
	start(t, command("postgres", "-D", dir, "-p", fmt.Sprint(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off")...)
	t.Cleanup(func() {
		// runuser does not forward signals.
		stop := command("pg_ctl", "-D", dir, "-m", "immediate", "stop")
		_ = exec.Command(stop[0], stop[1:]...).Run() //nolint:gosec // a program of Debian's package; start kills remaining processes
	})
	on := func(args ...string) []string {
		return append([]string{"-h", "127.0.0.1", "-p", fmt.Sprint(port), "-U", "postgres"}, args...)
	}
	await(t, "PostgreSQL", time.Minute, func() bool {
		return exec.CommandContext(t.Context(), filepath.Join(programs, "pg_isready"), on()...).Run() == nil //nolint:gosec // a program of Debian's package
	})
	psql := filepath.Join(programs, "psql")
	run(t, append([]string{psql}, on("-c", "CREATE ROLE puppetdb LOGIN", "-c", "CREATE DATABASE puppetdb OWNER puppetdb")...)...)
	run(t, append([]string{psql}, on("-d", "puppetdb", "-c", "CREATE EXTENSION pg_trgm")...)...)
	return port
}

func (s *Server) startPuppetDB(t *testing.T, database int) {
	t.Helper()
	dir := t.TempDir()
	cert, key := s.Authority.Issue(t, "puppetdb", time.Now().Add(time.Hour))
	http, https := freePort(t), freePort(t)
	s.URL, s.SecureURL = fmt.Sprintf("http://127.0.0.1:%d", http), fmt.Sprintf("https://127.0.0.1:%d", https)
	config := filepath.Join(dir, "conf.d")
	if err := os.Mkdir(config, 0o700); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("[global]\nvardir = %s\n[database]\nsubname = //127.0.0.1:%d/puppetdb\nusername = puppetdb\npassword = none\n"+
		"[puppetdb]\ndisable-update-checking = true\n"+
		"[jetty]\nhost = 127.0.0.1\nport = %d\nssl-host = 127.0.0.1\nssl-port = %d\nssl-cert = %s\nssl-key = %s\nssl-ca-cert = %s\nclient-auth = need\n",
		dir, database, http, https, cert, key, s.Authority.CA())
	for name, text := range map[string]string{"puppetdb.ini": text, "auth.conf": authConf} {
		if err := os.WriteFile(filepath.Join(config, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ended := start(t, "java", "-Djava.io.tmpdir="+dir, "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", jar, "clojure.main", "-m", "puppetlabs.puppetdb.core",
		"services", "--config", config, "--bootstrap-config", bootstrap, "--restart-file", filepath.Join(dir, "restart"))
	await(t, "PuppetDB", 6*time.Minute, func() bool {
		select {
		case <-ended:
			t.Fatal("PuppetDB exited during startup")
		default:
		}
		_, err := s.do(t.Context(), "GET", "/pdb/meta/v1/version", nil)
		return err == nil
	})
}

// authConf allows everyone to read metrics. PuppetDB does not start without such a file, but
// queries do not depend on it.
const authConf = `authorization: {
  version: 1
  rules: [{ match-request: { path: "/metrics", type: path }, allow-unauthenticated: true, sort-order: 500, name: "metrics" }]
}
`

// Command sends a command, such as `replace_facts`, which PuppetDB executes asynchronously.
func (s *Server) Command(t *testing.T, command string, version int, certname string, payload map[string]any) {
	t.Helper()
	payload["certname"], payload["producer"], payload["producer_timestamp"] = certname, "test", time.Now().UTC().Format(time.RFC3339)
	body, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/pdb/cmd/v1?command=%s&version=%d&certname=%s", command, version, url.QueryEscape(certname))
	if _, err := s.do(t.Context(), "POST", path, body); err != nil {
		t.Fatal(err)
	}
}

// Await waits until a PQL query has the given number of results.
func (s *Server) Await(t *testing.T, query string, answers int) {
	t.Helper()
	await(t, query, 3*time.Minute, func() bool {
		text, err := s.do(t.Context(), "GET", "/pdb/query/v4?query="+url.QueryEscape(query), nil)
		var all []json.RawMessage
		return err == nil && json.Unmarshal(text, &all) == nil && len(all) == answers
	})
}

func (s *Server) do(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, s.URL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, text)
	}
	return text, err
}

// run runs a program.
func run(t *testing.T, args ...string) {
	t.Helper()
	if output, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil { //nolint:gosec // the arguments are those of this file
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, output)
	}
}

// start starts a program that runs until the end of the test. The channel is closed when it exits.
func start(t *testing.T, args ...string) <-chan struct{} {
	t.Helper()
	var output bytes.Buffer
	c := exec.Command(args[0], args[1:]...) //nolint:gosec // the arguments are those of this file
	c.Stdout, c.Stderr, c.WaitDelay = &output, &output, time.Second
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = c.Wait() // it was interrupted
		close(ended)
	}()
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt) // fails if it has exited already
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = c.Process.Kill()
			<-ended
		}
		if t.Failed() {
			text := output.String()
			t.Logf("%s:\n%s", args[0], text[max(0, len(text)-4000):])
		}
	})
	return ended
}

func await(t *testing.T, what string, limit time.Duration, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !done(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not done within %s", what, limit)
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}
