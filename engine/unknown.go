package engine

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
)

// cannotAsk is what a level or layer answers that cannot be asked.
func (inv *invocation) cannotAsk(u *outcome.Unknown) (*data.Value, bool, *outcome.Error) {
	if inv.node.engine.options.LookPast {
		inv.out.noteUnknown(u)
		inv.out.passed++
		return nil, false, nil
	}
	inv.explain.Text("Not known: " + u.String())
	return inv.unknownValue(u), true, nil
}

// cannotAskFor is cannotAsk for a level that turns out to be unknown when it is asked for a key. What
// it would answer for lookup_options is taken to be nothing.
func (inv *invocation) cannotAskFor(k key.Key, u *outcome.Unknown) (*data.Value, bool, *outcome.Error) {
	if k.Root == lookupOptionsKey && inv.key == lookupOptionsKey {
		return nil, false, nil
	}
	return inv.cannotAsk(u)
}

// unknown stands in the place of a value that is not known.
func (inv *invocation) unknown(reason outcome.Reason, subject string, node *data.Node) *data.Value {
	return inv.unknownValue(&outcome.Unknown{Reason: reason, Subject: subject, Node: node})
}

func (inv *invocation) unknownValue(u *outcome.Unknown) *data.Value {
	inv.out.hasUnknown = true
	v := data.NewRich(u)
	if u.Node != nil {
		return v.WithNode(u.Node)
	}
	return v
}
