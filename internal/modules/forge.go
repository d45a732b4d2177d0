package modules

import (
	"bytes"
	"context"
	"crypto/md5" //nolint:gosec // old servers have no better checksum; it only detects incomplete downloads
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Forge describes a Puppet Forge, or a server with the same API.
type Forge struct {
	// URL is the address of the server; "" means DefaultForge.
	URL string
	// Token is sent to the server to authenticate, if it is not empty.
	Token string
	// Timeout is how long a server may send nothing; zero means DefaultTimeout.
	Timeout time.Duration
	// UserAgent is the value of the User-Agent header.
	UserAgent string
}

// DefaultForge is the public Forge.
const DefaultForge = "https://forgeapi.puppet.com"

// DefaultTimeout is the default of Forge.Timeout.
const DefaultTimeout = time.Minute

// Check returns what is wrong with the URL or the token.
func (f *Forge) Check() error {
	u, err := url.Parse(f.URL)
	switch {
	case err != nil:
		return errors.New("invalid URL") // without the reason, which may contain a part of a password
	case f.URL != "" && (u.Scheme != "http" && u.Scheme != "https" || u.Host == ""):
		return errors.New("the URL must be like " + DefaultForge)
	case u.User != nil:
		return errors.New("the URL must not contain a user or password")
	case f.Token != "" && strings.ContainsFunc(f.Token, func(c rune) bool { return c <= ' ' || c > '~' }):
		return errors.New("the token contains a character that no token has, such as a line break")
	case f.Token != "" && u.Scheme == "http" && !isLoopback(u.Hostname()):
		return errors.New("a token is only sent over https")
	}
	return nil
}

func isLoopback(host string) bool { return host == "localhost" || net.ParseIP(host).IsLoopback() }

const (
	maxAnswer  = 16 << 20  // bytes of JSON
	maxArchive = 256 << 20 // bytes of a compressed module
	attempts   = 3
	firstPause = time.Second
)

// client downloads from a Forge, and from the servers that its answers name.
type client struct {
	forge Forge
	http  *http.Client
	pause time.Duration // before the second attempt
}

func newClient(f Forge) *client {
	if f.URL == "" {
		f.URL = DefaultForge
	}
	if f.Timeout <= 0 {
		f.Timeout = DefaultTimeout
	}
	return &client{forge: f, http: &http.Client{}, pause: firstPause}
}

// release is a release of a module, as the API describes it.
type release struct {
	Version string `json:"version"`
	File    string `json:"file_uri"`
	SHA256  string `json:"file_sha256"`
	MD5     string `json:"file_md5"`
}

// release returns a release of a module, or the latest one if version is "".
func (c *client) release(ctx context.Context, module, version string) (*release, error) {
	path, what := "/v3/modules/"+url.PathEscape(module), module
	if version != "" {
		path, what = "/v3/releases/"+url.PathEscape(module+"-"+version), module+" "+version
	}
	answer, err := c.get(ctx, c.forge.URL+path, maxAnswer)
	if isNotFound(err) {
		return nil, fmt.Errorf("%s does not exist on %s", what, c.forge.URL)
	}
	if err != nil {
		return nil, err
	}
	var found struct {
		release
		Current *release `json:"current_release"`
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return nil, fmt.Errorf("the response of %s is not JSON", c.forge.URL)
	}
	r := &found.release
	if version == "" {
		if r = found.Current; r == nil {
			return nil, fmt.Errorf("%s has no release on %s", module, c.forge.URL)
		}
	}
	if r.File == "" {
		return nil, fmt.Errorf("the response of %s is not that of a Forge: it has no `file_uri`", c.forge.URL)
	}
	return r, nil
}

// download returns the archive of a release.
func (c *client) download(ctx context.Context, r *release) ([]byte, error) {
	base, err := url.Parse(c.forge.URL + "/")
	if err != nil {
		return nil, err
	}
	address, err := base.Parse(strings.TrimPrefix(r.File, "/"))
	if err != nil {
		return nil, fmt.Errorf("the response of %s has an invalid `file_uri`", c.forge.URL)
	}
	archive, err := c.get(ctx, address.String(), maxArchive)
	if err != nil {
		return nil, err
	}
	sum256, sum5 := sha256.Sum256(archive), md5.Sum(archive) //nolint:gosec // see the import
	if wrong := r.SHA256 != "" && r.SHA256 != hex.EncodeToString(sum256[:]); wrong || r.SHA256 == "" && r.MD5 != "" && r.MD5 != hex.EncodeToString(sum5[:]) {
		return nil, errors.New("the checksum of the downloaded archive is wrong")
	}
	return archive, nil
}

// statusError is the response of a server with an error.
type statusError struct {
	host, status string
	code         int
}

func (e *statusError) Error() string { return e.host + " answers " + e.status }

func isNotFound(err error) bool {
	var status *statusError
	return errors.As(err, &status) && status.code == http.StatusNotFound
}

// isTemporary reports whether another attempt may succeed.
func isTemporary(err error) bool {
	var status *statusError
	var network net.Error
	switch {
	case errors.As(err, &status):
		return status.code == http.StatusTooManyRequests || status.code >= http.StatusInternalServerError
	case errors.As(err, &network):
		return true
	default:
		return errors.Is(err, io.ErrUnexpectedEOF)
	}
}

// get downloads a URL of at most limit bytes.
func (c *client) get(ctx context.Context, address string, limit int64) ([]byte, error) {
	pause := c.pause
	for attempt := 1; ; attempt++ {
		text, err := c.getOnce(ctx, address, limit)
		switch {
		case err == nil:
			return text, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !isTemporary(err) || attempt == attempts:
			return nil, plain(err)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		pause *= 2
	}
}

// plain returns an error without the method and URL of the request.
func plain(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

func (c *client) getOnce(ctx context.Context, address string, limit int64) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("invalid URL")
	}
	silent := &silentError{r.URL.Host, c.forge.Timeout}
	timer := time.AfterFunc(c.forge.Timeout, func() { cancel(silent) })
	defer timer.Stop()
	r.Header.Set("User-Agent", c.forge.UserAgent)
	if forge, err := url.Parse(c.forge.URL); err == nil && c.forge.Token != "" && forge.Scheme == r.URL.Scheme && forge.Host == r.URL.Host {
		r.Header.Set("Authorization", "Bearer "+c.forge.Token)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, cause(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }() // everything has been read, or an error is returned
	if answer.StatusCode != http.StatusOK {
		return nil, &statusError{r.URL.Host, strings.TrimSpace(fmt.Sprintf("%d %s", answer.StatusCode, http.StatusText(answer.StatusCode))), answer.StatusCode}
	}
	var text bytes.Buffer
	body := io.LimitReader(answer.Body, limit+1)
	for {
		const part = 64 << 10
		n, err := io.CopyN(&text, body, part)
		switch {
		case int64(text.Len()) > limit:
			return nil, fmt.Errorf("the response of %s has more than %d MiB", r.URL.Host, limit>>20)
		case errors.Is(err, io.EOF):
			return text.Bytes(), nil
		case err != nil:
			return nil, cause(ctx, err)
		}
		if n > 0 {
			timer.Reset(c.forge.Timeout)
		}
	}
}

// silentError is the error of a server that sends nothing.
type silentError struct {
	host    string
	timeout time.Duration
}

func (e *silentError) Error() string { return fmt.Sprintf("%s sent nothing for %s", e.host, e.timeout) }

// cause returns the reason why a request was canceled, or the error itself.
func cause(ctx context.Context, err error) error {
	var silent *silentError
	if errors.As(context.Cause(ctx), &silent) {
		return silent
	}
	return err
}
