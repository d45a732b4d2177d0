package interpreter

import (
	"context"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// Function is a function written in the Puppet language. It is safe for concurrent use.
type Function struct {
	// Name is the qualified name of the function.
	Name string

	file     *source.File
	declared *pp.Function
	// duplicates are the duplicate keys in the file.
	duplicates []*pp.Error

	once      sync.Once
	params    *parameters
	returns   types.Type // nil if not declared
	signature error      // error of the types in the signature, or of duplicate keys
}

// Load parses the file of the function name. The error is an *Error if Puppet rejects the file.
func Load(file *source.File, name string) (*Function, error) {
	parsed, err := pp.Parse(file, pp.Options{Regexp: checkPattern})
	if err != nil {
		return nil, syntaxError(file, err)
	}
	if err := checkFile(file, parsed, name); err != nil {
		return nil, err
	}
	for _, d := range parsed.Definitions {
		if f, ok := d.(*pp.Function); ok && strings.TrimPrefix(f.Name, "::") == name {
			return &Function{Name: name, file: file, declared: f, duplicates: duplicateKeys(file, parsed)}, nil
		}
	}
	return nil, &UnsupportedError{What: "a file without the function `" + name + "`", File: file}
}

// ReturnType returns the declared return type, or nil if there is none.
func (f *Function) ReturnType(host Host) (types.Type, error) {
	f.prepare(host)
	return f.returns, f.signature
}

// prepare evaluates the types of the parameters and of the result. They are the same for all hosts.
func (f *Function) prepare(host Host) {
	f.once.Do(func() {
		if host.Strict() == Fail {
			if f.signature = refusal(f.file, f.duplicates); f.signature != nil {
				return
			}
		}
		s := &scope{evaluator: newEvaluator(context.Background(), host), file: f.file}
		if f.params, f.signature = s.parameters("'"+f.Name+"'", f.declared.Parameters); f.signature != nil {
			return
		}
		if f.declared.ReturnType != nil {
			f.returns, f.signature = s.typeOf(f.declared.ReturnType)
		}
	})
}

// Call calls the function. The error is ErrNotFound, an *Error, an *UnsupportedError, a *UnknownValueError, the error of
// the context, or an error of the host.
func (f *Function) Call(ctx context.Context, host Host, args ...*data.Value) (*data.Value, error) {
	v, err := f.call(newEvaluator(ctx, host), args)
	if _, ok := err.(breakSignal); ok {
		return nil, &UnsupportedError{What: "a `break` outside a loop", File: f.file, Span: f.declared.Span()}
	}
	return v, err
}

func (f *Function) call(ev *evaluator, args []*data.Value) (*data.Value, error) {
	f.prepare(ev.host)
	if f.signature != nil {
		return nil, f.signature
	}
	if ev.host.Strict() == Warn {
		for _, d := range f.duplicates {
			ev.host.Warn(d.Text)
		}
	}
	s := &scope{evaluator: ev, file: f.file}
	if ev.depth++; ev.depth > budget.MaxDepth {
		return nil, s.unsupported(f.declared, "a function that recurses this deeply")
	}
	defer func() { ev.depth-- }()
	if err := f.params.bind(s, f.declared, args); err != nil {
		return nil, err
	}
	v, err := s.statements(f.declared.Body)
	switch signal := err.(type) {
	case nil:
	case nextSignal:
		v = signal.value
	case returnSignal:
		v = signal.value
	default:
		return nil, err
	}
	return v, s.checkResult(f.declared, f.Name, f.returns, v)
}
