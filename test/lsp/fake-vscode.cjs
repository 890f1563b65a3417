/**
 * Stands for the module that VS Code gives to extensions: enough for the client library to start a server and to show what it
 * says. What is not named here answers everything with nothing.
 */
const { EventEmitter } = require('node:events');
const { pathToFileURL, fileURLToPath } = require('node:url');

class Disposable {
  static from = (...all) =>
    new Disposable(() => {
      for (const one of all) one.dispose();
    });
  constructor(dispose = () => undefined) {
    this.dispose = dispose;
  }
}

class Emitter {
  #inner = new EventEmitter();
  event = (listener, self) => {
    const bound = listener.bind(self);
    this.#inner.on('event', bound);
    return new Disposable(() => this.#inner.off('event', bound));
  };
  fire(value) {
    this.#inner.emit('event', value);
  }
  dispose() {}
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel() {}
  dispose() {}
}

class Uri {
  static file = (path) => new Uri(pathToFileURL(path).href);
  static parse = (text) => new Uri(text);
  constructor(href) {
    this.href = href;
    this.scheme = new URL(href).protocol.slice(0, -1);
    this.path = new URL(href).pathname;
  }
  get fsPath() {
    return fileURLToPath(this.href);
  }
  toString() {
    return this.href;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class CodeActionKind {
  static Empty = new CodeActionKind('');
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value === '' ? part : `${this.value}.${part}`);
  }
}
for (const name of ['QuickFix', 'Refactor', 'RefactorExtract', 'RefactorInline', 'RefactorRewrite', 'Source'])
  CodeActionKind[name] = new CodeActionKind(name);

/** A value of any kind: it can be called, constructed and asked for anything. */
function anything() {
  const known = new Map();
  return new Proxy(class {}, {
    get: (target, name) => {
      if (name === 'then' || typeof name === 'symbol') return undefined;
      if (name === 'prototype') return target.prototype;
      if (/^on(?:Did|Will)[A-Z]/.test(name)) return () => new Disposable();
      if (!known.has(name)) known.set(name, anything());
      return known.get(name);
    },
    apply: () => new Disposable(),
  });
}

/** A namespace with some members of its own. */
function with_(own) {
  const rest = anything();
  return new Proxy(own, { get: (target, name) => (name in target ? target[name] : rest[name]) });
}

/** The module for a workspace of one folder with open documents. `log` hears of what is shown. */
module.exports = function fakeVscode({ folder, documents, log }) {
  const opened = documents.map(({ path, languageId, text }) => ({
    uri: Uri.file(path),
    fileName: path,
    languageId,
    version: 1,
    isClosed: false,
    isDirty: false,
    getText: () => text,
  }));
  const collection = {
    set: (uri, diagnostics) => log('problems', { uri: uri.toString(), diagnostics }),
    delete: () => undefined,
    clear: () => undefined,
    dispose: () => undefined,
  };
  return with_({
    version: '1.106.0',
    Disposable,
    EventEmitter: Emitter,
    CancellationTokenSource,
    CodeActionKind,
    Uri,
    Position,
    Range,
    Diagnostic,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
    TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
    TreeItem: class {
      constructor(label) {
        this.label = label;
      }
    },
    env: { appName: 'fake', language: 'en', appHost: 'desktop' },
    extensions: { getExtension: () => undefined, all: [] },
    workspace: with_({
      workspaceFolders: [{ uri: Uri.file(folder), name: 'folder', index: 0 }],
      getWorkspaceFolder: () => ({ uri: Uri.file(folder), name: 'folder', index: 0 }),
      textDocuments: opened,
      notebookDocuments: [],
      asRelativePath: (uri) => uri.path.split('/').pop(),
      getConfiguration: () => ({ get: (_key, fallback) => fallback }),
    }),
    languages: with_({
      createDiagnosticCollection: () => collection,
      match: (selector, { uri }) => ([selector].flat().some(({ scheme }) => scheme === uri.scheme) ? 10 : 0),
    }),
    window: with_({
      activeTextEditor: undefined,
      ...Object.fromEntries(
        ['Information', 'Warning', 'Error'].map((kind) => [
          `show${kind}Message`,
          async (message) => log('message', message),
        ]),
      ),
      visibleTextEditors: [],
      visibleNotebookEditors: [],
      tabGroups: {
        all: [],
        onDidChangeTabs: () => new Disposable(),
        onDidChangeTabGroups: () => new Disposable(),
      },
      createOutputChannel: () =>
        with_({ appendLine: (line) => log('output', line), append: (text) => log('output', text) }),
      registerTreeDataProvider: (id, provider) => {
        log('tree', { id, provider });
        return new Disposable();
      },
    }),
    commands: with_({
      registerCommand: (id) => {
        log('command', id);
        return new Disposable();
      },
    }),
  });
};
