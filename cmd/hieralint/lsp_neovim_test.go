package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// realSize returns a control repo with a thousand data files, one of which has mistakes.
func realSize() map[string]string {
	files := map[string]string{
		"environment.conf": "modulepath = site\n",
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n" +
			"  - {name: Common, path: common.yaml}\n",
		"site/profile/manifests/base.pp": "# @param domain The domain\n#   of the site.\nclass profile::base (String $domain, Hash $users = {}) {\n  $contact = lookup('contact')\n}\n",
		"data/common.yaml":               "profile::base::domain: example.com\ncontact: \"ö😀 root@%{facts.domain}\"\nmotd: \"%{lookup('contact')}\"\n",
	}
	for i := range 50 {
		files[fmt.Sprintf("data/role/role%02d.yaml", i)] = fmt.Sprintf("profile::base::domain: role%02d.example.com\n", i)
		files[fmt.Sprintf("site/profile/manifests/app%02d.pp", i)] = fmt.Sprintf("class profile::app%02d (Integer $port = 80) { }\n", i)
	}
	for i := range 949 {
		text := fmt.Sprintf("profile::app%02d::port: %d\n", i%50, 1000+i)
		if i%50 == 0 {
			text += fmt.Sprintf("contact: node%d@example.com\n", i)
		}
		files[fmt.Sprintf("data/nodes/node%03d.example.com.yaml", i)] = text
	}
	return files
}

// neovimPrelude defines functions for scripts in Neovim. Their output is written to the file `out`.
const neovimPrelude = `out = {}
function say(text) table.insert(out, text) end
function finish()
  vim.fn.writefile(out, 'out')
  vim.cmd('quitall!')
end
function await(what, holds)
  if not vim.wait(30000, holds, 20) then
    say('no ' .. what)
    finish()
  end
end
function findings()
  local lines = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(lines, string.format('%d:%d-%d:%d %s', d.lnum + 1, d.col + 1, d.end_lnum + 1, d.end_col + 1, d.code))
  end
  table.sort(lines)
  return table.concat(lines, ', ')
end
function request(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do
    return answer.result
  end
end
function ask(method, line, column, more)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(), more or {})
  return request(method, params)
end
`

func newNeovim(t *testing.T) editor {
	t.Helper()
	if _, err := exec.LookPath("nvim"); err != nil && reference.IsRequired() {
		t.Fatal("nvim is not installed: ", err)
	}
	return newEditor(t, "nvim")
}

// runNeovim runs the script run.lua.
func (e editor) runNeovim(t *testing.T) string {
	t.Helper()
	return e.run(t, "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile run.lua")
}

