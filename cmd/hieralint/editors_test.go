package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// snippet returns the code for an editor in docs/editors.md.
func snippet(t *testing.T, editor string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(reference.Root(t), "docs", "editors.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)<!-- editor: " + editor + " -->\n```[a-z]+\n(.*?)```\n").FindSubmatch(text)
	if m == nil {
		t.Fatalf("docs/editors.md has no code for %s", editor)
	}
	return string(m[1])
}

// editor is an installed editor, with a repository to edit.
type editor struct{ dir, bin string }

func newEditor(t *testing.T, command string) editor {
	t.Helper()
	if _, err := exec.LookPath(command); err != nil {
		t.Skip(command + " is not installed")
	}
	e := editor{t.TempDir(), t.TempDir()}
	linkHieralint(t, e.bin)
	filetree.Add(t, e.dir, map[string]string{
		"hiera.yaml":       "version: 5\n",
		"data/common.yaml": "---\na::d: \"ö😀 %{alias('a::b')}\"\na::b: \"%{trusted.certnam}\"\na::c: 1\n",
	})
	return e
}

// run runs the editor without a screen, and returns what it wrote to the file `out`.
func (e editor) run(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = e.dir
	cmd.Env = append(os.Environ(), "PATH="+e.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+e.bin, "XDG_CONFIG_HOME="+e.bin, "XDG_STATE_HOME="+e.bin, "TERM=dumb")
	log, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, log)
	}
	out, err := os.ReadFile(filepath.Join(e.dir, "out"))
	if err != nil {
		t.Fatalf("%v: %s", err, log)
	}
	return strings.TrimSpace(string(out))
}

// TestVim fills the quickfix list in Vim.
func TestVim(t *testing.T) {
	e := newEditor(t, "vim")
	filetree.Add(t, e.dir, map[string]string{
		"rc/compiler/hieralint.vim": snippet(t, "vim"),
		"run.vim": `set runtimepath^=rc
compiler hieralint
silent! make!
let found = filter(getqflist(), 'v:val.valid')
call writefile(map(found, 'bufname(v:val.bufnr) . ":" . v:val.lnum . ":" . v:val.col . " " . v:val.type . " " . v:val.text'), 'out')
quitall!
`,
	})
	want := "data/common.yaml:2:11 e `alias` must be the whole value [alias-not-whole-value]\n" +
		"data/common.yaml:3:8 w `trusted` has no `certnam` [interpolation-undefined-variable]"
	if got := e.run(t, "vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "-S", "run.vim"); got != want {
		t.Errorf("quickfix list:\n%s\nwant\n%s", got, want)
	}
}

