package interpolation

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
)

// Variable returns the value of a variable or of a part of one, as referenced by the string at
// from; undef if it does not exist.
func Variable(inv *invocation.Invocation, k key.Key, from *data.Node) (*data.Value, *outcome.Error) {
	inv.Explain.PushScope()
	v, err := rootVariable(inv, k.Root, from)
	inv.Explain.PopScope()
	if err != nil || v.IsUndef() || len(k.Sub) == 0 {
		return v, err
	}
	dug, found, err := inv.Dig(k, v)
	switch {
	case err != nil:
		return nil, err
	case found:
		return dug, nil
	case inv.Scope.Partial:
		return inv.Unknown(&outcome.Unknown{Reason: outcome.UnknownVariable, Subject: k.Text, Node: from}), nil
	}
	return data.NewUndef(), nil
}

// rootVariable searches the overrides of the lookup, the scope, and the default values of the
// lookup.
func rootVariable(inv *invocation.Invocation, name string, from *data.Node) (*data.Value, *outcome.Error) {
	if inv.Override != nil {
		if v, ok := inv.Override.Get(name); ok {
			inv.Explain.FoundInOverrides(name, v)
			return v, nil
		}
	}
	v, exists := scopeVariable(inv, name)
	if _, local := inv.Locals[name]; !local {
		inv.Record.AddRead(outcome.Read{Name: name, Value: v})
	}
	if exists {
		inv.Explain.Found(name, v)
		return v, nil
	}
	var byDefault *data.Value
	hasDefault := false
	if inv.Defaults != nil {
		byDefault, hasDefault = inv.Defaults.Get(name)
	}
	if !(hasDefault && inv.Shared.Puppet >= 8) {
		if scope.IsSetting(name) {
			if v, ok := Setting(inv, name, from); ok {
				inv.Explain.Found(name, v)
				return v, nil
			}
		} else if inv.Scope.MayBeUnset() && !hasDefault && !scope.IsAlwaysDefined(name) {
			return inv.Unknown(&outcome.Unknown{Reason: outcome.UnknownVariable, Subject: name, Node: from}), nil
		}
		if err := undefined(inv, name); err != nil {
			return nil, err.WithNode(from)
		}
	}
	if hasDefault {
		inv.Explain.FoundInDefaults(name, byDefault)
		return byDefault, nil
	}
	if name == "module_name" || name == "caller_module_name" {
		inv.Explain.Found(name, data.NewUndef())
	}
	return data.NewUndef(), nil
}

// scopeVariable returns a variable of the node or of mapped_paths.
func scopeVariable(inv *invocation.Invocation, name string) (*data.Value, bool) {
	if v, ok := inv.Locals[name]; ok {
		return v, true
	}
	v, ok := inv.Scope.Variable(name)
	if inv.Hiera3.Scope {
		switch name {
		case "calling_class", "calling_class_path":
			return data.NewUndef(), true
		case "calling_module":
			if v, ok = inv.Scope.Variable("module_name"); !ok {
				v = data.NewUndef()
			}
			return v, true
		}
		if ok && v.Kind() == data.String && v.Text() == "" {
			return data.NewUndef(), true
		}
	}
	return v, ok
}

// Setting returns the value of a variable of the settings class that the scope does not have. It is
// unknown if it depends on the server or if puppet.conf may set it; ok is false if there is no such
// setting.
func Setting(inv *invocation.Invocation, variable string, from *data.Node) (v *data.Value, ok bool) {
	name, v, ok := scope.DefaultSetting(variable, inv.Shared.Puppet)
	if ok && (v.IsUndef() || inv.Shared.Incomplete) {
		v = inv.Unknown(&outcome.Unknown{Reason: outcome.UnknownSetting, Subject: name, Node: from})
	}
	return v, ok
}

// undefined does what Puppet does for an undefined variable: nothing, a warning, or an error,
// depending on the setting strict.
func undefined(inv *invocation.Invocation, name string) *outcome.Error {
	if scope.IsAlwaysDefined(strings.TrimPrefix(name, "::")) {
		return nil
	}
	reason := undefinedReason(inv, name)
	if scope.IsSetting(name) {
		// The settings class is evaluated, so Puppet refers to the variable as one of that class.
		name, reason = "::"+strings.TrimPrefix(name, "::"), ""
	} else if plain := strings.TrimPrefix(name, "::"); strings.Contains(plain, "::") {
		name = plain // Puppet names the class and its variable
	}
	switch s := inv.Shared; {
	case s.Strict == invocation.Off:
		return nil
	case s.Strict == invocation.Warning:
		inv.Record.Warn(fmt.Sprintf("Undefined variable '%s'; %s", name, reason) + invocation.NoPlace)
		return nil
	case s.Puppet >= 8 && inv.Place == invocation.InLocation:
		inv.Record.Warn(fmt.Sprintf("Interpolation failed with '%s', but compilation continuing; %s", name, reason) + invocation.NoPlace)
		return nil
	default:
		return &outcome.Error{
			Class: outcome.ClassArgument, Cause: outcome.UndefinedVariable, Name: name,
			Message: fmt.Sprintf("Undefined variable '%s'; %s", name, reason),
		}
	}
}

// undefinedReason returns the reason that Puppet adds for a variable of a class.
func undefinedReason(inv *invocation.Invocation, name string) string {
	name = strings.TrimPrefix(name, "::")
	at := strings.LastIndex(name, "::")
	if at < 0 {
		return ""
	}
	class := name[:at]
	if class == "" || inv.Shared.HasClass(class) {
		return "class " + class + " has not been evaluated"
	}
	return "class " + class + " could not be found"
}

// observeVariable records an undefined variable.
func observeVariable(inv *invocation.Invocation, t *interpolate.Template, token *interpolate.Token, v, value *data.Value) {
	if value != nil && value.IsUndef() && !scope.IsAlwaysDefined(token.Key.Root) {
		inv.Observe(outcome.Observation{Kind: outcome.MissingVariable, Name: token.Key.Text, Token: token, Template: t, Node: v.Node()})
	}
}
