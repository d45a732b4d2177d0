package fetch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/fetch"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/puppetdb"
	"github.com/hieralint/hieralint/internal/puppetdb/puppetdbtest"
)

// catalog returns a catalog with classes, in the format of the command `replace_catalog`.
func catalog(classes ...string) map[string]any {
	resources := []any{}
	for _, title := range classes {
		resources = append(resources, map[string]any{
			"type": "Class", "title": title, "exported": false, "tags": []any{}, "file": nil, "line": nil, "parameters": map[string]any{},
		})
	}
	return map[string]any{
		"version": "1", "environment": "production", "transaction_uuid": nil, "catalog_uuid": nil, "code_id": nil, "job_id": nil,
		"edges": []any{}, "resources": resources,
	}
}

// TestPuppetDB fetches nodes from a real PuppetDB.
func TestPuppetDB(t *testing.T) {
	t.Parallel()
	server := puppetdbtest.Start(t)
	nodes, catalogs := puppetdbtest.Nodes(t), 20
	if nodes < 100 {
		t.Fatalf("%s must be 100 or more", puppetdbtest.Variable)
	}
	start := time.Now()
	send := make(chan int)
	done := make(chan struct{})
	for range 4 {
		go func() {
			defer func() { done <- struct{}{} }()
			for i := range send {
				name := fmt.Sprintf("node%04d.example.com", i)
				server.Command(t, "replace_facts", 5, name, map[string]any{"environment": []string{"production", "dev"}[i%2], "values": map[string]any{
					"role": fmt.Sprintf("role%d", i%7), "os": map[string]any{"family": "Debian", "name": "Ubuntu", "release": map[string]any{"major": "24.04"}},
					"uptime": i, "nothing": nil, "big": "12345678901234567890", "ec2_userdata": "s3cr3t", "disks": map[string]any{"sda": map[string]any{"size_bytes": i}},
					"trusted": map[string]any{"authenticated": "remote", "certname": name, "extensions": map[string]any{"pp_zone": "eu", "pp_preshared_key": "s3cr3t"}, "hostname": name[:8], "domain": "example.com", "external": map[string]any{}},
				}})
				if i < catalogs {
					server.Command(t, "replace_catalog", 9, name, catalog("main", "Settings", "Profile::Web", "Other"))
				}
			}
		}()
	}
	for i := range nodes {
		send <- i
	}
	close(send)
	for range 4 {
		<-done
	}
	server.Await(t, "inventory[certname] { }", nodes)
	server.Await(t, "catalogs[certname] { }", catalogs)
	t.Logf("stored after %s", time.Since(start))

	tree := filetree.Write(t, map[string]string{
		".hieralint.yaml":                  "sensitive_facts: ['trusted.extensions.*_key', ec2_userdata]\n",
		"hiera.yaml":                       "version: 5\nhierarchy:\n  - {name: zones, path: 'zone/%{trusted.extensions.pp_zone}.yaml'}\n  - {name: roles, path: 'role/%{facts.role}.yaml'}\n  - {name: common, path: common.yaml}\n",
		"data/common.yaml":                 "profile::web::os: '%{facts.os.name} %{ec2_userdata}'\n",
		"manifests/site.pp":                "include profile::web\n",
		"modules/profile/manifests/web.pp": "class profile::web(String $os) {}\n",
	})
	workspace := open(t, tree)
	cert, key := server.Authority.Issue(t, "ci.example.com", time.Now().Add(time.Hour))
	foreignCert, foreignKey := puppetdbtest.NewAuthority(t).Issue(t, "stranger", time.Now().Add(time.Hour))
	secure := puppetdb.Config{URL: server.SecureURL, CACert: server.Authority.CA(), Cert: cert, Key: key}

	t.Run("over HTTP", func(t *testing.T) {
		start := time.Now()
		into := filepath.Join(t.TempDir(), "facts")
		summary := run(t, workspace, &fetch.Options{Server: puppetdb.Config{URL: server.URL}, Into: into})
		t.Logf("%d nodes fetched in %s", summary.Nodes, time.Since(start))
		if summary.Nodes != nodes || summary.New != nodes || summary.WithoutClasses != nodes-catalogs {
			t.Errorf("%+v", summary)
		}
		text, err := os.ReadFile(filepath.Join(into, "node0001.example.com.json"))
		if err != nil {
			t.Fatal(err)
		}
		const want = `{
  "certname": "node0001.example.com",
  "environment": "dev",
  "classes": [
    "profile::web"
  ],
  "facts": {
    "os": {
      "name": "Ubuntu"
    },
    "role": "role1"
  },
  "trusted": {
    "authenticated": "remote",
    "certname": "node0001.example.com",
    "domain": "example.com",
    "extensions": {
      "pp_zone": "eu"
    },
    "external": {},
    "hostname": "node0001"
  },
  "omitted": {"facts":["big","disks","ec2_userdata","nothing","os.family","os.release","uptime"],"trusted":["extensions.pp_preshared_key"]},
  "written_by": "hieralint nodes fetch"
}
`
		if string(text) != want {
			t.Errorf("got %s", text)
		}
	})
	t.Run("over TLS", func(t *testing.T) {
		summary := run(t, workspace, &fetch.Options{Server: secure, Query: `inventory[certname] { facts.role = "role3" and facts.uptime < 70 }`, Into: t.TempDir()})
		if summary.Nodes != 10 {
			t.Errorf("%+v", summary)
		}
		summary = run(t, workspace, &fetch.Options{Server: secure, Query: `resources[certname] { type = "Class" and title = "Profile::Web" }`, Into: t.TempDir()})
		if summary.Nodes != catalogs || summary.WithoutClasses != 0 {
			t.Errorf("%+v", summary)
		}
	})
	for _, tt := range []struct {
		name, query string
		server      puppetdb.Config
		want        string
	}{
		{"a query that is not PQL", "inventory[certname {", secure, "the query: the server answers 400 Bad Request: PQL parse error at line 1, column 20"},
		{"a query without certnames", "inventory[environment] { }", secure, "the query: the result has no certnames"},
		{"a query without answers", `inventory[certname] { facts.role = "none" }`, secure, "no active node with facts matches the query; nothing was changed"},
		{"no client certificate", "", puppetdb.Config{URL: server.SecureURL, CACert: server.Authority.CA()}, "HOST refused the connection: "},
		{"a certificate of another authority", "", puppetdb.Config{URL: server.SecureURL, CACert: server.Authority.CA(), Cert: foreignCert, Key: foreignKey}, ""},
		{"another authority", "", puppetdb.Config{URL: server.SecureURL, CACert: foreignCert}, "the certificate of HOST is signed by an authority that is not trusted"},
		{"HTTP on the port for HTTPS", "", puppetdb.Config{URL: strings.Replace(server.SecureURL, "https", "http", 1)}, ""},
		{"HTTPS on the port for HTTP", "", puppetdb.Config{URL: strings.Replace(server.URL, "http", "https", 1)}, "HOST does not speak TLS"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := fetch.Run(t.Context(), workspace, &fetch.Options{Server: tt.server, Query: tt.query, Into: t.TempDir(), Progress: silent{}})
			host := tt.server.URL[strings.Index(tt.server.URL, "//")+2:]
			if err == nil || !strings.HasPrefix(err.Error(), strings.ReplaceAll(tt.want, "HOST", host)) {
				t.Errorf("got %v", err)
			}
			t.Log(err)
		})
	}
}
