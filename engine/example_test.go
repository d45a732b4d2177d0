package engine_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// exampleEngine returns an engine for the environment in testdata/example.
func exampleEngine() *engine.Engine {
	dir, err := filepath.Abs("testdata/example")
	if err != nil {
		panic(err)
	}
	store := data.NewStore()
	env, err := environment.Open(dir, environment.Options{Name: "production", Store: store})
	if err != nil {
		panic(err)
	}
	return engine.New(engine.Options{Environment: env, Store: store, Puppet: 8})
}

// facts returns the facts of a Debian node.
func facts() *data.Value {
	family := data.NewHash([]data.Entry{{Key: data.NewString("family"), Value: data.NewString("Debian")}})
	return data.NewHash([]data.Entry{{Key: data.NewString("os"), Value: family}})
}

func Example() {
	e := exampleEngine()
	node := engine.NewScope(engine.ScopeData{Certname: "web.example.com", Facts: facts()})
	result, err := e.Lookup(context.Background(), node, engine.LookupOptions{}, "ntp::servers")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rubytext.Inspect(result.Value))
	// Output: ["0.debian.pool.ntp.org", "ntp.example.com"]
}

// With Trace, the result lists the nodes that the value comes from.
func ExampleEngine_Lookup_origins() {
	e := exampleEngine()
	node := engine.NewScope(engine.ScopeData{Facts: facts()})
	result, err := e.Lookup(context.Background(), node, engine.LookupOptions{Trace: true}, "ntp::servers")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range result.Origins {
		file := o.Node.Doc.File
		position := file.Pos(o.Node.Span.Start)
		fmt.Printf("%s:%d:%d %s, %d references away\n", filepath.Base(file.Path), position.Line, position.Column, o.Key, len(o.Hops))
	}
	// Output:
	// Debian.yaml:2:3 ntp::servers, 0 references away
	// common.yaml:5:3 ntp::servers, 0 references away
	// common.yaml:8:9 domain, 1 references away
}

// A lookup that fails in Puppet fails with the same error.
func ExampleEngine_Lookup_error() {
	e := exampleEngine()
	node := engine.NewScope(engine.ScopeData{Facts: facts()})
	_, err := e.Lookup(context.Background(), node, engine.LookupOptions{}, "ntp::greeting")
	var failure *outcome.Error
	if errors.As(err, &failure) {
		fmt.Printf("%q\n", failure.Message)
		fmt.Println(failure.Cause == outcome.UndefinedVariable, failure.Name, failure.NotFound)
	}
	// Output:
	// "Undefined variable 'hostnam'; "
	// true hostnam false
}

// On a partially known node, only values that depend on unknown variables are unknown.
func ExampleEngine_Lookup_unknown() {
	e := exampleEngine()
	node := engine.NewScope(engine.ScopeData{Partial: true, NoFileForUnknown: true})
	for _, key := range []string{"ntp::service", "ntp::greeting"} {
		result, err := e.Lookup(context.Background(), node, engine.LookupOptions{}, key)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if u, ok := outcome.AsUnknown(result.Value); ok {
			fmt.Println(key, "is unknown:", u)
			continue
		}
		fmt.Println(key, "is", result.Value.Text())
	}
	// Output:
	// ntp::service is ntpd
	// ntp::greeting is unknown: the variable `hostnam` is unknown for this node
}

// LookupEach looks up many keys. Goroutines for different nodes can share one engine.
func ExampleEngine_LookupEach() {
	e := exampleEngine()
	keys := []string{"ntp::service", "domain", "ntp::restrict"}
	names := []string{"web.example.com", "db.example.com"}
	lines := make([][]string, len(names))
	var group sync.WaitGroup
	for i, name := range names {
		group.Add(1)
		go func() {
			defer group.Done()
			node := engine.NewScope(engine.ScopeData{Certname: name, Facts: facts()})
			e.LookupEach(context.Background(), node, engine.LookupOptions{}, keys, func(key string, result *engine.Result, err error) bool {
				if err != nil {
					lines[i] = append(lines[i], fmt.Sprintf("%s %s: %s", name, key, err))
					return true
				}
				lines[i] = append(lines[i], fmt.Sprintf("%s %s is %s", name, key, rubytext.Inspect(result.Value)))
				return true
			})
		}()
	}
	group.Wait()
	fmt.Println(strings.Join(slices.Concat(lines...), "\n"))
	// Output:
	// web.example.com ntp::service is "ntpsec"
	// web.example.com domain is "example.com"
	// web.example.com ntp::restrict: Function lookup() did not find a value for the name 'ntp::restrict'
	// db.example.com ntp::service is "ntpsec"
	// db.example.com domain is "example.com"
	// db.example.com ntp::restrict: Function lookup() did not find a value for the name 'ntp::restrict'
}

// The explanation is the output of `puppet lookup --explain`.
func ExampleEngine_Lookup_explain() {
	e := exampleEngine()
	node := engine.NewScope(engine.ScopeData{Facts: facts()})
	result, err := e.Lookup(context.Background(), node, engine.LookupOptions{Explain: true}, "domain")
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := filepath.Abs("testdata/example")
	if err != nil {
		fmt.Println(err)
		return
	}
	text := strings.ReplaceAll(result.Explanation.Text(), filepath.ToSlash(dir)+"/", "")
	_, text, _ = strings.Cut(text, "Searching for \"domain\"\n") // after the search for lookup_options
	fmt.Print(text)
	// Output:
	//   Global Data Provider (hiera configuration version 5)
	//     No such key: "domain"
	//   Environment Data Provider (hiera configuration version 5)
	//     Using configuration "hiera.yaml"
	//     Hierarchy entry "Operating system"
	//       Path "data/os/Debian.yaml"
	//         Original path: "os/%{facts.os.family}.yaml"
	//         No such key: "domain"
	//     Hierarchy entry "Common"
	//       Path "data/common.yaml"
	//         Original path: "common.yaml"
	//         Found key: "domain" value: "example.com"
}

func ExampleEngine_Interpolate() {
	e := exampleEngine()
	node := engine.NewScope(engine.ScopeData{Facts: facts()})
	text := data.NewString("%{facts.os.family} in %{lookup('domain')}")
	result, err := e.Interpolate(context.Background(), node, text, engine.InterpolateOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Value.Text())
	// Output: Debian in example.com
}
