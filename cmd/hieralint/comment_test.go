package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/impactreport"
	"github.com/hieralint/hieralint/internal/reference"
)

// host simulates what GitHub and GitLab have in common: a discussion to which anyone may have
// contributed.
type host struct {
	server  *httptest.Server
	token   string
	me      string
	maxBody int
	// refuse, if it returns a status, answers a request instead of the host.
	refuse func(r *http.Request) (status int, body string)

	mu       sync.Mutex
	comments []comment
	written  []string // such as POST 251, PATCH 251
}

type comment struct {
	id           int
	author, body string
}

func (h *host) start(t *testing.T, serve func(w http.ResponseWriter, r *http.Request)) {
	t.Helper()
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.refuse != nil {
			if status, body := h.refuse(r); status != 0 {
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
				return
			}
		}
		serve(w, r)
	}))
	t.Cleanup(h.server.Close)
}

// ofOthers adds comments of other users, one of which starts like those of hieralint.
func (h *host) ofOthers(count int) {
	for range count {
		h.comments = append(h.comments, comment{len(h.comments) + 1, "octocat", "I like it"})
	}
	h.comments = append(h.comments, comment{len(h.comments) + 1, "mallory", impactreport.CommentMark + "\nnothing changes"})
}

// page returns the requested page of the comments.
func (h *host) page(t *testing.T, r *http.Request, shape func(c comment) map[string]any) []map[string]any {
	size, err := strconv.Atoi(r.URL.Query().Get("per_page"))
	number, err2 := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil || err2 != nil || size > 100 {
		t.Errorf("no page: %s", r.URL)
	}
	all := []map[string]any{}
	for i := (number - 1) * size; i < min(number*size, len(h.comments)); i++ {
		all = append(all, shape(h.comments[i]))
	}
	return all
}

// write creates a comment, or updates it if id is not empty.
func (h *host) write(w http.ResponseWriter, r *http.Request, id, body string) bool {
	if body == "" || utf8.RuneCountInString(body) > h.maxBody {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, `{"message": "Validation Failed: body is too long"}`)
		return false
	}
	if id == "" {
		h.comments = append(h.comments, comment{len(h.comments) + 1, h.me, body})
		id = strconv.Itoa(len(h.comments))
	} else {
		n, err := strconv.Atoi(id)
		if err != nil || n < 1 || n > len(h.comments) {
			w.WriteHeader(http.StatusNotFound)
			return false
		}
		h.comments[n-1].body = body
	}
	h.written = append(h.written, r.Method+" "+id)
	return true
}

// check compares the written comments with want, and checks that those of other users are
// unchanged.
func (h *host) check(t *testing.T, want ...string) {
	t.Helper()
	if got := strings.Join(h.written, ", "); got != strings.Join(want, ", ") {
		t.Errorf("written: %s; want %s", got, strings.Join(want, ", "))
	}
	for _, c := range h.comments {
		if c.author != h.me && c.body != "I like it" && c.body != impactreport.CommentMark+"\nnothing changes" {
			t.Errorf("comment of %s: got %q", c.author, c.body)
		}
	}
}

func answer(w http.ResponseWriter, status int, value any) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

const forbidden = `{"message":"Resource not accessible by integration","status":"403"}`

// newGitHub simulates https://docs.github.com/rest/issues/comments for the pull request 7 of o/r.
func newGitHub(t *testing.T) *host {
	t.Helper()
	h := &host{token: "ghs_t0k3n", me: "github-actions[bot]", maxBody: 65536}
	shape := func(c comment) map[string]any {
		return map[string]any{"id": c.id, "body": c.body, "user": map[string]any{"login": c.author}}
	}
	h.start(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+h.token {
			answer(w, http.StatusUnauthorized, map[string]any{"message": "Bad credentials"})
			return
		}
		const comments = "/repos/o/r/issues/7/comments"
		id, isComment := strings.CutPrefix(r.URL.Path, "/repos/o/r/issues/comments/")
		var sent struct{ Body, Query string }
		if r.Method != http.MethodGet {
			if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
				t.Error(err)
			}
		}
		switch {
		case r.Method == http.MethodPost && r.URL.Path == "/graphql" && sent.Query == "{viewer{login}}":
			answer(w, http.StatusOK, map[string]any{"data": map[string]any{"viewer": map[string]any{"login": h.me}}})
		case r.Method == http.MethodGet && r.URL.Path == comments:
			answer(w, http.StatusOK, h.page(t, r, shape))
		case r.Method == http.MethodPost && r.URL.Path == comments:
			if h.write(w, r, "", sent.Body) {
				answer(w, http.StatusCreated, shape(h.comments[len(h.comments)-1]))
			}
		case r.Method == http.MethodPatch && isComment:
			h.write(w, r, id, sent.Body)
		default:
			t.Errorf("GitHub has no %s %s", r.Method, r.URL)
			w.WriteHeader(http.StatusNotFound)
		}
	})
	return h
}

