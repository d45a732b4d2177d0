import { posix } from 'node:path';
import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient, LanguageClientOptions, ServerOptions, State } from 'vscode-languageclient/node';

/** The documents that the language server reads, by language and by file name. */
const documentSelector = [
  { scheme: 'file', language: 'yaml' },
  { scheme: 'file', language: 'json' },
  { scheme: 'file', language: 'puppet' },
  { scheme: 'file', pattern: '**/*.{eyaml,conf,hocon,pp,epp}' },
];

/** valueScheme is the URI scheme of documents that show values. */
const valueScheme = 'hieralint-value';

/** Client is a client of the language server that leaves messages about a failed start to start. */
class Client extends LanguageClient {
  private isStarting = false;

  override async start(): Promise<void> {
    this.isStarting = true;
    try {
      await super.start();
    } finally {
      this.isStarting = false;
    }
  }

  override error(message: string, data?: unknown, showNotification: boolean | 'force' = true): void {
    super.error(message, data, this.isStarting ? false : showNotification);
  }
}

let client: LanguageClient | undefined;
let status: vscode.StatusBarItem;
let output: vscode.OutputChannel;
let values: ValueDocuments;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel('hieralint');
  status = vscode.window.createStatusBarItem('hieralint.status', vscode.StatusBarAlignment.Right);
  status.name = 'hieralint';
  status.command = 'hieralint.showOutput';
  values = new ValueDocuments();
  context.subscriptions.push(
    output,
    status,
    vscode.commands.registerCommand('hieralint.restart', restart),
    vscode.commands.registerCommand('hieralint.showOutput', () => output.show()),
    vscode.commands.registerCommand('hieralint.showValueOnNode', () => showValueOnNode(values)),
    vscode.commands.registerCommand('hieralint.showImpactSinceCommit', () => showImpactOfEditor('commit')),
    vscode.commands.registerCommand('hieralint.showImpactSinceSave', () => showImpactOfEditor('save')),
    vscode.workspace.registerTextDocumentContentProvider(valueScheme, values),
    vscode.workspace.onDidChangeConfiguration(async (e) => {
      if (e.affectsConfiguration('hieralint.path')) {
        await restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  if (running?.needsStop()) {
    await running.stop();
  }
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

/** start runs the language server. If it fails, the status item shows that, and a message links to the setting. */
async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration('hieralint').get<string>('path') || 'hieralint';
  const server: ServerOptions = { command, args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector,
    outputChannel: output,
    synchronize: { configurationSection: 'hieralint' },
    initializationFailedHandler: () => false,
    // The report of a code lens is shown as a preview, like values, not as a text document.
    middleware: {
      executeCommand: (command, args, next) => (command === 'hieralint.showImpact' ? showImpact(args[0]) : next(command, args)),
    },
  };
  const started = new Client('hieralint', 'hieralint', server, options);
  client = started;
  started.onDidChangeState((e) => {
    if (client === started) {
      show(e.newState);
    }
  });
  show(State.Starting);
  try {
    await started.start();
  } catch (error) {
    show(State.Stopped);
    const settings = 'Open Settings';
    const install = 'Install';
    const reason = error instanceof Error ? error.message : String(error);
    const message = reason.includes('ENOENT')
      ? `The command \`${command}\` was not found. Install hieralint, or set hieralint.path.`
      : `hieralint: cannot run \`${command} lsp\`: ${reason}`;
    void vscode.window.showErrorMessage(message, install, settings).then((chosen) => {
      switch (chosen) {
        case install:
          void vscode.env.openExternal(vscode.Uri.parse('https://github.com/hieralint/hieralint#install-and-run'));
          break;
        case settings:
          void vscode.commands.executeCommand('workbench.action.openSettings', 'hieralint.path');
          break;
      }
    });
  }
}

/** show shows the state of the language server in the status bar. */
function show(state: State): void {
  const version = client?.initializeResult?.serverInfo?.version;
  switch (state) {
    case State.Starting:
      status.text = '$(sync~spin) Hiera';
      status.tooltip = 'The language server is starting';
      status.backgroundColor = undefined;
      break;
    case State.Running:
      status.text = '$(check) Hiera';
      status.tooltip = version ? `hieralint ${version}` : 'The language server is running';
      status.backgroundColor = undefined;
      break;
    case State.Stopped:
      status.text = '$(error) Hiera';
      status.tooltip = 'The language server is not running';
      status.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
      break;
  }
  void vscode.commands.executeCommand('setContext', 'hieralint.isRunning', state === State.Running);
  status.show();
}

/** showValueOnNode lets the user pick a node, and shows the value of the key at the cursor on this node. */
async function showValueOnNode(values: ValueDocuments): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!client?.isRunning() || !editor) {
    return;
  }
  const at = client.code2ProtocolConverter.asTextDocumentPositionParams(editor.document, editor.selection.active);
  const nodes = (await execute('hieralint.nodes', { ...at, node: '' })) as string[] | null;
  const node = await vscode.window.showQuickPick(nodes ?? [], { placeHolder: 'Node', matchOnDescription: true });
  if (!node) {
    return;
  }
  try {
    const value = (await execute('hieralint.valueOnNode', { ...at, node })) as string | null;
    if (value) {
      await values.show('Value', value);
      return;
    }
    void vscode.window.showInformationMessage('There is no Hiera key at the cursor.');
  } catch (error) {
    void vscode.window.showInformationMessage(`hieralint: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Impact is the request for the changes of a document since the last commit, or since it was saved. */
interface Impact {
  textDocument: { uri: string };
  since: 'commit' | 'save';
}

async function showImpactOfEditor(since: Impact['since']): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (client?.isRunning() && editor) {
    await showImpact({ textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document), since });
  }
}

/** showImpact shows which values the text of a document changes, and on which nodes. */
async function showImpact(impact: Impact): Promise<void> {
  try {
    const location = vscode.ProgressLocation.Window;
    const report = await vscode.window.withProgress({ location, title: 'Looking up keys' }, () => execute('hieralint.impact', impact));
    await values.show('Impact', report as string);
  } catch (error) {
    void vscode.window.showInformationMessage(`hieralint: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function execute(command: string, argument: object): Promise<unknown> {
  return client!.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
}

/** ValueDocuments provides the documents that show the value and the report that were last requested, as Markdown. */
class ValueDocuments implements vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, string>();

  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: valueScheme, path: `${name}.md` });
    this.texts.set(uri.path, withPreviewLinks(text));
    this.changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  }
}

/** withPreviewLinks makes links to files relative to the first folder of the workspace, since the preview does not open file: URIs. */
function withPreviewLinks(text: string): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    return text;
  }
  return text.replace(/\]\((file:[^)#]+)/g, (_, uri: string) => {
    const path = posix.relative(folder.uri.path, vscode.Uri.parse(uri).path);
    return `](/${path.split('/').map(encodeURIComponent).join('/')}`;
  });
}
