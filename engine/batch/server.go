package batch

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/lists"
)

// server answers requests and caches what they have in common. It parses one request at a time, and
// answers requests that arrive together in parallel.
type server struct {
	options Options
	last    lastContext
	asked   asked
	// fingerprint is a reusable buffer for the cache key of a request.
	fingerprint []byte
	engines     map[string]*engine.Engine
	stores      []*data.Store // of the engines created since the caches were emptied, which scopes refer to
	scopes      map[string]*engine.Scope
	created     int // engines created for the current turn
	scopesSize  int // of the fields that determine the cached scopes
	crashes     crashes
}

func newServer(o Options) *server {
	o.Puppet = cmp.Or(o.Puppet, 8)
	return &server{options: o, engines: map[string]*engine.Engine{}, scopes: map[string]*engine.Scope{}}
}

// forget empties the caches, whose contents a crash may have left inconsistent.
func (s *server) forget() {
	s.release()
	s.last, s.crashes.since = lastContext{}, false
}

// release empties the caches. A scope keeps every engine that it was used with, so both are emptied
// together.
func (s *server) release() {
	clear(s.engines)
	clear(s.scopes)
	s.stores, s.scopesSize = nil, 0
}

// isFull reports whether the cached engines are too many, or hold too much data.
func (s *server) isFull() bool {
	held := 0
	for _, store := range s.stores {
		held += store.Held()
	}
	return len(s.stores) >= maxEngines || held > maxHeld
}

// The maximum numbers of cached engines and scopes. When they are exceeded, the cache is emptied:
// consecutive requests are usually for the same tree and node. Requests that need more than
// maxCreated new engines are not answered together.
const (
	maxEngines = 64
	maxCreated = 8
	// maxHeld limits the keys and values that the engines hold.
	maxHeld   = 1_000_000
	maxScopes = 4096
	// maxScopesSize limits the text of the facts and variables of cached scopes.
	maxScopesSize = 1 << 23
)

// The fields that determine the engine and the scope.
var (
	engineFields = []string{"envdir", "environment", "modulepath", "globaldir", "hiera_config", "codedir", "cwd", "settings", "functions"}
	scopeFields  = []string{"node", "facts", "trusted", "server_facts", "vars", "top_vars", "environment"}
)

// keysField is the field with the keys of a request for several keys, which may be thousands.
const keysField = "keys"

// context returns the engine and the scope of a request.
func (s *server) context(m *message) (*engine.Engine, *engine.Scope, error) {
	if s.last.is(m) {
		return s.last.engine, s.last.scope, nil
	}
	e, scope, err := s.newContext(m)
	if err == nil {
		s.last = lastContext{map[string]string{}, e, scope}
		for _, field := range m.context {
			s.last.fields[field.Name] = field.Text
		}
	}
	return e, scope, err
}

// lastContext is the context of the last request. Consecutive requests are usually for the same
// node.
type lastContext struct {
	fields map[string]string
	engine *engine.Engine
	scope  *engine.Scope
}

// asked holds the keys of the last request for several keys, which are often the same for all
// nodes.
type asked struct {
	text        string
	keys, names []string
}

// names returns keys as JSON member names, with the colon.
func (s *server) names(keys []string) []string {
	if len(keys) > 0 && len(keys) == len(s.asked.keys) && &keys[0] == &s.asked.keys[0] {
		return s.asked.names
	}
	return memberNames(keys)
}

// before returns the text of a field in an earlier request.
func (s *server) before(name string) string {
	if name == keysField {
		return s.asked.text
	}
	return s.last.fields[name]
}

func (l *lastContext) is(m *message) bool {
	if l.engine == nil || len(m.context) != len(l.fields) || m.boolean("fresh", false) || m.boolean("fresh_adapter", false) {
		return false
	}
	return lists.All(m.context, func(f tagged.Member) bool {
		text, ok := l.fields[f.Name]
		return ok && text == f.Text
	})
}

func (s *server) newContext(m *message) (*engine.Engine, *engine.Scope, error) {
	s.fingerprint = m.appendContext(s.fingerprint[:0], engineFields)
	e := s.engines[string(s.fingerprint)]
	if e == nil || m.boolean("fresh", false) {
		r, err := m.whole()
		if err != nil {
			return nil, nil, err
		}
		o, err := s.engineOptions(r)
		if err != nil {
			return nil, nil, err
		}
		if s.isFull() {
			s.release()
		}
		e = engine.New(o)
		s.stores = append(s.stores, o.Store)
		s.engines[string(s.fingerprint)] = e
		s.created++
	}
	s.fingerprint = m.appendContext(s.fingerprint[:0], scopeFields)
	scope := s.scopes[string(s.fingerprint)]
	if scope == nil || m.boolean("fresh_adapter", false) {
		r, err := m.whole()
		if err != nil {
			return nil, nil, err
		}
		if s.scopesSize += len(s.fingerprint); len(s.scopes) >= maxScopes || s.scopesSize > maxScopesSize {
			clear(s.scopes)
			s.scopesSize = len(s.fingerprint)
		}
		scope = s.scope(r)
		s.scopes[string(s.fingerprint)] = scope
	}
	return e, scope, nil
}

