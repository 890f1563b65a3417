import * as vscode from 'vscode';

/** A finding as the server lists it. */
export interface Finding {
  readonly uri: string;
  readonly range: { readonly start: Place; readonly end: Place };
  readonly entry: string;
  readonly endOfLife: string | null;
  readonly message: string;
}

interface Place {
  readonly line: number;
  readonly character: number;
}

interface Group {
  readonly entry: string;
  readonly endOfLife: string;
  readonly findings: readonly Finding[];
}

/** Entries by the day of their end of life, the oldest first, and below each its findings. */
export class FindingsView implements vscode.TreeDataProvider<Group | Finding> {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #ask: () => Promise<readonly Finding[]>;

  constructor(ask: () => Promise<readonly Finding[]>) {
    this.#ask = ask;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(element?: Group | Finding): Promise<(Group | Finding)[]> {
    if (element === undefined) return groupsOf(await this.#ask());
    return 'findings' in element ? [...element.findings] : [];
  }

  getTreeItem(element: Group | Finding): vscode.TreeItem {
    return 'findings' in element ? groupItem(element) : findingItem(element);
  }
}

export function groupsOf(findings: readonly Finding[]): Group[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) groups.set(finding.entry, [...(groups.get(finding.entry) ?? []), finding]);
  return [...groups]
    .map(([entry, own]) => ({ entry, endOfLife: own[0]?.endOfLife ?? 'no end of life', findings: own }))
    .sort((a, b) =>
      a.endOfLife < b.endOfLife ? -1 : a.endOfLife > b.endOfLife ? 1 : a.entry < b.entry ? -1 : 1,
    );
}

function groupItem({ entry, endOfLife, findings }: Group): vscode.TreeItem {
  const item = new vscode.TreeItem(entry, vscode.TreeItemCollapsibleState.Expanded);
  item.description = `${endOfLife}, ${findings.length}`;
  return item;
}

function findingItem({ uri, range, message }: Finding): vscode.TreeItem {
  const file = vscode.Uri.parse(uri);
  const { start, end } = range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  const item = new vscode.TreeItem(message, vscode.TreeItemCollapsibleState.None);
  item.description = `${vscode.workspace.asRelativePath(file)}:${start.line + 1}`;
  item.command = { command: 'vscode.open', title: 'Open', arguments: [file, { selection }] };
  return item;
}