// pullRepository returns the repository of a pull request with the two trees as target branch and
// head.
func pullRepository(t *testing.T, before, after map[string]string) (dir string) {
	t.Helper()
	dir = gitRepository(t, before, after)
	git(t, dir, "update-ref", "refs/remotes/origin/main", "HEAD~")
	return dir
}

// pullRequest returns the job of a pull request with a repository of pullRepository.
func pullRequest(t *testing.T, h *host, inputs map[string]string, repository string) (j *job, summary string) {
	t.Helper()
	for _, program := range []string{"curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	j = newJob(t, inputs)
	j.install(t)
	j.workspace = repository
	summary = filepath.Join(j.temp, "summary.md")
	j.env = []string{"GITHUB_API_URL=" + h.server.URL, "GITHUB_GRAPHQL_URL=" + h.server.URL + "/graphql", "GITHUB_REPOSITORY=o/r", "GITHUB_BASE_REF=main", "GITHUB_STEP_SUMMARY=" + summary}
	j.github = map[string]string{"token": h.token, "event.pull_request.number": "7", "event.pull_request.head.repo.full_name": "o/r"}
	return j, summary
}

// comment runs the steps that compare and comment.
func (j *job) comment(t *testing.T) (code int, log string) {
	t.Helper()
	code, log, _ = j.run(t, "Compare with the target branch")
	if code == 0 {
		var more string
		code, more, _ = j.run(t, "Comment on the pull request")
		log += more
	}
	if strings.Contains(log, j.github["token"]) && j.github["token"] != "" {
		t.Errorf("the log contains the token:\n%s", log)
	}
	return code, log
}

func portTree(port int) map[string]string {
	return map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": fmt.Sprintf("port: %d\n", port), "README": "x\n"}
}

// largeTree returns a tree with a number of keys with long values.
func largeTree(keys int) map[string]string {
	tree := portTree(81)
	var b strings.Builder
	b.WriteString(tree["data/common.yaml"])
	for i := range keys {
		fmt.Fprintf(&b, "key%d: %s\n", i, strings.Repeat("é", 250))
	}
	tree["data/common.yaml"] = b.String()
	return tree
}

// TestActionComments checks that the first run posts a comment, and the next runs update it.
func TestActionComments(t *testing.T) {
	t.Parallel()
	h := newGitHub(t)
	h.ofOthers(120)
	j, summary := pullRequest(t, h, nil, pullRepository(t, portTree(80), portTree(81)))
	if code, log := j.comment(t); code != 0 {
		t.Fatalf("exit code %d\n%s", code, log)
	}
	h.check(t, "POST 122")
	if body := h.comments[121].body; !strings.Contains(body, "port: 80 -> 81") || !strings.HasPrefix(body, impactreport.CommentMark+"\n") {
		t.Errorf("posted:\n%s", body)
	}
	h.ofOthers(150)
	filetree.Add(t, j.workspace, portTree(82))
	git(t, j.workspace, "commit", "-qam", "another")
	if code, log := j.comment(t); code != 0 {
		t.Fatalf("exit code %d\n%s", code, log)
	}
	h.check(t, "POST 122", "PATCH 122")
	if body := h.comments[121].body; !strings.Contains(body, "port: 80 -> 82") {
		t.Errorf("updated:\n%s", body)
	}
	// After a revert, the comment is updated, too.
	git(t, j.workspace, "reset", "--quiet", "--hard", "HEAD~2")
	if code, log := j.comment(t); code != 0 {
		t.Fatalf("exit code %d\n%s", code, log)
	}
	h.check(t, "POST 122", "PATCH 122", "PATCH 122")
	if body := h.comments[121].body; !strings.Contains(body, "No lookup changes") {
		t.Errorf("updated:\n%s", body)
	}
	// Another category has its own comment.
	j.inputs = map[string]string{"category": "site --> two"}
	for range 2 {
		if code, log := j.comment(t); code != 0 {
			t.Fatalf("exit code %d\n%s", code, log)
		}
		filetree.Add(t, j.workspace, portTree(83))
	}
	h.check(t, "POST 122", "PATCH 122", "PATCH 122", "POST "+strconv.Itoa(len(h.comments)))
	if body := h.comments[len(h.comments)-1].body; !strings.HasPrefix(body, "<!-- hieralint diff site_____two -->\n### Hiera: ") {
		t.Errorf("posted:\n%s", body)
	}
	if text, err := os.ReadFile(summary); err != nil || strings.Count(string(text), "### Hiera: ") != 5 {
		t.Errorf("summary (%v):\n%s", err, text)
	}
}

// TestActionDoesNotComment checks runs without anything to comment, and runs in which GitHub
// rejects the comment.
func TestActionDoesNotComment(t *testing.T) {
	t.Parallel()
	usual := pullRepository(t, portTree(80), portTree(81))
	same := portTree(80)
	same["README"] = "y\n"
	on := func(method string, status int, body string) func(*http.Request) (int, string) {
		return func(r *http.Request) (int, string) {
			if r.Method != method {
				return 0, ""
			}
			return status, body
		}
	}
	for _, tt := range []struct {
		name    string
		after   map[string]string // files of another head
		change  func(h *host, j *job)
		code    int
		log     string
		written []string
		summary string
	}{
		{"too much for a comment", largeTree(1000), nil, 0, "", []string{"POST 122"}, "changes left out to keep the comment short"},
		{"a change of no key", same, nil, 0, "affects no key", nil, "No key is affected."},
		{"a fork", nil, func(h *host, j *job) {
			h.refuse = func(r *http.Request) (int, string) {
				if r.Method == http.MethodPost && r.URL.Path != "/graphql" {
					return 403, forbidden
				}
				return 0, ""
			}
			j.github["event.pull_request.head.repo.full_name"] = "mallory/r"
		}, 0, "::notice::The token of a pull request from a fork may not comment", nil, "port: 80 -> 81"},
		{"a fork that is gone", nil, func(h *host, j *job) {
			h.refuse = on(http.MethodGet, 403, forbidden)
			j.github["event.pull_request.head.repo.full_name"] = ""
		}, 0, "::notice::The token of a pull request from a fork may not comment", nil, "port: 80 -> 81"},
		{"no token", nil, func(_ *host, j *job) { j.github["token"] = "" }, 0, "::notice::There is no token to comment with", nil, "port: 80 -> 81"},
		{"another token", nil, func(_ *host, j *job) { j.inputs = map[string]string{"token": "other"} }, 1, "::error::GitHub answers 401: Bad credentials", nil, "port: 80 -> 81"},
		{"no permission", nil, func(h *host, _ *job) { h.refuse = on(http.MethodGet, 403, forbidden) }, 1,
			"::error::GitHub answers 403: Resource not accessible by integration; to comment, the job needs the permission pull-requests: write", nil, "port: 80 -> 81"},
		{"an error of GitHub", nil, func(h *host, _ *job) {
			h.refuse = func(r *http.Request) (int, string) {
				if strings.HasSuffix(r.URL.Path, "/comments") && r.Method == http.MethodPost {
					return 502, "<html>Bad Gateway</html>"
				}
				return 0, ""
			}
		}, 1, "::error::GitHub answers 502: ; the job summary shows what changes", nil, "port: 80 -> 81"},
		{"a command in an error", nil, func(h *host, _ *job) { h.refuse = on(http.MethodGet, 422, `{"message": "x\n::warning::hacked"}`) }, 1, "::error::GitHub answers 422: x ::warning::hacked", nil, ""},
		{"a token without a user", nil, func(h *host, _ *job) { h.me = "" }, 1, "::error::GitHub does not say whose the token is", nil, "port: 80 -> 81"},
		{"no GitHub", nil, func(h *host, _ *job) { h.server.Close() }, 1, "::error::GitHub cannot be reached to comment", nil, "port: 80 -> 81"},
		{"no history", nil, func(_ *host, j *job) { git(t, j.workspace, "update-ref", "-d", "refs/remotes/origin/main") }, 2,
			"::error::hieralint diff needs the history of origin/main, which actions/checkout fetches with fetch-depth: 0", nil, ""},
		{"arguments", nil, func(_ *host, j *job) { j.inputs = map[string]string{"diff-args": "--key ^nothing --only lookups"} }, 0, "affects no key", nil, "No lookup changes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := newGitHub(t)
			h.ofOthers(120)
			repository := copied(t, usual)
			if tt.after != nil {
				filetree.Add(t, repository, tt.after)
				git(t, repository, "commit", "-q", "--amend", "-am", "change")
			}
			j, summary := pullRequest(t, h, nil, repository)
			if tt.change != nil {
				tt.change(h, j)
			}
			code, log := j.comment(t)
			if code != tt.code || !strings.Contains(log, tt.log) {
				t.Errorf("exit code %d, want %d and %s\n%s", code, tt.code, tt.log, log)
			}
			h.check(t, tt.written...)
			if text, err := os.ReadFile(summary); !strings.Contains(string(text), tt.summary) || (tt.summary != "") != (err == nil) && tt.code == 0 {
				t.Errorf("summary (%v):\n%s", err, text)
			}
		})
	}
}