// TestNeovimLSP uses the language server with Neovim's own client, set up as in docs/editors.md:
// diagnostics, hover, completion, definitions, rename, fixes, and undo.
func TestNeovimLSP(t *testing.T) {
	e := newNeovim(t)
	filetree.Add(t, e.dir, realSize())
	filetree.Commit(t, e.dir)
	filetree.Add(t, e.dir, map[string]string{
		"prelude.lua": neovimPrelude,
		"setup.lua":   snippet(t, "neovim-client"),
		"impact.lua":  snippet(t, "neovim-impact"),
		"run.lua": `dofile('prelude.lua')
dofile('setup.lua')
vim.cmd('filetype on')
vim.cmd('edit data/common.yaml')
local first
await('findings', function() first = findings() return first ~= '' end)
say('findings ' .. first)

local hover = ask('textDocument/hover', 1, 3).contents.value
say('hover ' .. hover:match('Parameter of class[^\n]*') .. ' ' .. hover:match('The domain\nof the site'):gsub('\n', ' '))

vim.api.nvim_buf_set_lines(0, 3, 3, true, { 'profile::app07::' })
local found = {}
for _, item in ipairs(ask('textDocument/completion', 4, 16).items) do
  table.insert(found, item.label)
end
say('completion ' .. table.concat(found, ' '))
vim.cmd('silent undo')

vim.api.nvim_win_set_cursor(0, { 3, 20 })
vim.lsp.buf.rename('mail')
await('rename', function() return vim.fn.getline(3):find('mail') ~= nil end)
say('rename ' .. vim.fn.getline(2) .. ' ' .. vim.fn.getline(3))
say('renamed in ' .. vim.tbl_count(vim.tbl_filter(function(b) return vim.bo[b].modified end, vim.api.nvim_list_bufs())) .. ' files')
vim.cmd('silent undo')

vim.api.nvim_win_set_cursor(0, { 1, 3 })
vim.lsp.buf.definition()
await('jump', function() return vim.fn.expand('%:t') == 'base.pp' end)
say('jump ' .. vim.fn.expand('%:t') .. ':' .. vim.fn.line('.') .. ':' .. vim.fn.col('.'))
vim.cmd('buffer common.yaml')

await('the findings again', function() return findings() == first end)
local range = { start = { line = 1, character = 24 }, ['end'] = { line = 1, character = 24 } }
for _, action in ipairs(ask('textDocument/codeAction', 2, 1, { range = range, context = { diagnostics = {} } })) do
  if action.isPreferred then
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
    say('fix ' .. vim.fn.getline(2))
    break
  end
end
await('the finding to be gone', function() return findings() == '' end)
vim.cmd('silent undo')
await('the finding after undo', function() return findings() == first end)
say('undo ' .. vim.fn.getline(2))

dofile('impact.lua')
vim.api.nvim_buf_set_lines(0, 0, 1, true, { 'profile::base::domain: example.org' })
vim.lsp.codelens.refresh()
local lens
await('a lens', function()
  for _, l in ipairs(vim.lsp.codelens.get(0)) do
    if l.data and l.data.impact and l.command then
      lens = l
      return true
    end
  end
end)
say('lens ' .. lens.command.title)
vim.ui.select = function(items, _, choose)
  for _, item in ipairs(items) do
    if (item.lens or item[2]).command.command == 'hieralint.showImpact' then
      choose(item)
    end
  end
end
vim.api.nvim_win_set_cursor(0, { 1, 0 })
vim.lsp.codelens.run()
local report
await('the report', function()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= '' then
      report = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, true)
      return true
    end
  end
end)
table.insert(out, 'report ' .. report[1])
vim.list_extend(out, report, 2)
finish()
`,
	})
	want := strings.Join([]string{
		"findings 2:23-2:38 legacy-fact",
		"hover Parameter of class `profile::base`: `String` The domain of the site",
		"completion profile::app07::port",
		`rename mail: "ö😀 root@%{facts.domain}" motd: "%{lookup('mail')}"`,
		"renamed in 21 files",
		"jump base.pp:3:29",
		`fix contact: "ö😀 root@%{facts.networking.domain}"`,
		`undo contact: "ö😀 root@%{facts.domain}"`,
		"lens Changes 1 value on every node except some since the last commit",
		"report 1 key changes between the last commit and the text in the editor.",
		"",
		"every node except those with `facts.role` = `role00` or `facts.role` = `role01` or 48 others",
		`  ~ profile::base::domain: "example.com" -> "example.org"`,
		"      at data/common.yaml:1",
	}, "\n")
	if got := e.runNeovim(t); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNeovimActions applies each code action in a file in Neovim, and undoes it: the text must be
// that of `hieralint lint --fix`, or have the requested comment, and the finding must be gone. Then
// it checks hints, completion in the configuration, and the files of a level.
func TestNeovimActions(t *testing.T) {
	e := newNeovim(t)
	filetree.Add(t, e.dir, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - name: Levels\n    paths:\n      - \"role/%{facts.role}.yaml\"\n      - common.yaml\n",
		"data/common.yaml": "---\n# 😀\na::name: \"ö😀 %{facts.fqdn}\" # %{x}\na::other: %{facts.hostname}\na::last: 'x %{::osfamily}'\n" +
			"a::number: 010\na::hint: \"is %{lookup('a::plain')}\"\na::plain: x\n",
		"data/role/web.yaml": "a::plain::web: 1\n",
		"prelude.lua":        neovimPrelude,
		"setup.lua":          snippet(t, "neovim-client"),
		"run.lua": `dofile('prelude.lua')
dofile('setup.lua')
vim.cmd('filetype on')
local checked -- the version of the text that the findings are those of
local show = vim.lsp.handlers['textDocument/publishDiagnostics']
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(err, result, ...)
  checked = result.version
  return show(err, result, ...)
end
vim.cmd('edit data/common.yaml')
local first, before
await('findings', function() first = findings() return first ~= '' end)
say('findings ' .. first)
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n') end
before = text()
local function changes()
  local old, new = vim.split(before, '\n'), vim.api.nvim_buf_get_lines(0, 0, -1, true)
  local at = 1
  local all = {}
  for _, line in ipairs(new) do
    if line == old[at] then
      at = at + 1
    else
      table.insert(all, line)
      if #new == #old then
        at = at + 1
      end
    end
  end
  return table.concat(all, ' | ')
end
local seen = {}
for line = 1, vim.fn.line('$') do
  local range = { start = { line = line - 1, character = 0 }, ['end'] = { line = line - 1, character = 100 } }
  for _, action in ipairs(ask('textDocument/codeAction', line, 0, { range = range, context = { diagnostics = {} } })) do
    if not seen[action.title .. vim.inspect(action.edit)] then
      seen[action.title .. vim.inspect(action.edit)] = true
      local isBaseline = action.title:find('baseline')
      if action.command then
        request('workspace/executeCommand', action.command)
      else
        if not action.edit then
          action = request('codeAction/resolve', action)
        end
        vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
      end
      await('the end of ' .. action.title, function() -- an edit may have several steps
        return checked == vim.lsp.util.buf_versions[vim.api.nvim_get_current_buf()] and findings() ~= first
      end)
      say(line .. ' ' .. action.kind .. ' ' .. action.title .. ': ' .. (isBaseline and vim.fn.filereadable('.hieralint-baseline.json') or changes()) .. ' leaves ' .. findings())
      if isBaseline then
        vim.fn.delete('.hieralint-baseline.json')
        vim.lsp.buf_notify(0, 'workspace/didChangeWatchedFiles', { changes = { { uri = vim.uri_from_fname(vim.fn.getcwd() .. '/.hieralint-baseline.json'), type = 3 } } })
      else
        vim.cmd('silent undo')
      end
      await('the findings after undo of ' .. action.title, function() return findings() == first end)
      if text() ~= before or vim.bo.modified then
        say('undo leaves ' .. changes())
      end
    end
  end
end

vim.api.nvim_buf_set_lines(0, 3, 4, true, { 'a::other: now it can be read' })
vim.lsp.buf_notify(0, 'workspace/didChangeConfiguration', { settings = { hieralint = { inlayHints = true } } })
local range = { start = { line = 0, character = 0 }, ['end'] = { line = vim.fn.line('$'), character = 0 } }
for _, hint in ipairs(ask('textDocument/inlayHint', 1, 0, { range = range })) do
  say('hint ' .. vim.fn.getline(hint.position.line + 1) .. ' ' .. hint.label)
end
vim.cmd('silent undo')

vim.cmd('edit hiera.yaml')
vim.fn.search('facts.role')
vim.lsp.buf.definition()
await('jump', function() return vim.fn.expand('%') ~= 'hiera.yaml' end)
say('jump ' .. vim.fn.fnamemodify(vim.fn.expand('%'), ':t'))

vim.cmd('edit .hieralint.yaml')
vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'rules:', '  legacy-fact: wa' })
local labels = {}
for _, item in ipairs(ask('textDocument/completion', 2, 16).items) do
  table.insert(labels, item.label)
end
say('completion ' .. table.concat(labels, ' '))
vim.api.nvim_buf_set_lines(0, 1, -1, true, { '  legacy-fact: off' })
vim.cmd('buffer common.yaml')
await('the findings without the rule', function() return not findings():find('legacy') end)
say('with the configuration ' .. findings())
finish()
`,
	})
	want := strings.Join([]string{
		"findings 3:18-3:31 legacy-fact, 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number",
		`1 source.fixAll.hieralint Apply all safe fixes to this file: a::name: "ö😀 %{facts.networking.fqdn}" # %{x} | a::other: "%{facts.networking.hostname}" | a::last: 'x %{facts.os.family}' leaves 6:12-6:15 yaml-implicit-number`,
		`3 quickfix Use ` + "`facts.networking.fqdn`" + `: a::name: "ö😀 %{facts.networking.fqdn}" # %{x} leaves 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number`,
		"3 quickfix Fix all `legacy-fact` in this file: a::name: \"ö😀 %{facts.networking.fqdn}\" # %{x} | a::other: %{facts.networking.hostname} | a::last: 'x %{facts.os.family}' leaves 4:11-4:39 interpolation-unquoted, 6:12-6:15 yaml-implicit-number",
		"3 quickfix Ignore `legacy-fact` here: a::name: \"ö😀 %{facts.fqdn}\" # %{x} # hieralint:ignore legacy-fact leaves 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number",
		"3 quickfix Ignore `legacy-fact` in this file: # hieralint:ignore-file legacy-fact leaves 5:11-5:28 interpolation-unquoted, 7:12-7:15 yaml-implicit-number",
		"3 quickfix Add this `legacy-fact` to the baseline: 1 leaves 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number",
		"4 quickfix Write `\"%{facts.hostname}\"`: a::other: \"%{facts.hostname}\" leaves 3:18-3:31 legacy-fact, 4:12-4:29 legacy-fact, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number",
		"4 quickfix Use `facts.networking.hostname`: a::other: %{facts.networking.hostname} leaves 3:18-3:31 legacy-fact, 4:11-4:39 interpolation-unquoted, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number",
		"4 quickfix Ignore `interpolation-unquoted` here: a::other: %{facts.hostname} # hieralint:ignore interpolation-unquoted leaves 3:18-3:31 legacy-fact, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number",
		"4 quickfix Ignore `interpolation-unquoted` in this file: # hieralint:ignore-file interpolation-unquoted leaves 4:18-4:31 legacy-fact, 5:11-5:28 legacy-fact, 6:13-6:26 legacy-fact, 7:12-7:15 yaml-implicit-number",
		"4 quickfix Add this `interpolation-unquoted` to the baseline: 1 leaves 3:18-3:31 legacy-fact, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number",
		"4 quickfix Ignore `legacy-fact` here: a::other: %{facts.hostname} # hieralint:ignore legacy-fact leaves 3:18-3:31 legacy-fact, 4:11-4:28 interpolation-unquoted, 5:13-5:26 legacy-fact, 6:12-6:15 yaml-implicit-number",
		"5 quickfix Use `facts.os.family`: a::last: 'x %{facts.os.family}' leaves 3:18-3:31 legacy-fact, 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 6:12-6:15 yaml-implicit-number",
		"5 quickfix Ignore `legacy-fact` here: a::last: 'x %{::osfamily}' # hieralint:ignore legacy-fact leaves 3:18-3:31 legacy-fact, 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 6:12-6:15 yaml-implicit-number",
		`6 quickfix Quote the value (unsafe: may change the meaning of data): a::number: "010" leaves 3:18-3:31 legacy-fact, 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact`,
		"6 quickfix Ignore `yaml-implicit-number` here: a::number: 010 # hieralint:ignore yaml-implicit-number leaves 3:18-3:31 legacy-fact, 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact",
		"6 quickfix Ignore `yaml-implicit-number` in this file: # hieralint:ignore-file yaml-implicit-number leaves 4:18-4:31 legacy-fact, 5:11-5:28 interpolation-unquoted, 5:11-5:28 legacy-fact, 6:13-6:26 legacy-fact",
		"6 quickfix Add this `yaml-implicit-number` to the baseline: 1 leaves 3:18-3:31 legacy-fact, 4:11-4:28 interpolation-unquoted, 4:11-4:28 legacy-fact, 5:13-5:26 legacy-fact",
		`hint a::hint: "is %{lookup('a::plain')}" = is x`,
		"jump web.yaml",
		"completion warning",
		"with the configuration 4:11-4:28 interpolation-unquoted, 6:12-6:15 yaml-implicit-number",
	}, "\n")
	if got := e.runNeovim(t); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
