// Command releases makes the files of package releases, which know the classes, parameters, and types of released modules.
//
//	go run ./internal/cmd/releases CLONE...
//
// Each CLONE is a Git repository of a module, with its tags. Run it again to add new releases, or new modules.
package main

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/releases"
	"github.com/hieralint/hieralint/internal/rule"
)

func main() {
	flag.Usage = func() { fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./internal/cmd/releases CLONE...") }
	flag.Parse()
	if err := write(os.Stdout, flag.Args(), filepath.FromSlash("internal/releases/modules")); err != nil {
		fmt.Fprintln(os.Stderr, "releases:", err)
		os.Exit(1)
	}
}

// tagOfRelease matches the tags of releases, and their versions.
var tagOfRelease = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)$`)

// write writes the files of the modules whose releases clones contain.
func write(w io.Writer, clones []string, dir string) error {
	var mu sync.Mutex
	modules := map[string]*releases.Builder{}
	add := func(name string, c releases.Contents) {
		mu.Lock()
		defer mu.Unlock()
		lists.GetOrPut(modules, name, func() *releases.Builder { return &releases.Builder{} }).Add(c)
	}
	skip := func(clone, tag string, err error) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(w, "%s %s: skipped: %v\n", clone, tag, err)
	}
	workers := pool.New().WithMaxGoroutines(runtime.GOMAXPROCS(0)).WithErrors()
	for _, clone := range clones {
		workers.Go(func() error {
			tags, err := git(clone, "tag", "--list")
			if err != nil {
				return err
			}
			url, err := git(clone, "config", "--get", "remote.origin.url")
			if err != nil {
				return err
			}
			for tag := range strings.FieldsSeq(string(tags)) {
				match := tagOfRelease.FindStringSubmatch(tag)
				if match == nil {
					continue
				}
				name, c, err := read(clone, tag)
				switch {
				case err != nil:
					skip(clone, tag, err)
				case c.Version != match[1]:
					skip(clone, tag, fmt.Errorf("its version is %q", c.Version))
				default:
					c.Repository = strings.TrimSpace(string(url))
					add(name, c)
				}
			}
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		path := filepath.Join(dir, name+".txt")
		if err := os.WriteFile(path, []byte(modules[name].Text()), 0o644); err != nil { //nolint:gosec // source is for everyone to read
			return err
		}
		fmt.Fprintln(w, path)
	}
	return nil
}

func git(clone string, arguments ...string) ([]byte, error) {
	out, err := exec.Command("git", append([]string{"-C", clone}, arguments...)...).Output() //nolint:gosec // the arguments are this program's
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("git %s: %s", arguments[0], bytes.TrimSpace(exit.Stderr))
	}
	return out, err
}

// read returns the full name of the module of a tag, and what its release has.
func read(clone, tag string) (name string, c releases.Contents, err error) {
	top, err := git(clone, "ls-tree", "--name-only", tag)
	if err != nil {
		return "", c, err
	}
	isCode := func(dir string) bool {
		return slices.Contains([]string{"manifests", "functions", "types", "plans", "templates", "lib", "data", "hieradata", "hiera.yaml"}, dir)
	}
	code := lists.Filter(strings.Fields(string(top)), isCode)
	if len(code) == 0 {
		return "", c, errors.New("it has no code")
	}
	files, err := git(clone, append([]string{"archive", tag}, code...)...)
	if err != nil {
		return "", c, err
	}
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return "", c, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name, version, err := metadata(clone, tag)
	if err != nil {
		return "", c, err
	}
	_, module, ok := strings.Cut(name, "-")
	if !ok {
		return "", c, fmt.Errorf("its name is %q", name)
	}
	if err := extract(files, filepath.Join(dir, "modules", module)); err != nil {
		return "", c, err
	}
	c, err = contentsOf(dir, module)
	c.Version = version
	return name, c, err
}

// inModulefile matches the name and version in a Modulefile, which releases had before metadata.json.
var inModulefile = regexp.MustCompile(`(?m)^\s*(name|version)\s+['"]([^'"]+)['"]`)

// metadata returns the full name of the module and the version of a release.
func metadata(clone, tag string) (name, version string, err error) {
	var of struct{ Name, Version string }
	text, err := git(clone, "show", tag+":metadata.json")
	if err == nil {
		err = json.Unmarshal(text, &of)
	}
	if err != nil {
		if text, err = git(clone, "show", tag+":Modulefile"); err != nil {
			return "", "", errors.New("neither metadata.json nor Modulefile can be read")
		}
		for _, m := range inModulefile.FindAllStringSubmatch(string(text), -1) {
			if m[1] == "name" {
				of.Name = m[2]
			} else {
				of.Version = m[2]
			}
		}
	}
	return strings.ToLower(strings.Replace(of.Name, "/", "-", 1)), of.Version, nil
}

// extract writes the files of an archive to a directory.
func extract(archive []byte, dir string) error {
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if header.Typeflag != tar.TypeReg || !filepath.IsLocal(header.Name) {
			continue
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		path := filepath.Join(dir, filepath.FromSlash(header.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return err
		}
	}
}

// contentsOf returns what a module in an environment has.
func contentsOf(dir, module string) (releases.Contents, error) {
	var c releases.Contents
	store := data.NewStore()
	env, err := environment.Open(dir, environment.Options{Store: store})
	if err != nil {
		return c, err
	}
	index, err := manifest.NewIndexer(store).Index(context.Background(), env)
	if err != nil {
		return c, err
	}
	for _, u := range index.Unreadable {
		if strings.Contains(filepath.ToSlash(u.File.Path), "/manifests/") {
			return c, fmt.Errorf("%s: %s", u.File.Path, u.Text)
		}
	}
	hasOptions, err := optionsOf(filepath.Join(dir, "modules", module))
	if err != nil {
		return c, err
	}
	signature := func(d *manifest.Definition, isUnknown func(parameter string) bool) map[string]string {
		typeOf := map[string]string{}
		for _, p := range d.Parameters {
			if typeOf[p.Name] = ""; !isUnknown(p.Name) {
				typeOf[p.Name] = onOneLine(p.Type())
			}
		}
		return typeOf
	}
	c.Classes, c.Types = map[string]map[string]string{}, map[string]map[string]string{}
	given := lists.Filter(index.Inclusions(), func(i *manifest.Inclusion) bool { return len(i.Given) > 0 })
	for _, class := range index.Classes {
		c.Classes[class.Name] = signature(class, func(parameter string) bool {
			return hasOptions(class.Name+"::"+parameter) || slices.ContainsFunc(given, func(i *manifest.Inclusion) bool {
				return i.Class.Matches(class.Name) && (slices.Contains(i.Given, parameter) || slices.Contains(i.Given, "*"))
			})
		})
	}
	for _, d := range index.DefinedTypes {
		c.Types[d.Name] = signature(d, func(string) bool { return false })
	}
	c.Aliases = map[string]string{}
	for alias := range index.AliasDefinitions() {
		c.Aliases[alias.Name] = onOneLine(alias.Type.String())
	}
	namespace := module + "::"
	for _, u := range index.Lookups {
		start, _, isComputed := strings.Cut(u.Key.String(), "*")
		switch {
		case isComputed && (strings.HasPrefix(start, namespace) || strings.HasPrefix(namespace, start)):
			c.Lookups = append(c.Lookups, releases.AnyKey)
		case !isComputed && strings.HasPrefix(start, namespace):
			c.Lookups = append(c.Lookups, start)
		}
	}
	return c, nil
}

// optionsOf returns a function that reports whether the data of a module may have lookup_options for a key.
func optionsOf(dir string) (func(key string) bool, error) {
	patterns := []string{}
	isComputed := false
	module := os.DirFS(dir)
	err := fs.WalkDir(module, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(module, path)
		if err != nil || !bytes.Contains(text, []byte(lookupoptions.Key)) {
			return err
		}
		doc := data.Parse(source.New(path, text), data.YAML)
		if filepath.Ext(path) != ".yaml" || doc.Err != nil {
			isComputed = isComputed || filepath.Ext(path) != ".md"
			return nil
		}
		for key, value := range doc.Root.Entries() {
			if rule.IsKey(key, lookupoptions.Key) {
				for name := range value.Entries() {
					patterns = append(patterns, name.Text())
				}
			}
		}
		return nil
	})
	return func(key string) bool {
		return isComputed || slices.ContainsFunc(patterns, func(pattern string) bool {
			if !strings.HasPrefix(pattern, "^") {
				return pattern == key
			}
			matches, err := regexp.MatchString(pattern, key)
			return matches || err != nil
		})
	}, err
}

// aligned matches what is before the arrows of aligned entries, and comment a comment.
var (
	aligned = regexp.MustCompile(` {2,}=>`)
	comment = regexp.MustCompile(`(^|\s)#.*`)
)

// onOneLine returns a type as written, on one line and without comments; "" if it cannot be read then, as with a `#` in a string.
func onOneLine(text string) string {
	var line string
	for part := range strings.SplitSeq(aligned.ReplaceAllString(text, " =>"), "\n") {
		switch part = strings.TrimSpace(comment.ReplaceAllString(part, "")); {
		case line == "" || part == "" || strings.HasSuffix(line, "[") || part[0] == ']':
			line += part
		default:
			line += " " + part
		}
	}
	if _, err := types.ParseExpression(line); err != nil {
		return ""
	}
	return line
}
