package project

import (
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
)

// hole returns a pattern part for a variable.
func hole(name string) glob.Part {
	shape := facter.ValuePattern(name)
	if shape == nil {
		return glob.Part{Kind: glob.PathPlaceholder, Text: name, Likely: isValue}
	}
	return glob.Part{Kind: glob.Placeholder, Text: name, Likely: func(text string) bool { return isValue(text) && shape.MatchString(text) }}
}

// isValue reports whether a part of a file name is likely to be the value of a variable, rather
// than an indication that the file is for all of them.
func isValue(text string) bool {
	switch text {
	case "common", "default", "defaults", "global":
		return false
	}
	return true
}
