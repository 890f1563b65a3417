import { directivesOf } from '../src/scan/index.js';
import { fileResult } from './analysis/file-result.js';
import { docsUrl } from './docs-url.js';
import { locOf, NOTHING, oncePerFile } from './once.js';
import type { EdgeSunsetRule } from './rule-types.js';

const KEYWORD = 'edge-sunset-todo';
const MARKER = /edge-sunset-todo[^\r\n]*/g;

/** Keeps the marks that `edge-sunset migrate` leaves from being forgotten. */
export const markerRule: EdgeSunsetRule = {
  meta: {
    type: 'problem',
    languages: ['*'],
    docs: {
      description: 'disallow unresolved migration markers',
      url: docsUrl('no-unresolved-migration'),
      recommended: true,
      entries: [],
    },
    messages: {
      open: "The migration of '{{entry}}' is not finished here. Follow the comment, then remove it.",
    },
    schema: [],
    defaultOptions: [],
  },
  create(context) {
    // A marker is one of the words by which a file is worth a look.
    if (fileResult(context) === null) return NOTHING;
    const { ast, text } = context.sourceCode;
    if (!text.includes(KEYWORD)) return NOTHING;
    const markers = directivesOf(text).filter((directive) => directive.kind === 'marker');
    if (markers.length === 0) return NOTHING;
    return oncePerFile(context, () => {
      for (const { start, end } of markersIn(text)) {
        const line = context.sourceCode.getLocFromIndex(start).line - firstLineOf(context);
        const marker = markers.find((one) => one.line === line + 1);
        // An apostrophe opens a comment in Basic, and a text in every script.
        const inText = ast.type === 'Program' && text.charAt(start - 1) === "'";
        if (marker === undefined || inText) continue;
        context.report({
          loc: locOf(context, start, end),
          messageId: 'open',
          data: { entry: marker.entry },
        });
      }
    });
  },
};

/** Every language of ESLint's own counts lines from 1; some others count from 0. */
function firstLineOf(context: Parameters<EdgeSunsetRule['create']>[0]): number {
  return context.sourceCode.getLocFromIndex(0).line;
}

/** The keyword with its entry and id: what a person looks for, not the whole instruction. */
function markersIn(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(MARKER)].map(({ 0: comment, index }) => {
    const named = /^edge-sunset-todo [a-z0-9-]+ [0-9a-f]{8}/.exec(comment)?.[0] ?? 'edge-sunset-todo';
    return { start: index, end: index + named.length };
  });
}
