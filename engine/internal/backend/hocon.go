package backend

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/hocon"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
)

// readHOCON reads a file as hocon_data does.
func (b *Backends) readHOCON(path string) (*data.Value, *outcome.Unknown, *outcome.Error) {
	file, err := b.options.Disk.File(path)
	if err != nil {
		return nil, nil, &outcome.Error{Class: outcome.ClassSystemCall, Message: err.Error()}
	}
	if b.options.Getenv == nil {
		if doc, err := HOCONDocument(b.options.Disk.Store, b.options.Disk.Locate(path)); err == nil && doc.Err == nil {
			return doc.Value, nil, nil
		}
	}
	root, err := hocon.Parse(file.Content(), b.serverVariable)
	if err == nil {
		return root, nil, nil
	}
	var include *hocon.IncludeError
	if errors.As(err, &include) {
		return nil, &outcome.Unknown{Reason: outcome.IncludedFile, Subject: include.File}, nil
	}
	var refused *hocon.Error
	if errors.As(err, &refused) && refused.Crash != "" {
		return nil, nil, outcome.Crashf(refused.Crash, "%s", refused.Message).WithCause(outcome.BadFile)
	}
	return nil, nil, outcome.Errorf("Unable to parse (%s): %s", path, err).WithCause(outcome.BadFile)
}

// serverVariable returns an environment variable of the server; nil if it is not set.
func (b *Backends) serverVariable(name string) *data.Value {
	if b.options.Getenv == nil {
		return unknownServerVariable(name)
	}
	text, set := b.options.Getenv(name)
	if !set {
		return nil
	}
	return data.NewString(text)
}

func unknownServerVariable(name string) *data.Value {
	return data.NewRich(&outcome.Unknown{Reason: outcome.ServerVariable, Subject: name})
}

// HOCONDocument returns a HOCON file as lookups read it if the environment variables of the server
// are unknown.
func HOCONDocument(store *data.Store, path string) (*data.Document, error) {
	return store.DocumentBy(path, data.HOCON, func(file *source.File) *data.Document {
		return hocon.Document(file, unknownServerVariable)
	})
}