func (s *server) engineOptions(r request) (o engine.Options, err error) {
	o = engine.Options{
		Store:        data.NewStore(),
		GlobalConfig: absolute(r.text("hiera_config")), Codedir: absolute(r.text("codedir")), WorkingDir: absolute(r.text("cwd")),
		Puppet: s.options.Puppet, Getenv: os.LookupEnv,
	}
	if dir := r.text("globaldir"); dir != "" && o.GlobalConfig == "" {
		o.GlobalConfig = filepath.Join(absolute(dir), "hiera.yaml")
	}
	if o.Environment, err = s.environment(r, o.Store); err != nil {
		return o, err
	}
	if o.Functions, err = r.functions(); err != nil {
		return o, err
	}
	if settings := r.hash("settings"); settings != nil {
		settings := request{settings}
		switch strict := settings.text("strict"); strict {
		case "":
		case "off":
			o.Strict = engine.Off
		case "warning":
			o.Strict = engine.Warning
		case "error":
			o.Strict = engine.Strict
		default:
			return o, fmt.Errorf("settings: strict is off, warning or error, not `%s`", strict)
		}
		o.NoGlobalLayer = settings.text("data_binding_terminus") == "none"
	}
	return o, nil
}

// environment returns the environment in envdir or, without it, one that only has a name and
// modules.
func (s *server) environment(r request, store *data.Store) (*environment.Environment, error) {
	name := cmp.Or(r.text("environment"), "production")
	modulepath, err := r.texts("modulepath")
	if err != nil {
		return nil, err
	}
	for i, dir := range modulepath {
		modulepath[i] = absolute(dir)
	}
	dir := r.text("envdir")
	if dir == "" {
		env := environment.New(name, store)
		env.ModulePath = modulepath
		return env, nil
	}
	settings := map[string]string{}
	if codedir := r.text("codedir"); codedir != "" {
		settings["codedir"] = absolute(codedir)
		settings["environmentpath"] = filepath.Join(absolute(codedir), "environments")
	}
	env, err := environment.Open(dir, environment.Options{Store: store, Name: name, Settings: settings, ModulePath: modulepath})
	if err != nil {
		return nil, fmt.Errorf("envdir: no such directory: %s", dir)
	}
	return env, nil
}

func absolute(path string) string {
	if path == "" {
		return ""
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// scope returns the scope of a request, with the same defaults as the oracle.
func (s *server) scope(r request) *engine.Scope {
	d := engine.ScopeData{
		Certname: r.text("node"),
		Facts:    r.given("facts"), Trusted: r.given("trusted"), ServerFacts: r.given("server_facts"),
		Vars: variables(r.given("vars")), TopVars: variables(r.given("top_vars")),
	}
	if d.Certname == "" {
		d.Certname = nameFrom(d.Facts)
	}
	if d.Trusted == nil {
		host, name, ok := strings.Cut(d.Certname, ".")
		domain := data.NewUndef()
		if ok {
			domain = data.NewString(name)
		}
		d.Trusted = data.NewHash([]data.Entry{
			data.NewEntry("authenticated", data.NewString("remote")), data.NewEntry("certname", data.NewString(d.Certname)),
			data.NewEntry("extensions", data.NewHash(nil)), data.NewEntry("hostname", data.NewString(host)),
			data.NewEntry("domain", domain),
		})
	}
	if d.ServerFacts == nil {
		version := "8.11.0"
		if s.options.Puppet == 7 {
			version = "7.23.0"
		}
		d.ServerFacts = data.NewHash([]data.Entry{
			data.NewEntry("serverversion", data.NewString(version)), data.NewEntry("servername", data.NewString("puppet.example.com")),
			data.NewEntry("serverip", data.NewString("192.0.2.1")),
		})
	}
	return engine.NewScope(d)
}

func variables(v *data.Value) map[string]*data.Value {
	if v == nil || v.Kind() != data.Hash {
		return nil
	}
	return maps.Collect(v.StringEntries())
}

// nameFrom returns the certname in facts.
func nameFrom(facts *data.Value) string {
	for _, path := range [][]string{{"clientcert"}, {"fqdn"}, {"networking", "fqdn"}} {
		v := facts
		for _, name := range path {
			if v == nil || v.Kind() != data.Hash {
				v = nil
				break
			}
			v, _ = v.Get(name)
		}
		if v != nil && v.Kind() == data.String {
			return v.Text()
		}
	}
	return "oracle.example.com"
}

// keys returns the keys of a request for several keys; ok is false for other requests.
func (s *server) keys(m *message) (keys []string, ok bool, err error) {
	switch {
	case m.keys != "":
		return s.givenKeys(m.keys)
	case m.boolean("allkeys", false):
		r, err := m.whole()
		if err != nil {
			return nil, false, err
		}
		keys, err := s.allKeys(r)
		return keys, true, err
	}
	return nil, false, nil
}

// givenKeys parses the field `keys`. Null is treated as missing.
func (s *server) givenKeys(text string) (keys []string, ok bool, err error) {
	if s.asked.keys != nil && s.asked.text == text {
		return s.asked.keys, true, nil
	}
	v, err := tagged.ParseString(text)
	if err != nil || v.IsUndef() {
		return nil, false, err
	}
	if keys, err = textsOf(keysField, v); err != nil {
		return nil, false, err
	}
	s.asked = asked{text, keys, memberNames(keys)}
	return keys, true, nil
}
