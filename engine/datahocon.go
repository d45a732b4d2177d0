package engine

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/hocon"
)

// readHOCON reads a file as hocon_data does.
func (e *Engine) readHOCON(path string) (*data.Value, *Error) {
	file, err := e.store.File(e.onDisk(path))
	if err != nil {
		return nil, &Error{Class: "SystemCallError", Message: err.Error()}
	}
	root, err := hocon.Parse(string(file.Text))
	if err != nil {
		return nil, lookupError("Unable to parse (%s): %s", path, err)
	}
	return root, nil
}
