package backend

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/outcome"
)

// eyamlBackend is eyaml_lookup_key: YAML files with encrypted values. Values are decrypted when
// they are looked up, and then interpolated.
type eyamlBackend struct {
	of   *Backends
	keys *eyamlKeys
}

func (b *eyamlBackend) traits() traits {
	return traits{keepsValues: true, format: data.YAML}
}

func (b *eyamlBackend) lookup(inv *invocation.Invocation, l *Level, at *Location, k *Key) (*data.Value, bool, *outcome.Error) {
	if at == nil || at.URI {
		return nil, false, (&outcome.Error{Class: outcome.ClassArgument, Message: config.NoLocationText("eyaml_lookup_key")}).WithNode(l.Config.Node)
	}
	if k.Root == "" {
		return nil, false, (&outcome.Error{
			Class: outcome.ClassArgument, Message: "'eyaml_lookup_key' parameter 'key' expects a String[1] value, got String",
		}).WithNode(l.Config.Node)
	}
	doc := b.document(at)
	inv.Record.WarnAll(doc.warnings)
	if doc.err != nil {
		return nil, false, doc.err
	}
	entry := doc.entry(k.root)
	if entry == nil {
		inv.Explain.NotFound(k.Root)
		return nil, false, nil
	}
	inv.AddOrigin(k.Root, entry.value.Node())
	v, err := b.value(inv, at, k, entry)
	if err != nil {
		return nil, false, err
	}
	v = inv.Objects.Share(v) // Puppet calls the function once for each key
	inv.Explain.Found(k.Root, v)
	return v, true, nil
}

// document returns the file at a location.
func (b *eyamlBackend) document(at *Location) *document {
	at.cache.once.Do(func() {
		at.cache.document = b.of.document(documentKey{path: at.Text, format: data.YAML, kind: dataHash})
	})
	return at.cache.document
}

// value decrypts a value once for each node: Puppet caches the interpolated result.
func (b *eyamlBackend) value(inv *invocation.Invocation, at *Location, k *Key, entry *rootEntry) (*data.Value, *outcome.Error) {
	// An explanation has its own node.
	keep := inv.Explain != nil || inv.Override == nil && inv.Defaults == nil && !inv.GlobalOnly
	kept, isKept := inv.Own.Load(&at.cache.values, k.Root)
	if keep && !isKept {
		kept, isKept = at.cache.values.Load(k.Root)
	}
	if isKept {
		inv.Record.Include(&kept.Record)
		return kept.Value, nil
	}
	kept = invocation.NewKept(inv.Record.Traced)
	sub := inv.Nested()
	sub.Record = &kept.Record
	d := &decryption{inv: sub, backend: b, path: at.Text, key: k.Root}
	v, err := d.value(entry.value)
	inv.Record.Include(&kept.Record)
	if err != nil {
		return nil, err
	}
	if problem := richDataProblem(v); problem != "" {
		subject := fmt.Sprintf("Value for key '%s', returned from lookup_key function 'eyaml_lookup_key', when using location '%s',", k.Root, at.Text)
		return nil, typeError(subject, problem).WithNode(entry.value.Node())
	}
	if kept.Value = v; keep {
		at.cache.values.Store(k.Root, kept)
	} else {
		inv.Own.Store(&at.cache.values, k.Root, kept)
	}
	return v, nil
}

// decryption decrypts one value.
type decryption struct {
	inv       *invocation.Invocation
	backend   *eyamlBackend
	path, key string
}

// value decrypts and interpolates the strings in v. Hash keys are only interpolated.
func (d *decryption) value(v *data.Value) (*data.Value, *outcome.Error) {
	switch v.Kind() {
	case data.String:
		return d.text(v)
	case data.Array:
		items := make([]*data.Value, v.Len())
		for i, item := range v.Items() {
			var err *outcome.Error
			if items[i], err = d.value(item); err != nil {
				return nil, err
			}
		}
		return data.NewArray(items).WithNode(v.Node()), nil
	case data.Hash:
		entries := make([]data.Entry, v.Len())
		for i, e := range v.Entries() {
			k, err := interpolation.Value(d.inv, e.Key, true)
			if err != nil {
				return nil, err
			}
			if k.HasUnknown() {
				return outcome.UnknownPart(k), nil
			}
			value, err := d.value(e.Value)
			if err != nil {
				return nil, err
			}
			entries[i] = data.Entry{Key: k, Value: value}
		}
		return interpolation.Distinct(d.inv, entries).WithNode(v.Node()), nil
	}
	return v, nil
}

func (d *decryption) text(v *data.Value) (*data.Value, *outcome.Error) {
	if !eyaml.IsEncrypted(v.Text()) {
		return interpolation.Value(d.inv, v, true)
	}
	plain, err := eyaml.Replace(v.Text(), d.decrypt)
	var missing *missingKeyError
	var method *unknownMethodError
	switch {
	case err == nil:
		return interpolation.Value(d.inv, data.NewString(plain).WithNode(v.Node()), true)
	case errors.Is(err, eyaml.ErrUnsupported):
		return d.inv.Unknown(&outcome.Unknown{Reason: outcome.EncryptedValue, Subject: err.Error(), Node: v.Node()}), nil
	case errors.As(err, &missing) && d.inv.Shared.Incomplete:
		return d.inv.Unknown(&outcome.Unknown{Reason: outcome.EncryptedValue, Subject: missing.subject, Node: v.Node()}), nil
	case errors.As(err, &method):
		if d.inv.Shared.Incomplete {
			return d.inv.Unknown(&outcome.Unknown{Reason: outcome.EncryptedValue, Subject: "method " + method.name, Node: v.Node()}), nil
		}
		// Ruby's LoadError is not a StandardError, so Puppet adds nothing to its message.
		return nil, outcome.Crashf("LoadError", "cannot load such file -- hiera/backend/eyaml/encryptors/%s", strings.ToLower(method.name)).WithCause(outcome.NoDecryption).WithNode(v.Node())
	}
	return nil, outcome.Errorf("hiera-eyaml backend error decrypting %s when looking up %s in %s. Error was %s", v.Text(), d.key, d.path, err).WithCause(outcome.NoDecryption).WithNode(v.Node())
}

// missingKeyError is the error of a missing key.
type missingKeyError struct {
	subject string // the kind of key
	text    string // hiera-eyaml's message
}

func (e *missingKeyError) Error() string { return e.text }

// unknownMethodError is the error of a method that hiera-eyaml does not include, such as GPG.
type unknownMethodError struct{ name string }

func (e *unknownMethodError) Error() string { return "unknown encryption method " + e.name }

func (d *decryption) decrypt(b eyaml.Block) (string, error) {
	if !strings.EqualFold(b.Method, eyaml.DefaultMethod) {
		return "", &unknownMethodError{b.Method}
	}
	plain, err := d.backend.keys.decrypt(b)
	if err == nil {
		d.inv.Record.AddSecret(plain)
	}
	return plain, err
}
