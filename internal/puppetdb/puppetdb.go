// Package puppetdb asks PuppetDB which nodes there are, for their facts and for the classes of their catalogs.
//
// It is the only package of hieralint that uses the network, and it only reads: every request is a query. It trusts no
// server: what it reads and how long it waits is bounded. What answers mean is the business of its callers.
package puppetdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Config says where PuppetDB is, and how the client proves who it is.
type Config struct {
	// URL is that of the server, such as https://puppetdb.example.com:8081, without a path unless it is behind a proxy.
	URL string
	// Cert and Key are PEM files with the certificate of a client and its private key; empty for none.
	Cert, Key string
	// CACert is a PEM file with the certificates of the authorities that the server's must be signed by; empty for
	// those of the system.
	CACert string
	// Token is an authentication token of Puppet Enterprise; empty for none.
	Token string
	// Timeout is how long the server may be silent; 0 stands for DefaultTimeout.
	Timeout time.Duration
	// UserAgent is what the client calls itself.
	UserAgent string
}

// DefaultTimeout is how long a server may be silent by default.
const DefaultTimeout = time.Minute

// Client asks one PuppetDB.
type Client struct {
	base      *url.URL
	http      *http.Client
	token     string
	userAgent string
	identity  identity

	timeout  time.Duration
	longest  time.Duration // that an answer may take as a whole
	limit    int64         // of bytes in the body of an answer
	together int           // nodes that are asked for at a time
	backoff  time.Duration // before the first retry
}

const (
	bodyLimit     = 64 << 20
	nodesTogether = 100
	firstBackoff  = time.Second
)

// New makes a client. It reads the files that the configuration names, and connects to nothing.
func New(c *Config) (*Client, error) {
	base, err := parseURL(c)
	if err != nil {
		return nil, err
	}
	transport, identity, err := newTransport(c)
	if err != nil {
		return nil, err
	}
	client := &Client{
		base: base, token: c.Token, userAgent: c.UserAgent, identity: identity,
		timeout: c.Timeout, limit: bodyLimit, together: nodesTogether, backoff: firstBackoff,
		http: &http.Client{
			Transport: transport,
			// A redirect could lead the token elsewhere, and PuppetDB redirects what it does not know to its dashboard.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	if client.timeout <= 0 {
		client.timeout = DefaultTimeout
	}
	client.longest = silences * client.timeout
	return client, nil
}

// parseURL reads the URL of a server.
func parseURL(c *Config) (*url.URL, error) {
	u, err := url.Parse(c.URL)
	var wrong *url.Error
	switch {
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("invalid URL: %w", wrong.Err) // without the URL, which may have a password in it
	case err != nil:
		return nil, err
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, errors.New("the URL must be like https://puppetdb.example.com:8081")
	case u.User != nil:
		return nil, errors.New("the URL must not contain a user or password")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the URL must end before the `?`")
	case u.Scheme == "http" && c.Token != "" && !isLoopback(u.Hostname()):
		return nil, errors.New("a token is only sent over https")
	case u.Scheme == "http" && c.Cert != "":
		return nil, errors.New("a client certificate needs an https URL")
	}
	return u, nil
}

// Node is what PuppetDB has of a node.
type Node struct {
	Certname string
	// Inventory is its entry in the inventory, as JSON: its facts, trusted facts and environment.
	Inventory []byte
	// HasCatalog reports whether there is a catalog of the node; Classes are the titles of the classes in it, in order.
	HasCatalog bool
	Classes    []string
}

// Certnames are the active nodes with facts, in order. With a query in PQL, they are those that it answers.
func (c *Client) Certnames(ctx context.Context, query string) ([]string, error) {
	names, err := c.certnames(ctx, "/inventory", array{"extract", array{"certname"}})
	if err != nil || query == "" {
		return names, err
	}
	chosen, err := c.certnames(ctx, "", query)
	if err != nil {
		return nil, fmt.Errorf("the query: %w", err)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		_, found := slices.BinarySearch(chosen, name)
		return !found
	}), nil
}

// array is an expression of PuppetDB's query language.
type array = []any

// certnames are those in an answer, in order.
func (c *Client) certnames(ctx context.Context, path string, query any) ([]string, error) {
	names := []string{}
	for element, err := range c.ask(ctx, path, query) {
		if err != nil {
			return nil, err
		}
		var of struct{ Certname *string }
		if err := json.Unmarshal(element, &of); err != nil || of.Certname == nil {
			return nil, errors.New("the answer has no certnames; it must be like inventory[certname] { facts.role = \"web\" }")
		}
		names = append(names, *of.Certname)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// Nodes are nodes by their certnames, in the order of these. One that has been removed meanwhile is left out. The last may be an
// error.
func (c *Client) Nodes(ctx context.Context, certnames []string) iter.Seq2[*Node, error] {
	return func(yield func(*Node, error) bool) {
		for rest, together := certnames, c.together; len(rest) > 0; {
			page := rest[:min(together, len(rest))]
			nodes, err := c.page(ctx, page)
			var large *tooLargeError
			switch {
			case errors.As(err, &large) && len(page) > 1:
				together = max(1, len(page)/2)
				continue
			case errors.As(err, &large):
				err = fmt.Errorf("%s: %w", page[0], err)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, name := range page {
				if n := nodes[name]; n != nil && !yield(n, nil) {
					return
				}
			}
			rest = rest[len(page):]
		}
	}
}

// page asks for some nodes.
func (c *Client) page(ctx context.Context, certnames []string) (map[string]*Node, error) {
	nodes := map[string]*Node{}
	isOneOf := array{"in", "certname", array{"array", certnames}}
	for element, err := range c.ask(ctx, "/inventory", isOneOf) {
		if err != nil {
			return nil, err
		}
		n := &Node{Inventory: element}
		if err := json.Unmarshal(element, &n); err != nil || n.Certname == "" {
			return nil, errors.New("the answer is no inventory of PuppetDB")
		}
		nodes[n.Certname] = n
	}
	for element, err := range c.ask(ctx, "/catalogs", array{"extract", array{"certname"}, isOneOf}) {
		if err != nil {
			return nil, err
		}
		var catalog struct{ Certname string }
		if err := json.Unmarshal(element, &catalog); err != nil {
			return nil, errors.New("the answer is no list of catalogs")
		}
		if n := nodes[catalog.Certname]; n != nil {
			n.HasCatalog = true
		}
	}
	for element, err := range c.ask(ctx, "/resources", array{"extract", array{"certname", "title"}, array{"and", array{"=", "type", "Class"}, isOneOf}}) {
		if err != nil {
			return nil, err
		}
		var class struct{ Certname, Title string }
		if err := json.Unmarshal(element, &class); err != nil {
			return nil, errors.New("the answer is no list of resources")
		}
		if n := nodes[class.Certname]; n != nil {
			n.Classes = append(n.Classes, class.Title)
		}
	}
	for _, n := range nodes {
		slices.Sort(n.Classes)
	}
	return nodes, nil
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
