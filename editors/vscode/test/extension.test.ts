// Tests the extension with the real language server and a fake VS Code.

import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as os from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { api, Document, events, given, Position, Selection, seen, state, Uri } from './vscode';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hieralint-'));
const files: Record<string, string> = {
  'hiera.yaml': 'version: 5\nhierarchy:\n  - {name: Roles, path: "role/%{facts.role}.yaml"}\n  - {name: Common, path: common.yaml}\n',
  'data/common.yaml': 'web::port: 80\nmotd: "%{osfamily}"\nusers: {a: 1}\n',
  'data/role/web.yaml': 'web::port: 81\nusers: {b: 1}\n',
  'modules/web/manifests/init.pp': '# @param port The port\nclass web (Integer $port) { }\n',
};
let server: string;
let extension: typeof import('../src/extension');
let document: Document;
const context = { subscriptions: [] as { dispose(): void }[] };

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let i = 0; !holds(); i++) {
    assert.ok(i < 1500, `${what} does not come; the output is\n${seen.output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const codes = () => (seen.diagnostics.get(document.uri.toString()) ?? []).map((d: any) => d.code?.value ?? d.code);

before(() => {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  for (const args of [['init', '-q'], ['add', '-A'], ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', 'commit', '-qm', 'first']]) {
    execFileSync('git', args, { cwd: root });
  }
  server = process.env.HIERALINT ?? path.join(root, 'hieralint');
  if (!process.env.HIERALINT) {
    execFileSync('go', ['build', '-o', server, './cmd/hieralint'], { cwd: path.join(__dirname, '../../../..') });
  }
  const modules = createRequire(__filename)('node:module');
  const load = modules._load;
  modules._load = (request: string, ...rest: unknown[]) => (request === 'vscode' ? api : load(request, ...rest));
  const uri = Uri.file(path.join(root, 'data/common.yaml'));
  document = new Document(uri, 'yaml', files['data/common.yaml']);
  state.workspace.textDocuments.push(document);
  state.workspace.workspaceFolders.push({ uri: Uri.file(root), name: 'root', index: 0 });
  given.settings['hieralint.path'] = server;
  given.settings['hieralint.profile'] = 'recommended';
  extension = require('../src/extension');
});

after(async () => {
  await extension.deactivate();
  context.subscriptions.forEach((d) => d.dispose());
  fs.rmSync(root, { recursive: true });
});

test('a command that cannot be run is shown, with the way to the setting', async () => {
  given.settings['hieralint.path'] = path.join(root, 'nothing');
  given.answer = 'Open Settings';
  await extension.activate(context as any);
  await until('the message', () => seen.messages.some((text) => text.includes('cannot run')));
  assert.match(seen.status.text, /error/);
  await until('the settings', () => seen.executed.some(([name, id]) => name === 'workbench.action.openSettings' && id === 'hieralint.path'));
  given.answer = undefined;
});

test('another path restarts the server', async () => {
  given.settings['hieralint.path'] = server;
  events.onDidChangeConfiguration.fire({ affectsConfiguration: (name: string) => name === 'hieralint.path' });
  await until('the running server', () => /check/.test(seen.status.text));
  assert.match(seen.status.tooltip, /^hieralint /);
  assert.ok(seen.executed.some(([name, key, value]) => name === 'setContext' && key === 'hieralint.isRunning' && value === true));
});

test('findings follow what is typed', async () => {
  await until('hover', () => seen.providers.Hover && seen.providers.InlayHints);
  await until('the first findings', () => codes().includes('legacy-fact'));
  document.replace(1, 9, 17, 'facts.os.family');
  await until('no findings', () => !codes().includes('legacy-fact'));
});

test('hover shows the value on each kind of node', async () => {
  const hover = await seen.providers.Hover.provideHover(document, new Position(0, 2), { isCancellationRequested: false, onCancellationRequested: () => {} });
  const text = JSON.stringify(hover);
  for (const part of ['Integer', 'The port', '80', '81', 'Roles']) {
    assert.ok(text.includes(part), `${part} is in ${text}`);
  }
});

test('a merge is offered', async () => {
  const token = { isCancellationRequested: false, onCancellationRequested: () => {} };
  const range = new Selection(new Position(2, 1), new Position(2, 1));
  const actions = await seen.providers.CodeActions.provideCodeActions(document, range, { diagnostics: [], only: undefined, triggerKind: 1 }, token);
  assert.ok(actions.some((a: any) => a.title === 'Merge `users` of all levels: deep'), JSON.stringify(actions));
});

test('the value on a node is shown', async () => {
  const at = new Position(0, 2);
  state.window.activeTextEditor = { document, selection: new Selection(at, at) };
  given.pick = (items) => items.find((item) => item.includes('web'));
  await seen.commands['hieralint.showValueOnNode']();
  assert.deepEqual(seen.picks, ['facts.role = web']);
  const preview = seen.executed.find(([name]) => name === 'markdown.showPreviewToSide')!;
  const shown = seen.contents['hieralint-value'].provideTextDocumentContent(preview[1]);
  assert.match(shown, /facts\.role = web: `81`, from Roles/);
});

test('the lens shows what an edit changes', async () => {
  const token = { isCancellationRequested: false, onCancellationRequested: () => {} };
  document.replace(0, 11, 13, '8080');
  const provider = seen.providers.CodeLens;
  const lens = (await provider.provideCodeLenses(document, token))[0];
  const { command } = await provider.resolveCodeLens(lens, token);
  assert.equal(command.title, 'Changes 2 values on some nodes since the last commit');
  seen.executed.length = 0;
  await seen.commands[command.command](...command.arguments);
  const preview = seen.executed.find(([name]) => name === 'markdown.showPreviewToSide')!;
  assert.match(seen.contents['hieralint-value'].provideTextDocumentContent(preview[1]), /web::port: 80 -> 8080/);
  state.window.activeTextEditor = { document, selection: new Selection(new Position(0, 0), new Position(0, 0)) };
  await seen.commands['hieralint.showImpactSinceSave']();
  assert.match(seen.contents['hieralint-value'].provideTextDocumentContent(preview[1]), /between the saved file and the text in the editor/);
  document.replace(0, 11, 15, '80');
});

test('settings reach the server', async () => {
  const token = { isCancellationRequested: false, onCancellationRequested: () => {} };
  const range = new Selection(new Position(0, 0), new Position(3, 0));
  document.replace(1, 7, 25, "%{literal('the value')}");
  given.settings['hieralint.inlayHints'] = true;
  events.onDidChangeConfiguration.fire({ affectsConfiguration: (name: string) => name === 'hieralint' });
  let hints: any[] = [];
  for (let i = 0; i < 200 && hints.length === 0; i++) {
    hints = (await seen.providers.InlayHints.provideInlayHints(document, range, token).catch((e: any) => ((seen.output += e), []))) ?? [];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.match(JSON.stringify(hints), /= the value/, seen.output);
});