// newGitLab simulates https://docs.gitlab.com/api/notes for the merge request 7 of the project 5.
func newGitLab(t *testing.T) *host {
	t.Helper()
	h := &host{token: "glpat-t0k3n", me: "project_5_bot", maxBody: 1_000_000}
	shape := func(c comment) map[string]any {
		return map[string]any{"id": c.id, "body": c.body, "author": map[string]any{"id": len(c.author)}}
	}
	h.start(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Private-Token") != h.token {
			answer(w, http.StatusUnauthorized, map[string]any{"message": "401 Unauthorized"})
			return
		}
		const notes = "/api/v4/projects/5/merge_requests/7/notes"
		id, isNote := strings.CutPrefix(r.URL.Path, notes+"/")
		switch {
		case r.Method == http.MethodGet && r.URL.Path == "/api/v4/user":
			answer(w, http.StatusOK, map[string]any{"id": len(h.me)})
		case r.Method == http.MethodGet && r.URL.Path == notes:
			answer(w, http.StatusOK, h.page(t, r, shape))
		case r.Method == http.MethodPost && r.URL.Path == notes:
			if h.write(w, r, "", r.FormValue("body")) {
				answer(w, http.StatusCreated, shape(h.comments[len(h.comments)-1]))
			}
		case r.Method == http.MethodPut && isNote:
			h.write(w, r, id, r.FormValue("body"))
		default:
			t.Errorf("GitLab has no %s %s", r.Method, r.URL)
			w.WriteHeader(http.StatusNotFound)
		}
	})
	return h
}

