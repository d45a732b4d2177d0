package jsonschema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/jsonschema"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

const store = "docs/schemas/schemastore"

// storeExamples calls check with each example for SchemaStore and the version of its format.
func storeExamples(t *testing.T, check func(t *testing.T, version int, text []byte, valid bool)) {
	t.Helper()
	for _, version := range []int{3, 4, 5} {
		for dir, valid := range map[string]bool{"test": true, "negative_test": false} {
			files, err := filepath.Glob(filepath.Join(reference.Root(t), filepath.FromSlash(store), "src", dir, "hiera-"+strconv.Itoa(version), "*.yaml"))
			if err != nil || len(files) < 2 {
				t.Fatalf("%d examples of version %d: %v", len(files), version, err)
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				t.Run(filepath.Base(filepath.Dir(file))+"/"+dir+"/"+filepath.Base(file), func(t *testing.T) { check(t, version, text, valid) })
			}
		}
	}
}

// layerOf returns a layer in which Puppet accepts a version.
func layerOf(version int) config.Layer {
	if version == 3 {
		return config.Global
	}
	return config.Environment
}

// TestStoreExamples checks that the schemas and the engine accept the valid examples, and only
// these.
func TestStoreExamples(t *testing.T) {
	storeExamples(t, func(t *testing.T, version int, text []byte, valid bool) {
		err := jsonschema.Read(t, store+"/src/schemas/json/hiera-"+strconv.Itoa(version)+".json").CheckYAML(text)
		if (err == nil) != valid {
			t.Errorf("error of the schema: %v", err)
		}
		problem := config.Read(data.Parse(source.New("hiera.yaml", text), data.YAML), layerOf(version)).Err(8)
		if (problem == nil) != valid {
			t.Errorf("error of the engine: %v", problem)
		}
	})
}

// TestStoreExamplesAgainstPuppet checks that Puppet accepts the valid examples, and only these.
func TestStoreExamplesAgainstPuppet(t *testing.T) {
	puppet, _ := oracle.StartPuppet(t)
	storeExamples(t, func(t *testing.T, version int, text []byte, valid bool) {
		home := map[config.Layer]string{config.Global: "global", config.Environment: "env"}[layerOf(version)]
		root := filetree.Write(t, map[string]string{home + "/hiera.yaml": string(text), "env/environment.conf": ""})
		request := oracle.Request{EnvDir: filepath.Join(root, "env"), Codedir: root, Key: "a", Facts: map[string]any{"services": []string{}, "os": map[string]any{"family": "Debian"}}}
		if home == "global" {
			request.GlobalDir = filepath.Join(root, home)
		}
		a := puppet.Ask(request)
		if a.Error == nil {
			t.Fatal("lookup succeeded for a key that no data has")
		}
		if isNotFound := strings.Contains(a.Error.Message, "did not find a value"); isNotFound != valid {
			t.Errorf("Puppet says %s", a.Error.Message)
		}
	})
}

// TestStoreSchemas checks that the schema of version 5 equals that of the project, and that the
// catalog lists all schemas.
func TestStoreSchemas(t *testing.T) {
	read := func(path string, into any) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(reference.Root(t), filepath.FromSlash(path)))
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var ours, theirs map[string]any
	read("docs/schemas/hiera.schema.json", &ours)
	read(store+"/src/schemas/json/hiera-5.json", &theirs)
	for _, name := range []string{"$id", "title"} {
		delete(ours, name)
		delete(theirs, name)
	}
	if !reflect.DeepEqual(ours, theirs) {
		t.Error("hiera-5.json differs from hiera.schema.json in more than $id and title")
	}
	var catalog []struct {
		URL      string            `json:"url"`
		Versions map[string]string `json:"versions"`
	}
	read(store+"/catalog-entries.json", &catalog)
	for version, url := range catalog[0].Versions {
		var schema map[string]any
		read(store+"/src/schemas/json/hiera-"+version+".json", &schema)
		if schema["$id"] != url || schema["$schema"] != "http://json-schema.org/draft-07/schema#" {
			t.Errorf("version %s: %v", version, schema["$id"])
		}
	}
	if len(catalog[0].Versions) != 3 || catalog[0].URL != catalog[0].Versions["5"] {
		t.Errorf("catalog: %v", catalog)
	}
}
