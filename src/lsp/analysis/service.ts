/** The thread that reads and analyses: answers the questions of the one that speaks with the editor. */
import type { MessagePort } from 'node:worker_threads';
import {
  createMessageConnection,
  type MessageConnection,
  PortMessageReader,
  PortMessageWriter,
} from 'vscode-jsonrpc/node';
import type { Found } from '../../scan/index.js';
import { briefMarkdown, briefOf, unitsAt, unitsOf } from '../../verify/index.js';
import * as messages from '../messages.js';
import type { Encoding, Position } from '../positions.js';
import { expressionPage, type WrittenExpression } from './expressions.js';
import type { Host } from './host.js';
import { fixAllOf, offersAt, previewOf, type Stretch } from './offers.js';
import { foundIn, lensesOf, pageOf, positionsOf, rowsOf } from './problems.js';
import { type Located, Workspace } from './workspace.js';

export function serveAnalysis(port: MessagePort, host: Host): void {
  const connection = createMessageConnection(new PortMessageReader(port), new PortMessageWriter(port));
  new Service(connection, host).listen();
}

class Service {
  readonly #connection: MessageConnection;
  readonly #host: Host;
  #encoding: Encoding = 'utf-16';
  #workspace: Workspace;

  constructor(connection: MessageConnection, host: Host) {
    this.#connection = connection;
    this.#host = host;
    this.#workspace = this.#workspaceOf([]);
  }

  listen(): void {
    const connection = this.#connection;
    connection.onRequest(messages.OPEN, (opened) => this.#open(opened));
    connection.onRequest(messages.SCAN, async () => {
      await this.#workspace.scanAll();
      return null;
    });
    connection.onNotification(messages.TEXT, (document) => this.#workspace.setText(document));
    connection.onNotification(messages.DISK, ({ paths }) => this.#workspace.changedOnDisk(paths));
    connection.onNotification(messages.CANCEL, ({ folder }) => this.#workspace.cancel(folder));
    connection.onRequest(messages.REPORTS, ({ path }) => this.#reports(path));
    connection.onRequest(messages.HOVER, ({ path, position }) => this.#hover(path, position));
    connection.onRequest(messages.OFFERS, (place) => this.#offers(place));
    connection.onRequest(messages.PREVIEW, () => this.#preview());
    connection.onRequest(messages.LENSES, async ({ path }) => {
      const at = await this.#workspace.located(path);
      return lensesOf(at.analysis, at.path, this.#encoding);
    });
    connection.onRequest(messages.BRIEF, ({ path, line }) => this.#brief(path, line));
    connection.onRequest(messages.EXPRESSION, ({ path, position }) => this.#expression(path, position));
    connection.onRequest(messages.FINDINGS, () =>
      this.#workspace.analyses.flatMap((analysis) => rowsOf(analysis, this.#encoding)),
    );
    connection.listen();
  }

  #workspaceOf(folders: messages.Opened['folders']): Workspace {
    const connection = this.#connection;
    return new Workspace(folders, this.#encoding, this.#host, {
      reports: (reports) => void connection.sendNotification(messages.REPORT, reports),
      progress: (folder, message) => void connection.sendNotification(messages.PROGRESS, { folder, message }),
      failure: (message) => void connection.sendNotification(messages.FAILURE, { message }),
    });
  }

  #open({ folders, encoding }: messages.Opened): null {
    const { openDocuments } = this.#workspace;
    this.#workspace.close();
    this.#encoding = encoding;
    this.#workspace = this.#workspaceOf(folders);
    for (const document of openDocuments) this.#workspace.setText(document);
    void this.#workspace.scanAll();
    return null;
  }

  async #reports(path: string | null): Promise<readonly messages.FileReport[]> {
    const workspace = this.#workspace;
    return path === null ? workspace.reports() : [await workspace.reportOf(await workspace.located(path))];
  }

  async #hover(path: string, position: Position) {
    const at = await this.#workspace.located(path);
    if (!at.analysis.isScanned) return null;
    const positions = positionsOf(at.analysis, at.path, this.#encoding);
    const offset = positions.offset(position);
    const found = foundAt(at, { path: at.path, start: offset, end: offset });
    const [first] = found;
    if (first === undefined) return null;
    const entries = new Map(at.analysis.plan.catalogue.entries.map((entry) => [entry.id, entry]));
    const pages = found.map((one) => pageOf(one, entries.get(one.finding.entry)));
    const { start, end } = first.finding.at;
    return { range: positions.range(start, end), markdown: pages.join('\n\n---\n\n') };
  }

  async #offers({ path, range }: messages.Place): Promise<messages.Offers> {
    const at = await this.#workspace.located(path);
    const { analysis } = at;
    if (!analysis.isScanned) return { offers: [], briefs: [], isExpression: false };
    const positions = positionsOf(analysis, at.path, this.#encoding);
    const stretch = {
      path: at.path,
      start: positions.offset(range.start),
      end: positions.offset(range.end),
    };
    const offers = await offersAt(analysis, stretch, this.#host.today(), this.#encoding);
    const fixAll = await fixAllOf(analysis, at.path, this.#encoding);
    const lines = foundAt(at, stretch).map(({ finding }) => positions.at(finding.at.start).line);
    return {
      offers: fixAll === null ? offers : [...offers, fixAll],
      briefs: [...new Set(lines)],
      isExpression: (await this.#expressionAt(at, stretch.start)) !== null,
    };
  }

  async #preview(): Promise<readonly messages.Offer[]> {
    const offers: messages.Offer[] = [];
    for (const analysis of this.#workspace.analyses) {
      const offer = await previewOf(analysis, this.#encoding);
      if (offer !== null) offers.push(offer);
    }
    return offers;
  }

  async #brief(path: string, line: number): Promise<string | null> {
    const { analysis, path: own } = await this.#workspace.located(path);
    const { program } = analysis;
    if (!analysis.isScanned || program === null) return null;
    const { plan } = await analysis.migration();
    const units = unitsOf({ plan, program, codemods: this.#host.codemods });
    const [unit] = unitsAt(units, { kind: 'line', path: own, line: line + 1 });
    if (unit === undefined) return null;
    const { catalogue } = analysis.plan;
    const brief = briefOf({ unit, program, catalogue, named: `${own}:${line + 1}` });
    return briefMarkdown(brief, (shown) => shown);
  }

  async #expression(path: string, position: Position): Promise<string | null> {
    const at = await this.#workspace.located(path);
    if (!at.analysis.isScanned) return null;
    const offset = positionsOf(at.analysis, at.path, this.#encoding).offset(position);
    const expression = await this.#expressionAt(at, offset);
    return expression === null ? null : expressionPage(expression);
  }

  async #expressionAt(at: Located, offset: number): Promise<WrittenExpression | null> {
    const all = await this.#workspace.expressionsIn(at);
    return all.find(({ at: { start, end } }) => start <= offset && offset <= end) ?? null;
  }
}

function foundAt({ analysis, path }: Located, { start, end }: Stretch): readonly Found[] {
  return foundIn(analysis, path).filter(({ finding: { at } }) => at.start <= end && start <= at.end);
}
