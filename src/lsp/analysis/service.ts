/** The thread that reads and analyses: answers the questions of the one that speaks with the editor. */
import type { MessagePort } from 'node:worker_threads';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-jsonrpc/node';
import { briefMarkdown, briefOf, unitsAt, unitsOf } from '../../verify/index.js';
import * as messages from '../messages.js';
import type { Encoding } from '../positions.js';
import { expressionPage } from './expressions.js';
import type { Host } from './host.js';
import { fixAllOf, offersAt, previewOf } from './offers.js';
import { foundIn, lensesOf, pageOf, positionsOf, rowsOf } from './problems.js';
import { type Located, Workspace } from './workspace.js';

export function serveAnalysis(port: MessagePort, host: Host): void {
  const connection = createMessageConnection(new PortMessageReader(port), new PortMessageWriter(port));
  let encoding: Encoding = 'utf-16';
  let workspace = new Workspace([], encoding, host, listener());

  function listener() {
    return {
      reports: (reports: readonly messages.FileReport[]) =>
        void connection.sendNotification(messages.REPORT, reports),
      progress: (folder: string, message: string | null) =>
        void connection.sendNotification(messages.PROGRESS, { folder, message }),
      failure: (message: string) => void connection.sendNotification(messages.FAILURE, { message }),
    };
  }

  connection.onRequest(messages.OPEN, (opened) => {
    const { openDocuments } = workspace;
    workspace.close();
    encoding = opened.encoding;
    workspace = new Workspace(opened.folders, encoding, host, listener());
    for (const document of openDocuments) workspace.setText(document);
    void workspace.scanAll();
    return null;
  });
  connection.onRequest(messages.SCAN, async () => {
    await workspace.scanAll();
    return null;
  });
  connection.onNotification(messages.TEXT, (document) => workspace.setText(document));
  connection.onNotification(messages.DISK, ({ paths }) => workspace.changedOnDisk(paths));
  connection.onNotification(messages.CANCEL, ({ folder }) => workspace.cancel(folder));

  connection.onRequest(messages.REPORTS, async ({ path }) =>
    path === null ? workspace.reports() : [await workspace.reportOf(await workspace.located(path))],
  );
  connection.onRequest(messages.HOVER, async ({ path, position }) => {
    const at = await workspace.located(path);
    if (!at.analysis.isScanned) return null;
    const positions = positionsOf(at.analysis, at.path, encoding);
    const offset = positions.offset(position);
    const found = foundIn(at.analysis, at.path).filter(
      ({
        finding: {
          at: { start, end },
        },
      }) => start <= offset && offset <= end,
    );
    const [first] = found;
    if (first === undefined) return null;
    const entries = new Map(at.analysis.plan.catalogue.entries.map((entry) => [entry.id, entry]));
    const pages = found.map((one) => pageOf(one, entries.get(one.finding.entry)));
    const { start, end } = first.finding.at;
    return { range: positions.range(start, end), markdown: pages.join('\n\n---\n\n') };
  });
  connection.onRequest(messages.OFFERS, async ({ path, range }) => {
    const at = await workspace.located(path);
    const { analysis } = at;
    if (!analysis.isScanned) return { offers: [], briefs: [], isExpression: false };
    const positions = positionsOf(analysis, at.path, encoding);
    const stretch = { path: at.path, start: positions.offset(range.start), end: positions.offset(range.end) };
    const offers = await offersAt(analysis, stretch, host.today(), encoding);
    const fixAll = await fixAllOf(analysis, at.path, encoding);
    const lines = foundIn(analysis, at.path)
      .filter(({ finding }) => finding.at.start <= stretch.end && stretch.start <= finding.at.end)
      .map(({ finding }) => positions.at(finding.at.start).line);
    return {
      offers: fixAll === null ? offers : [...offers, fixAll],
      briefs: [...new Set(lines)],
      isExpression: (await expressionAt(at, stretch.start)) !== undefined,
    };
  });
  connection.onRequest(messages.PREVIEW, async () => {
    const offers: messages.Offer[] = [];
    for (const analysis of workspace.analyses) {
      const offer = await previewOf(analysis, encoding);
      if (offer !== null) offers.push(offer);
    }
    return offers;
  });
  connection.onRequest(messages.LENSES, async ({ path }) => {
    const at = await workspace.located(path);
    return lensesOf(at.analysis, at.path, encoding);
  });
  connection.onRequest(messages.BRIEF, async ({ path, line }) => {
    const { analysis, path: own } = await workspace.located(path);
    const { program } = analysis;
    if (!analysis.isScanned || program === null) return null;
    const { plan } = await analysis.migration();
    const units = unitsOf({ plan, program, codemods: host.codemods });
    const [unit] = unitsAt(units, { kind: 'line', path: own, line: line + 1 });
    if (unit === undefined) return null;
    const { catalogue } = analysis.plan;
    const brief = briefOf({ unit, program, catalogue, named: `${own}:${line + 1}` });
    return briefMarkdown(brief, (shown) => shown);
  });
  connection.onRequest(messages.EXPRESSION, async ({ path, position }) => {
    const at = await workspace.located(path);
    if (!at.analysis.isScanned) return null;
    const offset = positionsOf(at.analysis, at.path, encoding).offset(position);
    const expression = await expressionAt(at, offset);
    return expression === undefined ? null : expressionPage(expression);
  });
  connection.onRequest(messages.FINDINGS, () =>
    workspace.analyses.flatMap((analysis) => rowsOf(analysis, encoding)),
  );
  connection.listen();

  async function expressionAt(at: Located, offset: number) {
    const all = await workspace.expressionsIn(at);
    return all.find(({ at: { start, end } }) => start <= offset && offset <= end);
  }
}
