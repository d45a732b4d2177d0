package interpolate

// Error is the error with which Puppet fails on a token regardless of the data.
type Error struct {
	Token *Token
	// Text is Puppet's message.
	Text string
	// Issue reports that the error has an issue code in Puppet. In hiera.yaml, the name of the file
	// is then appended to the message.
	Issue bool
}

// Error returns Puppet's message.
func (e *Error) Error() string { return e.Text }

// Err returns the error with which Puppet fails on the token regardless of the data; nil if there
// is none. methods reports whether interpolation functions are allowed, as they are in data but not
// in hiera.yaml. The checks are in Puppet's order (cases interpolation/*, config/interp*).
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
	}
	return &Error{token, "Syntax error in string: " + t.Text, false}
}