// TestALE runs the linter as ALE does, in Vim. Of ALE itself, only the definition of the linter is
// used.
func TestALE(t *testing.T) {
	e := newEditor(t, "vim")
	filetree.Add(t, e.dir, map[string]string{
		"rc/autoload/ale/linter.vim": "function! ale#linter#Define(type, linter) abort\n  let g:linter = a:linter\nendfunction\n",
		"linter.vim":                 snippet(t, "ale"),
		"run.vim": `set runtimepath^=rc
source linter.vim
edit data/common.yaml
let command = substitute(substitute(linter.command, '%e', linter.executable, ''), '%s', shellescape(expand('%:p')), '')
let found = call(linter.callback, [bufnr('%'), systemlist(command, getline(1, '$'))])
call writefile(map(found, 'v:val.lnum . ":" . v:val.col . "-" . v:val.end_lnum . ":" . v:val.end_col . " " . v:val.type . " " . v:val.text . " " . v:val.code'), 'out')
quitall!
`,
	})
	want := "2:15-2:30 E `alias` must be the whole value. alias-not-whole-value\n" +
		"3:8-3:25 W `trusted` has no `certnam`. interpolation-undefined-variable"
	if got := e.run(t, "vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "-c", "set encoding=utf-8", "-S", "run.vim"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestALEClient uses the language server in Vim with ALE, for diagnostics and definitions.
func TestALEClient(t *testing.T) {
	e := newEditor(t, "vim")
	const ale = "/usr/share/vim-ale"
	if _, err := os.Stat(ale); err != nil {
		t.Skip("ALE is not installed (Debian: apt-get install vim-ale)")
	}
	filetree.Add(t, e.dir, map[string]string{
		"client.vim": snippet(t, "ale-client"),
		"run.vim": `set nocompatible encoding=utf-8 hidden runtimepath^=` + ale + `
let g:ale_linters = {'yaml': ['hieralint']}
runtime plugin/ale.vim
source client.vim
edit data/common.yaml
set filetype=yaml
ALELint
function! Found()
  return ale#engine#GetLoclist(bufnr('%'))
endfunction
let tries = 0
while tries < 600 && empty(Found())
  sleep 50m
  let tries += 1
endwhile
let found = map(copy(Found()), 'v:val.lnum . " " . v:val.type . " " . v:val.code')
call cursor(2, 24)
ALEGoToDefinition
while tries < 600 && line('.') == 2
  sleep 50m
  let tries += 1
endwhile
call writefile(found + ['definition ' . line('.')], 'out')
quitall!
`,
	})
	want := "2 E alias-not-whole-value\n3 W interpolation-undefined-variable\ndefinition 3"
	if got := e.run(t, "vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "-S", "run.vim"); got != want {
		t.Errorf("ALE shows\n%s\nwant\n%s", got, want)
	}
}

// TestCoc uses the language server in Vim with coc.nvim, for diagnostics, hover, definitions, and
// fixes. HIERALINT_TEST_COC names the directory of a build of coc.nvim, which is not packaged.
func TestCoc(t *testing.T) {
	coc := os.Getenv("HIERALINT_TEST_COC")
	if _, err := exec.LookPath("tmux"); coc == "" || err != nil {
		t.Skip("HIERALINT_TEST_COC is not set, or tmux is not installed")
	}
	e := newEditor(t, "vim")
	filetree.Add(t, e.dir, map[string]string{
		"rc/coc-settings.json": snippet(t, "coc"),
		"run.vim": `set nocompatible nomore cmdheight=8 encoding=utf-8 hidden nobackup nowritebackup runtimepath^=` + coc + `
let g:coc_config_home = getcwd() . '/rc'
let g:coc_data_home = getcwd() . '/rc'
filetype plugin on
let out = []
function! Await(what, holds)
  let tries = 0
  while !a:holds() && tries < 600
    sleep 50m
    let tries += 1
  endwhile
  if tries == 600
    call writefile(g:out + ['no ' . a:what] + split(execute('messages'), "\n"), 'out')
    quitall!
  endif
endfunction
runtime plugin/coc.vim
function! Run(timer)
call Await('coc.nvim', { -> get(g:, 'coc_service_initialized', 0) })
edit data/common.yaml
set filetype=yaml
call Await('findings', { -> !empty(CocAction('diagnosticList')) })
let g:out += map(sort(copy(CocAction('diagnosticList')), { a, b -> a.lnum - b.lnum }), 'v:val.lnum . ":" . v:val.col . " " . v:val.severity . " " . v:val.code')
call cursor(3, 2)
call add(g:out, 'hover ' . join(split(join(CocAction('getHover'), ' '))[:1]))
call cursor(2, 26)
call CocAction('jumpDefinition')
call Await('definition', { -> line('.') == 3 })
call add(g:out, 'definition ' . line('.'))
call cursor(3, 22)
let fix = CocAction('codeActions', 'cursor')[0]
call CocAction('doCodeAction', fix)
call Await('fix', { -> getline(3) =~ 'certname' })
call add(g:out, 'fix ' . getline(3))
call writefile(g:out, 'out')
quitall!
endfunction
autocmd VimEnter * call timer_start(100, 'Run')
`,
	})
	e.openScreen(t, "vim -N -u run.vim -i NONE")
	out := filepath.Join(e.dir, "out")
	for range 1200 {
		if _, err := os.Stat(out); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	want := "2:15 Error alias-not-whole-value\n3:8 Warning interpolation-undefined-variable\nhover **`a::b`** -\ndefinition 3\n" +
		"fix a::b: \"%{trusted.certname}\"\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNeovim runs the linter as nvim-lint does, in Neovim. nvim-lint itself is replaced by a table
// that keeps the definition.
func TestNeovim(t *testing.T) {
	e := newEditor(t, "nvim")
	filetree.Add(t, e.dir, map[string]string{
		"linter.lua": snippet(t, "nvim-lint"),
		"run.lua": `local tried = false
package.loaded.lint = { linters = {}, linters_by_ft = {}, try_lint = function() tried = true end }
dofile('linter.lua')
vim.cmd('edit data/common.yaml')
local linter = package.loaded.lint.linters[package.loaded.lint.linters_by_ft.yaml[1]]
local command = { linter.cmd }
for _, arg in ipairs(linter.args) do
  table.insert(command, type(arg) == 'function' and arg() or arg)
end
local output = vim.fn.system(command, vim.fn.join(vim.fn.getline(1, '$'), '\n') .. '\n')
local space = vim.api.nvim_create_namespace('test')
vim.diagnostic.set(space, 0, linter.parser(output, 0))
local lines = { tostring(tried), tostring(#linter.parser('', 0)) }
for _, d in ipairs(vim.diagnostic.get(0)) do
  table.insert(lines, table.concat({ d.lnum, d.col, d.end_lnum, d.end_col, d.severity, d.code, vim.split(d.message, '\n')[1] }, ' '))
end
vim.fn.writefile(lines, 'out')
vim.cmd('quitall!')
`,
	})
	want := "true\n0\n" +
		"1 14 1 30 1 alias-not-whole-value `alias` must be the whole value.\n" +
		"2 7 2 25 2 interpolation-undefined-variable `trusted` has no `certnam`."
	if got := e.run(t, "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile run.lua"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestFlycheck checks a buffer in Emacs with Flycheck.
func TestFlycheck(t *testing.T) {
	e := newEditor(t, "emacs")
	const load = "(progn (require 'package) (package-initialize) (require 'flycheck))"
	if err := exec.Command("emacs", "--batch", "--eval", load).Run(); err != nil {
		t.Skip("Flycheck is not installed (Debian: apt-get install elpa-flycheck)")
	}
	filetree.Add(t, e.dir, map[string]string{
		"checker.el": snippet(t, "flycheck"),
		"run.el": load + `
(define-derived-mode yaml-mode text-mode "YAML") ; only its name counts
(load-file "checker.el")
(set-language-environment "UTF-8")
(find-file "data/common.yaml")
(yaml-mode)
(setq flycheck-checker 'hieralint flycheck-check-syntax-automatically nil)
(flycheck-mode 1)
(defvar checked nil)
(add-hook 'flycheck-after-syntax-check-hook (lambda () (setq checked t)))
(flycheck-buffer)
(with-timeout (20) (while (not checked) (accept-process-output nil 0.1)))
(let ((found (mapconcat
              (lambda (e) (format "%s:%s %s %s %s" (flycheck-error-line e) (flycheck-error-column e)
                                  (flycheck-error-level e) (flycheck-error-message e) (flycheck-error-id e)))
              flycheck-current-errors "\n")))
  (with-temp-file "../out" (insert found)))
`,
	})
	want := "2:11 error `alias` must be the whole value alias-not-whole-value\n" +
		"3:8 warning `trusted` has no `certnam` interpolation-undefined-variable"
	if got := e.run(t, "emacs", "--batch", "--load", "run.el"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestEglot uses the language server in Emacs with Eglot, and waits for the diagnostics in Flymake.
func TestEglot(t *testing.T) {
	e := newEditor(t, "emacs")
	const load = "(progn (require 'package) (package-initialize) (require 'eglot))"
	if err := exec.Command("emacs", "--batch", "--eval", load).Run(); err != nil {
		t.Skip("Eglot is not installed (Debian: apt-get install elpa-eglot)")
	}
	filetree.Add(t, e.dir, map[string]string{
		"eglot.el": snippet(t, "eglot"),
		"run.el": load + `
(define-derived-mode yaml-mode text-mode "YAML") ; only its name counts
(load-file "eglot.el")
(set-language-environment "UTF-8")
(setq eglot-sync-connect t eglot-autoshutdown nil vc-handled-backends nil)
(defun project-root-here (dir) (cons 'transient (locate-dominating-file dir "hiera.yaml")))
(setq project-find-functions '(project-root-here))
(find-file "data/common.yaml")
(yaml-mode)
(eglot-ensure)
(run-hooks 'post-command-hook)
(with-timeout (60) (while (not (flymake-diagnostics)) (accept-process-output nil 0.1)))
(defun one (d)
  (save-excursion
    (goto-char (flymake-diagnostic-beg d))
    (format "%s:%s %s" (line-number-at-pos) (current-column) (car (split-string (flymake-diagnostic-text d) "\n")))))
(let ((found (sort (mapcar #'one (flymake-diagnostics)) #'string<))
      (hover (progn (goto-char (point-min)) (search-forward "a::b") (goto-char (match-beginning 0))
                    (plist-get (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)) :contents))))
  (with-temp-file "../out" (insert (mapconcat #'identity found "\n") "\n" (car (split-string (plist-get hover :value) "\n")))))
(kill-emacs)
`,
	})
	want := "2:11 hieralint [alias-not-whole-value]: `alias` must be the whole value\n" + // 😀 is two columns wide
		"3:7 hieralint [interpolation-undefined-variable]: `trusted` has no `certnam`\na::b"
	if got := strings.NewReplacer("*", "", "`a::b`", "a::b").Replace(e.run(t, "emacs", "--batch", "--load", "run.el")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestVSCode checks that the problem matcher of the documented task finds every finding in a
// report.
func TestVSCode(t *testing.T) {
	var tasks struct {
		Tasks []struct {
			Command        string
			Args           []string
			ProblemMatcher struct {
				Pattern struct {
					Regexp                                      string
					File, Line, Column, Severity, Message, Code int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(snippet(t, "vscode")), &tasks); err != nil {
		t.Fatal(err)
	}
	task := tasks.Tasks[0]
	e := newEditor(t, "bash")
	out, err := shell(e.dir, e.bin, task.Command+" "+strings.Join(task.Args, " "))
	if err == nil {
		t.Error("no findings")
	}
	p := task.ProblemMatcher.Pattern
	pattern := regexp.MustCompile(p.Regexp)
	for line := range strings.Lines(out) {
		m := pattern.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil || m[p.File]+":"+m[p.Line]+":"+m[p.Column]+": "+m[p.Severity]+": "+m[p.Message]+" ["+m[p.Code]+"]\n" != line {
			t.Errorf("%s: matched as %q", line, m)
		}
	}
}