// gitLabJob is the job in the documentation.
type gitLabJob struct {
	Script    []string
	Variables map[string]string
}

var gitLabVariable = regexp.MustCompile(`\$([A-Z_0-9]+)`)

func readGitLabJob(t *testing.T) gitLabJob {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(reference.Root(t), "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range codeBlock.FindAllStringSubmatch(string(page), -1) {
		var jobs map[string]gitLabJob
		if strings.HasPrefix(block[2], "hiera-diff:\n") {
			if err := yaml.Unmarshal([]byte(block[2]), &jobs); err != nil {
				t.Fatal(err)
			}
			return jobs["hiera-diff"]
		}
	}
	t.Fatal("docs/ci.md has no job hiera-diff")
	return gitLabJob{}
}

// run runs the script as a GitLab runner does.
func (g gitLabJob) run(t *testing.T, dir string, variables map[string]string) (code int, log string) {
	t.Helper()
	bin := t.TempDir()
	linkHieralint(t, bin)
	cmd := exec.Command("bash", "--noprofile", "--norc")
	cmd.Stdin = strings.NewReader("set -eo pipefail\n" + strings.Join(g.Script, "\n"))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for name, value := range variables {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	for name, value := range g.Variables {
		cmd.Env = append(cmd.Env, name+"="+gitLabVariable.ReplaceAllStringFunc(value, func(v string) string { return variables[v[1:]] }))
	}
	out, _ := cmd.CombinedOutput()
	if token := variables["HIERALINT_TOKEN"]; token != "" && strings.Contains(string(out), token) {
		t.Errorf("the log contains the token:\n%s", out)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestGitLabComments checks that the documented script posts a comment in the first run, and
// updates it in the second.
func TestGitLabComments(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	g, h := readGitLabJob(t), newGitLab(t)
	h.ofOthers(120)
	dir := gitRepository(t, portTree(80), portTree(81))
	base, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD~").Output()
	if err != nil {
		t.Fatal(err)
	}
	variables := map[string]string{
		"CI_API_V4_URL": h.server.URL + "/api/v4", "CI_PROJECT_ID": "5", "CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_DIFF_BASE_SHA": strings.TrimSpace(string(base)),
	}
	step := func(code int, log string, written ...string) {
		t.Helper()
		got, text := g.run(t, dir, variables)
		if got != code || !strings.Contains(text, log) {
			t.Errorf("exit code %d, want %d and %s\n%s", got, code, log, text)
		}
		h.check(t, written...)
		if _, err := os.Stat(filepath.Join(dir, "diff.md")); err != nil {
			t.Error(err)
		}
	}
	step(0, "HIERALINT_TOKEN is not set")
	variables["HIERALINT_TOKEN"] = "wrong"
	step(1, "401 Unauthorized")
	variables["HIERALINT_TOKEN"] = h.token
	step(0, "", "POST 122")
	if body := h.comments[121].body; !strings.Contains(body, "port: 80 -> 81") || !strings.HasPrefix(body, impactreport.CommentMark+"\n") {
		t.Errorf("posted:\n%s", body)
	}
	h.ofOthers(150)
	filetree.Add(t, dir, largeTree(2100))
	git(t, dir, "add", "data")
	git(t, dir, "commit", "-qm", "large")
	step(0, "", "POST 122", "PUT 122")
	if body := h.comments[121].body; !strings.Contains(body, "changes left out to keep the comment short") {
		t.Errorf("the updated comment has %d bytes", len(body))
	}
	h.refuse = func(r *http.Request) (int, string) {
		if r.Method == http.MethodPut {
			return 403, `{"message":"403 Forbidden"}`
		}
		return 0, ""
	}
	step(1, "403 Forbidden", "POST 122", "PUT 122")
	git(t, dir, "reset", "--quiet", "--hard", "HEAD~2")
	h.comments, h.written, h.refuse = nil, nil, nil
	step(0, "")
}

// TestActionCompares checks the exit code of the comparison: a change fails the job only with
// --exit-code, after the step that comments, and a failure is explained.
func TestActionCompares(t *testing.T) {
	t.Parallel()
	repository := pullRepository(t, portTree(80), portTree(81))
	for _, tt := range []struct {
		name, args  string
		code        int
		result, log string
	}{
		{"a change", "", 0, "0", ""},
		{"a change fails the job", "--exit-code", 0, "1", ""},
		{"a wrong argument", "--key no_such_key", 2, "2", "failed with exit code 2; the lines above say why"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j, _ := pullRequest(t, newGitHub(t), map[string]string{"diff-args": tt.args}, repository)
			code, log, outputs := j.run(t, "Compare with the target branch")
			if code != tt.code || outputs["exit-code"] != tt.result || !strings.Contains(log, tt.log) {
				t.Errorf("exit code %d, output %q, log:\n%s", code, outputs["exit-code"], log)
			}
		})
	}
}
