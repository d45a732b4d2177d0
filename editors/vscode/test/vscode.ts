// A fake of the `vscode` module, with the documents, positions, and registered providers that the client library and the extension use. Everything
// else is an empty class.

import * as path from 'node:path';

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
  isBefore(other: Position) {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...at: (Position | number)[]) {
    [this.start, this.end] =
      at.length === 4
        ? [new Position(at[0] as number, at[1] as number), new Position(at[2] as number, at[3] as number)]
        : [at[0] as Position, at[1] as Position];
  }
}

export class Selection extends Range {
  get active() {
    return this.end;
  }
}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  static file(name: string) {
    return new Uri('file', name);
  }
  static parse(text: string) {
    const [, scheme, rest] = /^([a-z-]+):(?:\/\/)?(.*)$/.exec(text)!;
    return new Uri(scheme, decodeURIComponent(rest));
  }
  get fsPath() {
    return this.path;
  }
  toString() {
    return this.scheme === 'file' ? 'file://' + this.path.split('/').map(encodeURIComponent).join('/') : `${this.scheme}:${this.path}`;
  }
}

export class Disposable {
  constructor(private readonly end: () => void = () => {}) {}
  static from(...all: Disposable[]) {
    return new Disposable(() => all.forEach((d) => d.dispose()));
  }
  dispose() {
    this.end();
  }
}

export class EventEmitter<T> {
  private listeners: ((e: T) => unknown)[] = [];
  readonly event = (listener: (e: T) => unknown, self?: unknown) => {
    const bound = self ? listener.bind(self) : listener;
    this.listeners.push(bound);
    return new Disposable(() => {
      this.listeners = this.listeners.filter((other) => other !== bound);
    });
  };
  fire(e: T) {
    this.listeners.forEach((listener) => listener(e));
  }
  dispose() {}
}

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter<void>().event };
  cancel() {}
  dispose() {}
}

export class MarkdownString {
  constructor(public value = '') {}
  appendMarkdown(text: string) {
    this.value += text;
    return this;
  }
  appendCodeblock(text: string) {
    return this.appendMarkdown(text);
  }
}

export class Hover {
  constructor(
    readonly contents: MarkdownString,
    readonly range?: Range,
  ) {}
}

export class Diagnostic {
  constructor(
    readonly range: Range,
    readonly message: string,
  ) {}
}

export class CodeAction {
  edit: unknown;
  constructor(readonly title: string) {}
}

export class WorkspaceEdit {
  readonly edits: unknown[] = [];
  replace(...edit: unknown[]) {
    this.edits.push(edit);
  }
  insert(...edit: unknown[]) {
    this.edits.push(edit);
  }
  set(...edit: unknown[]) {
    this.edits.push(edit);
  }
}

