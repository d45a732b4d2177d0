package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// realSize is a control repository with a thousand data files, and mistakes in one of them.
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

// TestNeovimLSP has a real Neovim find, hover, complete, jump, rename, fix and undo with its own client, set up as docs/editors.md says.
func TestNeovimLSP(t *testing.T) {
	if _, err := exec.LookPath("nvim"); err != nil && reference.IsRequired() {
		t.Fatal("nvim is not installed: ", err)
	}
	e := newEditor(t, "nvim")
	filetree.Add(t, e.dir, realSize())
	filetree.Commit(t, e.dir)
	filetree.Add(t, e.dir, map[string]string{
		"setup.lua":  snippet(t, "neovim-client"),
		"impact.lua": snippet(t, "neovim-impact"),
		"run.lua": `local out = {}
local function say(text) table.insert(out, text) end
local function finish()
  vim.fn.writefile(out, 'out')
  vim.cmd('quitall!')
end
local function await(what, holds)
  if not vim.wait(60000, holds, 20) then
    say('no ' .. what)
    finish()
  end
end
local function findings()
  local lines = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(lines, string.format('%d:%d-%d:%d %s', d.lnum + 1, d.col + 1, d.end_lnum + 1, d.end_col + 1, d.code))
  end
  table.sort(lines)
  return table.concat(lines, ', ')
end
local function ask(method, line, column, more)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(), more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do
    return answer.result
  end
end

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
		"every node except those with `facts.role` = `role00`, or `facts.role` = `role01`, or 48 others",
		`  ~ profile::base::domain: "example.com" -> "example.org"`,
		"      at data/common.yaml:1",
	}, "\n")
	if got := e.run(t, "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile run.lua"); got != want {
		t.Errorf("Neovim shows\n%s\nwant\n%s", got, want)
	}
}
