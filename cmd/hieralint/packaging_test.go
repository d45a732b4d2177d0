package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/internal/reference"
)

// TestReleases checks that action.yml downloads the archives that goreleaser publishes, and checks
// other settings of goreleaser.
func TestReleases(t *testing.T) {
	root := reference.Root(t)
	text, err := os.ReadFile(filepath.Join(root, ".goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Version int
		Before  struct{ Hooks []string }
		Builds  []struct {
			Main         string
			Goos, Goarch []string
			Env          []string
		}
		Archives []struct {
			NameTemplate string `yaml:"name_template"`
			Formats      []string
		}
		Checksum struct {
			NameTemplate string `yaml:"name_template"`
			Algorithm    string
		}
		NFPMs []struct {
			Formats  []string
			Contents []struct{ Src string }
		} `yaml:"nfpms"`
		Dockers []struct{ Dockerfile string } `yaml:"dockers_v2"`
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	if config.Version != 2 || len(config.Builds) != 1 || len(config.Archives) != 1 {
		t.Fatalf("configuration has version %d, %d builds, and %d archives", config.Version, len(config.Builds), len(config.Archives))
	}
	if !slices.ContainsFunc(config.Before.Hooks, func(hook string) bool { return strings.Contains(hook, "go run -buildvcs=true ./cmd/hieralint man") }) {
		t.Error("the man page of a release has no version: go run needs -buildvcs=true")
	}
	if len(config.NFPMs) != 1 || !slices.Equal(config.NFPMs[0].Formats, []string{"deb", "rpm", "apk"}) {
		t.Errorf("packages: %v", config.NFPMs)
	}
	for _, p := range config.NFPMs {
		for _, file := range []string{"extra/hieralint.1", "extra/hieralint.bash", "extra/hieralint.fish", "extra/hieralint.zsh"} {
			if !slices.Contains(p.Contents, struct{ Src string }{file}) {
				t.Errorf("the packages do not contain %s", file)
			}
		}
	}
	for _, d := range config.Dockers {
		if _, err := os.Stat(filepath.Join(root, d.Dockerfile)); err != nil {
			t.Error(err)
		}
	}
	build, archive := config.Builds[0], config.Archives[0]
	if _, err := os.Stat(filepath.Join(root, build.Main)); err != nil {
		t.Error(err)
	}
	if !slices.Contains(build.Env, "CGO_ENABLED=0") {
		t.Error("the binaries are not static (CGO_ENABLED=0)")
	}
	name, err := template.New("").Parse(archive.NameTemplate)
	if err != nil {
		t.Fatal(err)
	}
	download := readAction(t).step(t, "Download hieralint").Run
	for _, os := range build.Goos {
		for _, arch := range build.Goarch {
			var b strings.Builder
			if err := name.Execute(&b, map[string]string{"Os": os, "Arch": arch}); err != nil {
				t.Fatal(err)
			}
			// as composed by the script of the action
			if want := fmt.Sprintf("hieralint_%s_%s.tar.gz", os, arch); b.String()+"."+archive.Formats[0] != want {
				t.Errorf("archive name: got %s, want %s", b.String()+"."+archive.Formats[0], want)
			}
			if !strings.Contains(download, "os="+os+" ;;") || !strings.Contains(download, "arch="+arch+" ;;") {
				t.Errorf("action.yml does not support %s/%s", os, arch)
			}
		}
	}
	if !strings.Contains(download, "archive=hieralint_${os}_$arch.tar.gz\n") || !strings.Contains(download, config.Checksum.NameTemplate) || config.Checksum.Algorithm != "sha256" {
		t.Error("action.yml downloads other files")
	}
}

// TestVersionOfTag builds a tagged commit as a release is built: its version must be the tag.
func TestVersionOfTag(t *testing.T) {
	if !reference.Long() {
		t.Skip("builds hieralint; HIERALINT_TEST_LONG=1 runs it")
	}
	root, clone := reference.Root(t), t.TempDir()
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("not a Git repository")
	}
	for _, args := range [][]string{
		{"git", "clone", "--quiet", root, "."}, {"git", "tag", "v1.98.7"},
		{"go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s", "-o", "dist/hieralint", "./cmd/hieralint"},
	} {
		command := exec.Command(args[0], args[1:]...)
		command.Dir = clone
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
	out, err := exec.Command(filepath.Join(clone, "dist", "hieralint"), "version").Output()
	if err != nil || !strings.HasPrefix(string(out), "hieralint v1.98.7 (") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestDockerfile checks the Dockerfile for mistakes that can be found without a daemon: unknown
// stages, missing files, and a version of Go that is older than that in go.mod.
func TestDockerfile(t *testing.T) {
	root := reference.Root(t)
	text, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	needs := regexp.MustCompile(`(?m)^go (\d+)\.(\d+)`).FindSubmatch(module)
	stages := map[string]bool{}
	last := map[string]string{} // instructions of the last stage
	for line := range strings.Lines(string(text)) {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		words := strings.Fields(rest)
		switch instruction {
		case "FROM":
			if len(words) == 3 {
				stages[words[2]] = true
			}
			if version, ok := strings.CutPrefix(words[0], "golang:"); ok {
				var major, minor, wantMajor, wantMinor int
				if _, err := fmt.Sscanf(version, "%d.%d-", &major, &minor); err != nil {
					t.Errorf("%s: %v", line, err)
				}
				if _, err := fmt.Sscanf(string(needs[0]), "go %d.%d", &wantMajor, &wantMinor); err != nil {
					t.Fatal(err)
				}
				if major < wantMajor || major == wantMajor && minor < wantMinor {
					t.Errorf("%s is older than %s", words[0], needs[0])
				}
			}
			last = map[string]string{}
		case "COPY":
			if from, ok := strings.CutPrefix(words[0], "--from="); ok {
				if !stages[from] {
					t.Errorf("unknown stage `%s`", from)
				}
				break
			}
			for _, file := range words[:len(words)-1] {
				if _, err := os.Stat(filepath.Join(root, file)); err != nil {
					t.Error(err)
				}
			}
		case "RUN", "WORKDIR", "ENTRYPOINT", "CMD", "", "#":
		default:
			t.Errorf("unknown instruction: %s", line)
		}
		last[instruction] = rest
	}
	if !stages["build"] || !stages["shell"] {
		t.Errorf("stages: %v", stages)
	}
	if last["ENTRYPOINT"] != `["hieralint"]` || !strings.HasSuffix(last["COPY"], "/usr/local/bin/hieralint") {
		t.Errorf("the last stage does not run hieralint: %v", last)
	}
}
