// Package puppetdb queries PuppetDB for nodes, their facts, and the classes in their catalogs.
//
// It is the only package of hieralint that uses the network, and it sends only queries. It does not trust the server:
// sizes and durations are limited. Its callers interpret the answers.
package puppetdb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hieralint/hieralint/internal/lists"
)

// Config describes how to connect and authenticate to PuppetDB.
type Config struct {
	// URL is the URL of the server, such as https://puppetdb.example.com:8081. It has a path only if the server is
	// behind a proxy.
	URL string
	// Cert and Key are PEM files with a client certificate and its private key, or empty.
	Cert, Key string
	// CACert is a PEM file with the certificates of the accepted certificate authorities. If it is empty, those of the
	// system are used.
	CACert string
	// Token is a Puppet Enterprise authentication token, or empty.
	Token string
	// Timeout is how long the server may send nothing. Zero means DefaultTimeout.
	Timeout time.Duration
	// UserAgent is the value of the User-Agent header.
	UserAgent string
}

// DefaultTimeout is the default of Config.Timeout.
const DefaultTimeout = time.Minute

// Client queries a PuppetDB.
type Client struct {
	base      *url.URL
	http      *http.Client
	token     string
	userAgent string
	identity  identity

	timeout  time.Duration
	longest  time.Duration // for a complete response
	limit    int64         // in bytes, for the body of a response
	together int           // nodes per query
	backoff  time.Duration // before the first retry
}

const (
	bodyLimit     = 64 << 20
	nodesTogether = 100
	firstBackoff  = time.Second
)

// New returns a client. It reads the files that the configuration names, but does not connect.
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
			// A redirect might send the token elsewhere, and PuppetDB redirects unknown paths to its dashboard.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	if client.timeout <= 0 {
		client.timeout = DefaultTimeout
	}
	client.longest = silences * client.timeout
	return client, nil
}

// Check returns what is wrong with the URL, and with what is sent to it.
func (c *Config) Check() error {
	_, err := parseURL(c)
	return err
}

// parseURL parses the URL of the server.
func parseURL(c *Config) (*url.URL, error) {
	u, err := url.Parse(c.URL)
	var wrong *url.Error
	switch {
	case errors.As(err, &wrong) && strings.Contains(c.URL, "@"):
		return nil, errors.New("invalid URL") // without the reason, which may contain a part of a password
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("invalid URL: %w", wrong.Err)
	case err != nil:
		return nil, err
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, errors.New("the URL must be like https://puppetdb.example.com:8081")
	case u.User != nil:
		return nil, errors.New("the URL must not contain a user or password")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the URL must not contain a `?`")
	case c.Token != "" && !isToken(c.Token):
		return nil, errors.New("the token contains a character that no token has, such as a line break")
	case u.Scheme == "http" && c.Token != "" && !isLoopback(u.Hostname()):
		return nil, errors.New("a token is only sent over https")
	case u.Scheme == "http" && c.Cert != "":
		return nil, errors.New("a client certificate needs an https URL")
	}
	return u, nil
}

// Node is a node in PuppetDB.
type Node struct {
	Certname string
	// Inventory is its entry in the inventory as JSON: facts, trusted facts, and environment.
	Inventory []byte
	// HasCatalog reports whether PuppetDB has a catalog of the node. Classes are the titles of the classes in it,
	// sorted.
	HasCatalog bool
	Classes    []string
}

// Certnames returns the active nodes with facts, sorted. With a PQL query, it returns only those that match.
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

// certnames returns the certnames in a response, sorted.
func (c *Client) certnames(ctx context.Context, path string, query any) ([]string, error) {
	names := []string{}
	for element, err := range c.ask(ctx, path, query) {
		if err != nil {
			return nil, err
		}
		var of struct{ Certname *string }
		if err := json.Unmarshal(element, &of); err != nil || of.Certname == nil {
			return nil, errors.New("the result has no certnames; use a query such as inventory[certname] { facts.role = \"web\" }")
		}
		names = append(names, *of.Certname)
	}
	return lists.Distinct(names), nil
}

// Nodes iterates over nodes in the order of certnames. Nodes that no longer exist are omitted. The last element may be
// an error.
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

// page queries several nodes.
func (c *Client) page(ctx context.Context, certnames []string) (map[string]*Node, error) {
	nodes := map[string]*Node{}
	isOneOf := array{"in", "certname", array{"array", certnames}}
	for element, err := range c.ask(ctx, "/inventory", isOneOf) {
		if err != nil {
			return nil, err
		}
		var of struct {
			Certname string
			Facts    json.RawMessage
		}
		if err := json.Unmarshal(element, &of); err != nil || of.Certname == "" || !bytes.HasPrefix(of.Facts, []byte("{")) {
			return nil, errors.New("the response is not a PuppetDB inventory")
		}
		nodes[of.Certname] = &Node{Certname: of.Certname, Inventory: element}
	}
	for element, err := range c.ask(ctx, "/catalogs", array{"extract", array{"certname"}, isOneOf}) {
		if err != nil {
			return nil, err
		}
		var catalog struct{ Certname string }
		if err := json.Unmarshal(element, &catalog); err != nil {
			return nil, errors.New("the response is not a list of catalogs")
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
			return nil, errors.New("the response is not a list of resources")
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

// isLoopback reports whether a host is the local machine.
func isLoopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
