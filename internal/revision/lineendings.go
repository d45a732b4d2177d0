package revision

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// Git may convert line endings when it writes files to the working tree and when it reads them, as
// core.autocrlf and attributes say. Files of the working tree that have other line endings than Git
// would write count as unchanged if it would store the same. Files of a commit get those line
// endings, too, so that only changes are found.

// autocrlf is the setting that applies to files without attributes.
const autocrlf = "core.autocrlf"

// conversion describes a file of a commit whose line endings differ from those of its current version.
type conversion struct {
	path, pathNow string // relative to the directory of the repository, with slashes
	sizeInLF      int64  // of the file of the commit
	toCRLF        bool   // the current version has CRLF
}

// compare returns a file of a commit, as Git writes it to the working tree, with the line endings of
// its current version. ok is false if they do not differ.
func compare(path, pathNow string, then, now []byte) (c conversion, text []byte, ok bool) {
	text = inLF(then)
	c = conversion{path: path, pathNow: pathNow, sizeInLF: int64(len(text)), toCRLF: hasCRLF(now)}
	isSame := bytes.Equal(text, inLF(now))
	switch {
	case isSame:
		text = now
	case c.toCRLF:
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	return c, text, !bytes.Equal(text, then) && (isSame || hasCRLF(then) != c.toCRLF)
}

func hasCRLF(text []byte) bool { return bytes.Contains(text, []byte("\r\n")) }

func inLF(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// align gives files of a commit, which Git wrote to a directory, the line endings of the working
// tree where Git stores the same. changed are the current paths of those that have changed.
func (r *repository) align(ctx context.Context, commit, dir string, paths []string, changed map[string]string) error {
	then := func(path string) string { return filepath.Join(dir, filepath.FromSlash(path)) }
	now := func(path string) string { return filepath.Join(r.dir, filepath.FromSlash(path)) }
	read := func(path, pathNow string) (c conversion, text []byte, ok bool) {
		textThen, errThen := source.ReadFile(then(path), maxCopied)
		textNow, errNow := source.ReadFile(now(pathNow), maxCopied)
		if errThen != nil || errNow != nil {
			return c, nil, false
		}
		return compare(path, pathNow, textThen, textNow)
	}
	var found []conversion
	for _, path := range paths {
		pathNow, isChanged := changed[path]
		if !isChanged {
			pathNow = path
		}
		infoThen, errThen := os.Lstat(then(path))
		infoNow, errNow := os.Lstat(now(pathNow))
		if errThen != nil || errNow != nil || !infoThen.Mode().IsRegular() || !infoNow.Mode().IsRegular() || !isChanged && infoThen.Size() == infoNow.Size() {
			continue
		}
		if c, _, ok := read(path, pathNow); ok { // the texts may be large
			found = append(found, c)
		}
	}
	found, err := r.storedAlike(ctx, commit, found)
	if err != nil || len(found) == 0 {
		return err
	}
	root, err := os.OpenRoot(dir) // no link leads out of it
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for _, c := range found {
		if _, text, ok := read(c.path, c.pathNow); ok {
			if err := overwrite(root, c.path, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// overwrite changes the content of an existing file.
func overwrite(root *os.Root, path string, text []byte) error {
	file, err := root.OpenFile(filepath.FromSlash(path), os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// storedAlike returns those conversions of files of a commit with which Git stores the same.
func (r *repository) storedAlike(ctx context.Context, commit string, all []conversion) ([]conversion, error) {
	if len(all) == 0 {
		return nil, nil
	}
	const maxNamed = 100 // the length of a command line is limited
	var paths, pathsNow []string
	for _, c := range all {
		if len(all) <= maxNamed {
			paths, pathsNow = append(paths, c.path), append(pathsNow, c.pathNow)
		}
	}
	entries, err := r.entries(ctx, commit, paths...)
	if err != nil {
		return nil, err
	}
	size := map[string]int64{}
	for _, e := range entries {
		size[e.path] = e.size
	}
	all = slices.DeleteFunc(all, func(c conversion) bool { return size[c.path] != c.sizeInLF })
	if !slices.ContainsFunc(all, func(c conversion) bool { return c.toCRLF }) {
		return all, nil
	}
	isStoredInLF, err := r.storedInLF(ctx, pathsNow)
	return slices.DeleteFunc(all, func(c conversion) bool { return c.toCRLF && !isStoredInLF[c.pathNow] }), err
}

// storedInLF returns those of the given files of the working tree, or of all if none are given, that
// Git stores with LF if they have CRLF.
func (r *repository) storedInLF(ctx context.Context, paths []string) (map[string]bool, error) {
	settings, err := r.trapped(ctx)
	if err != nil {
		return nil, err
	}
	isDefault := false
	for setting := range strings.SplitSeq(string(settings), "\x00") {
		if name, value, hasValue := strings.Cut(setting, "\n"); name == autocrlf {
			isDefault = !hasValue || !slices.Contains([]string{"", "false", "no", "off", "0"}, strings.ToLower(value))
		}
	}
	lines, err := r.list(ctx, []string{"GIT_LITERAL_PATHSPECS=1"}, slices.Concat([]string{"ls-files", "--eol", "--"}, paths)...)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, line := range lines {
		about, path, _ := strings.Cut(line, "\t")
		fields := strings.Fields(about) // i/lf w/crlf attr/text=auto eol=crlf
		if len(fields) < 3 {
			continue
		}
		switch index, tree, attribute := fields[0], fields[1], fields[2]; {
		case attribute == "attr/text":
			found[path] = true
		case attribute == "attr/text=auto", attribute == "attr/" && isDefault: // not if it looks binary, or is stored with CRLF
			found[path] = tree != "w/-text" && index != "i/crlf" && index != "i/mixed"
		}
	}
	return found, nil
}
