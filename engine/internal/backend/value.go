package backend

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// typeError returns the error for a value that Hiera functions must not return.
func typeError(subject, got string) *outcome.Error {
	return &outcome.Error{Class: outcome.ClassTypeAssertion, Cause: outcome.BadValue, Message: fmt.Sprintf("%s has wrong type, expects Puppet::LookupValue, got %s", subject, got)}
}

// richDataProblem returns the type of v as Puppet prints it if lookups must not return v; otherwise
// "".
func richDataProblem(v *data.Value) string {
	if isRichData(v) {
		return ""
	}
	return types.Infer(v).String()
}

func isRichData(v *data.Value) bool {
	switch v.Kind() {
	case data.Symbol:
		return v.Text() == "default" || v.Text() == "undef"
	case data.Array:
		return lists.All(v.Items(), isRichData)
	case data.Hash:
		return lists.All(v.Entries(), func(e data.Entry) bool { return isRichDataKey(e.Key) && isRichData(e.Value) })
	}
	return true
}

func isRichDataKey(v *data.Value) bool {
	return v.Kind() == data.String || v.Kind() == data.Integer || v.Kind() == data.Float
}
