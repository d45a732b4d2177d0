package interpolate

// Error is what Puppet fails with on a token, whatever the data.
type Error struct {
	Token *Token
	// Text is Puppet's text.
	Text string
	// Issue means that the error has an issue code in Puppet. In hiera.yaml the name of the file
	// is then added to the text.
	Issue bool
}

// Error is Puppet's text.
func (e *Error) Error() string { return e.Text }

// Err is what Puppet fails with when it comes to the token, whatever the data; nil when that
// depends on the data. methods reports whether calls are allowed: they are in data, not in
// hiera.yaml. The checks are in Puppet's order (cases interpolation/*, config/interp*).
func (t *Template) Err(token *Token, methods bool) *Error {
	called := token.Kind == Call || token.Kind == UnknownMethod
	switch {
	case called && !methods:
		return &Error{token, "Interpolation using method syntax is not allowed in this context", true}
	case token.Method == Alias && !t.Whole():
		return &Error{token, "'alias' interpolation is only permitted if the expression is equal to the entire string", true}
	case token.Kind == UnknownMethod:
		return &Error{token, "Unknown interpolation method '" + token.MethodName + "'", true}
	case token.KeyErr == nil:
		return nil
	case token.Method.TakesKey():
		return &Error{token, token.KeyErr.Error(), false}
	case token.KeyErr.Number != "":
		return &Error{token, "Scope variable name " + token.KeyErr.Number + " is a Integer, not a string", false}
	default:
		return &Error{token, "Syntax error in string: " + t.Text, false}
	}
}
