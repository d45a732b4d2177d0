package engine

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/hocon"
)

// readHOCON reads a file as hocon_data does.
func (e *Engine) readHOCON(path string) (*data.Value, *Unknown, *Error) {
	file, err := e.store.File(e.onDisk(path))
	if err != nil {
		return nil, nil, &Error{Class: "SystemCallError", Message: err.Error()}
	}
	root, err := hocon.Parse(string(file.Text), e.serverVariable)
	if err == nil {
		return root, nil, nil
	}
	var include *hocon.IncludeError
	if errors.As(err, &include) {
		return nil, &Unknown{Reason: IncludedFile, Subject: include.File}, nil
	}
	var refused *hocon.Error
	if errors.As(err, &refused) && refused.Crash != "" {
		return nil, nil, crash(refused.Crash, "%s", refused.Message).because(BadFile)
	}
	return nil, nil, lookupError("Unable to parse (%s): %s", path, err)
}

// serverVariable is a variable of the environment, nil when it is not set.
func (e *Engine) serverVariable(name string) *data.Value {
	if e.options.Getenv == nil {
		return data.NewRich(&Unknown{Reason: ServerVariable, Subject: name})
	}
	text, set := e.options.Getenv(name)
	if !set {
		return nil
	}
	return data.NewString(text)
}
