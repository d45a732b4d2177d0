package data

import "errors"

// errNotRegular is why a directory or a device is not read as data.
var errNotRegular = errors.New("not a regular file")