export class CodeActionKind {
  static readonly Empty = new CodeActionKind('');
  static readonly QuickFix = new CodeActionKind('quickfix');
  static readonly RefactorRewrite = new CodeActionKind('refactor.rewrite');
  static readonly SourceFixAll = new CodeActionKind('source.fixAll');
  constructor(readonly value: string) {}
  append(part: string) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
  static of(text: string) {
    return new CodeActionKind(text);
  }
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class RelativePattern {
  constructor(
    readonly base: unknown,
    readonly pattern: string,
  ) {}
}

export enum StatusBarAlignment {
  Left = 1,
  Right,
}

/** A document with its text, with the methods that tests need. */
export class Document {
  version = 1;
  readonly isDirty = false;
  readonly isClosed = false;
  readonly fileName: string;
  constructor(
    readonly uri: Uri,
    readonly languageId: string,
    private text: string,
  ) {
    this.fileName = uri.fsPath;
  }
  getText() {
    return this.text;
  }
  get lineCount() {
    return this.text.split('\n').length;
  }
  /** replace replaces a part of one line, and notifies the extension. */
  replace(line: number, from: number, to: number, text: string) {
    const lines = this.text.split('\n');
    lines[line] = lines[line].slice(0, from) + text + lines[line].slice(to);
    this.text = lines.join('\n');
    this.version++;
    const range = new Range(line, from, line, to);
    events.onDidChangeTextDocument.fire({ document: this, contentChanges: [{ range, text }], reason: undefined });
  }
}

/** Events by name. Events that no test fires are created when something listens to them. */
export const events: Record<string, EventEmitter<any>> = {};

function event(name: string) {
  events[name] ??= new EventEmitter<any>();
  return events[name].event;
}

/** What the extension has registered and shown. */
export const seen = {
  providers: {} as Record<string, any>,
  commands: {} as Record<string, (...args: any[]) => any>,
  executed: [] as [string, ...any[]][],
  contents: {} as Record<string, any>,
  diagnostics: new Map<string, Diagnostic[]>(),
  messages: [] as string[],
  picks: [] as string[],
  output: '',
  status: { text: '', tooltip: '', show() {}, dispose() {} } as any,
};

/** The settings by full name, the choice in a quick pick, and the button that a message is answered with. */
export const given = { settings: {} as Record<string, unknown>, pick: (items: string[]): string | undefined => items[0], answer: undefined as string | undefined };

/** matches compares only the language, or the end of the file name. */
function matches(selector: any, document: Document): number {
  const one = (s: any) => (s.language === document.languageId || (s.pattern && document.fileName.endsWith(path.extname(s.pattern))) ? 10 : 0);
  return Math.max(...[selector].flat().map(one));
}

export const languages = new Proxy({} as Record<string, any>, {
  get(_, name: string) {
    if (name === 'match') {
      return matches;
    }
    if (name === 'createDiagnosticCollection') {
      return () => ({
        set: (uri: Uri, all: Diagnostic[]) => seen.diagnostics.set(uri.toString(), all ?? []),
        delete: (uri: Uri) => seen.diagnostics.delete(uri.toString()),
        has: (uri: Uri) => seen.diagnostics.has(uri.toString()),
        clear: () => seen.diagnostics.clear(),
        dispose() {},
      });
    }
    return (_selector: unknown, provider: unknown) => {
      seen.providers[name.replace(/^register|Provider$/g, '')] = provider;
      return new Disposable();
    };
  },
});

const explicit: Record<string, Record<string, any>> = {
  workspace: {
    textDocuments: [] as Document[],
    notebookDocuments: [],
    workspaceFolders: [] as unknown[],
    getConfiguration: (section?: string) => ({
      get: (name: string, otherwise?: unknown) => {
        const full = section ? `${section}.${name}` : name;
        if (full in given.settings) {
          return given.settings[full];
        }
        const below = Object.entries(given.settings).filter(([key]) => key.startsWith(full + '.'));
        return below.length > 0 ? Object.fromEntries(below.map(([key, value]) => [key.slice(full.length + 1), value])) : otherwise;
      },
      has: () => false,
      inspect: () => undefined,
    }),
    getWorkspaceFolder: () => explicit.workspace.workspaceFolders[0],
    createFileSystemWatcher: () => ({ onDidCreate: event('created'), onDidChange: event('changed'), onDidDelete: event('deleted'), dispose() {} }),
    registerTextDocumentContentProvider: (scheme: string, provider: unknown) => {
      seen.contents[scheme] = provider;
      return new Disposable();
    },
    applyEdit: async (edit: unknown) => (seen.executed.push(['applyEdit', edit]), true),
    openTextDocument: async (uri: Uri) => explicit.workspace.textDocuments.find((d: Document) => d.uri.toString() === uri.toString()),
  },
  window: {
    visibleTextEditors: [],
    activeTextEditor: undefined,
    tabGroups: { all: [], onDidChangeTabs: event('onDidChangeTabs') },
    createOutputChannel: () => ({
      append: (text: string) => (seen.output += text),
      appendLine: (text: string) => (seen.output += text + '\n'),
      show() {},
      clear() {},
      dispose() {},
    }),
    createStatusBarItem: () => seen.status,
    showErrorMessage: async (text: string) => (seen.messages.push(text), given.answer),
    showInformationMessage: async (text: string) => (seen.messages.push(text), given.answer),
    showWarningMessage: async (text: string) => (seen.messages.push(text), given.answer),
    showQuickPick: async (items: string[]) => (seen.picks.push(...items), given.pick(items)),
    withProgress: async (_: unknown, task: any) => task({ report() {} }, new CancellationTokenSource().token),
  },
  commands: {
    registerCommand: (name: string, run: any) => {
      seen.commands[name] = run;
      return new Disposable(() => delete seen.commands[name]);
    },
    executeCommand: async (name: string, ...args: unknown[]) => void seen.executed.push([name, ...args]),
  },
  env: { appName: 'test', language: 'en', onDidChangeLogLevel: event('onDidChangeLogLevel') },
  extensions: { getExtension: () => undefined },
};

/** namespace is a part of the API. Members that are not defined here are events, or functions that do nothing. */
function namespace(name: string) {
  return new Proxy(explicit[name], {
    get: (members, member: string) => (member in members ? members[member] : /^on[A-Z]/.test(member) ? event(member) : () => new Disposable()),
  });
}

export const workspace = namespace('workspace') as any;
export const window = namespace('window') as any;
export const commands = namespace('commands') as any;
export const env = namespace('env') as any;
export const extensions = namespace('extensions') as any;
export const version = '1.82.0';
/** state holds what a test sets in the workspace and window. */
export const state = explicit;

const known: Record<string, unknown> = {
  Position, Range, Selection, Uri, Disposable, EventEmitter, CancellationTokenSource, MarkdownString, Hover, Diagnostic, CodeAction, CodeActionKind, WorkspaceEdit, ThemeColor,
  RelativePattern, StatusBarAlignment, languages, workspace, window, commands, env, extensions, version,
};

/** other can be used as a class, or as an enumeration whose values are the names of its members. */
function other(name: string) {
  const generic = { [name]: class { args: unknown[]; constructor(...args: unknown[]) { this.args = args; } } }[name];
  return new Proxy(generic, { get: (target: any, member) => (member in target || typeof member === 'symbol' ? target[member] : `${name}.${String(member)}`) });
}

/** api is the result of `require('vscode')`. */
export const api = new Proxy(known, {
  get: (target, name: string) => (name === '__esModule' ? true : (target[name] ??= other(name))),
  has: () => true,
});
