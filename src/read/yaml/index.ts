import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Parser,
  visit,
} from 'yaml';
import { nestsDeep } from '../../catalogue/index.js';
import { type Origin, type Property, text as textOf, unknown, type Value } from '../../value/index.js';
import { meetLimit } from '../limits.js';
import type { Program, Reader, Reading, SourceFile } from '../reader.js';
import { mayTellOfData } from '../structured/may-tell.js';
import { dataResources } from '../structured/resources.js';
import { sendersOf } from '../structured/senders.js';
import { structuredStorageUsages } from '../structured/storage.js';
import { structuredUsages } from '../structured/usages.js';
import { readText } from '../text/index.js';
import { evidenceOf } from '../text/plain/evidence.js';
import { proseUsages } from '../text/plain/prose.js';
import type { Usage } from '../usage.js';
import { scalarText } from './scalars.js';

/** YAML: workflows, playbooks, manifests, request collections, Pulumi programs. */
export const yamlReader: Reader = {
  id: 'yaml',
  languages: ['yaml'],
  read: (file, _roots, program) => readYaml(file, program),
  mayTell: mayTellOfData,
  storage: (file) => {
    if (file.text.length > MAX_SIZE) return [];
    const converter = new Converter(file);
    return (parsed(file.text) ?? []).flatMap((document) =>
      structuredStorageUsages(file, converter.root(document)),
    );
  },
};

/** A larger file is read line by line. */
const MAX_SIZE = 2_000_000;
/** With so many it is something else. */
const MAX_FAULTS = 200;
const MAX_DEPTH = 100;
const MAX_NODES = 200_000;
/** Of those, so many may come of aliases: a few lines of them can stand for more than there is memory. */
const MAX_REPEATED = 10_000;

export function readYaml(file: SourceFile, program: Program): Reading {
  const documents = file.text.length > MAX_SIZE ? null : parsed(file.text);
  if (documents === null) return readText(file, program);
  const { profiles } = program;
  const evidence = evidenceOf(file, profiles, null);
  const senders = sendersOf(file, program);
  const converter = new Converter(file);
  const usages: Usage[] = documents.flatMap((document) => {
    const root = converter.root(document);
    const input = { file, profiles, evidence, senders };
    return [...dataResources(file, profiles, root), ...structuredUsages(input, root)];
  });
  // What a template makes of a document may be no document; its lines still say something.
  if (usages.length === 0 && documents.some((document) => document.errors.length > 0))
    return readText(file, program);
  for (const found of file.text.matchAll(/^[ \t]*#.*$/gm)) {
    for (const one of proseUsages({
      file: file.path,
      text: found[0],
      offset: found.index,
      profiles,
      evidence,
      context: 'docs',
    }))
      usages.push(one);
  }
  return { usages, undetermined: [], tier: 'text' };
}

/** Null when the text is no YAML at all, as templates of YAML often are. */
function parsed(text: string): readonly Document.Parsed[] | null {
  // Each fault is an error with a stack that nobody looks at, and costs more than a hundred good lines.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const composer = new Composer({
      strict: false,
      uniqueKeys: false,
      logLevel: 'silent',
      prettyErrors: false,
    });
    const documents: Document.Parsed[] = [];
    let faults = 0;
    for (const token of new Parser().parse(text)) {
      if (token.type === 'error' && ++faults > MAX_FAULTS) {
        meetLimit(`more than ${MAX_FAULTS} errors`);
        return null;
      }
      if (nestsDeep(token)) {
        meetLimit('nested too deep');
        return null;
      }
      for (const one of composer.next(token)) documents.push(one);
    }
    for (const one of composer.end()) documents.push(one);
    return documents.some((document) => document.errors.length > 0 && document.contents === null)
      ? null
      : documents;
  } catch {
    return null;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What each alias of a document stands for: what bears its name last before it. One walk answers for all. */
function aliasesIn(document: Document.Parsed): ReadonlyMap<Alias, Node> {
  const named = new Map<string, Node>();
  const aliases = new Map<Alias, Node>();
  visit(document, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined && node.anchor !== '') named.set(node.anchor, node);
        return;
      }
      const target = named.get(node.source);
      if (target !== undefined) aliases.set(node, target);
    },
  });
  return aliases;
}

class Converter {
  #nodes = 0;
  #repeated = 0;
  #inAlias = 0;
  #aliases: ReadonlyMap<Alias, Node> = new Map();

  constructor(readonly file: SourceFile) {}

  root(document: Document.Parsed): Value {
    this.#aliases = aliasesIn(document);
    return this.#node(document.contents, 0);
  }

  #node(node: unknown, depth: number): Value {
    if (depth > MAX_DEPTH) return tooMuch('nested too deep');
    if (this.#nodes++ > MAX_NODES) return tooMuch(`more than ${MAX_NODES} nodes`);
    if (this.#inAlias > 0 && this.#repeated++ > MAX_REPEATED) return tooMuch('too many aliases');
    if (isAlias(node)) {
      this.#inAlias++;
      const value = this.#node(this.#aliases.get(node), depth + 10);
      this.#inAlias--;
      return value;
    }
    if (isMap(node)) {
      const properties = node.items.flatMap((pair): Property[] => {
        const key = isScalar(pair.key) ? String(pair.key.value) : null;
        if (key === null) return [];
        const keyOrigin = this.#keyOrigin(pair.key as Node);
        const value = this.#node(pair.value, depth + 1);
        return [{ key, keyOrigin, value, origin: spanning(keyOrigin, value.origin) }];
      });
      return { kind: 'object', properties, open: false, origin: this.#origin(node) };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.#node(item, depth + 1));
      return { kind: 'array', items, open: false, origin: this.#origin(node) };
    }
    if (!isScalar(node)) return unknown('nothing');
    const origin = this.#origin(node);
    const { value } = node;
    if (typeof value === 'string') {
      return origin === null ? textOf(value, null) : scalarText(this.file, value, origin);
    }
    if (typeof value === 'number' || typeof value === 'boolean' || value === null)
      return { kind: 'scalar', value, origin };
    return unknown('another kind of value', origin);
  }

  #origin(node: Node): Origin | null {
    const range = node.range;
    return range === null || range === undefined
      ? null
      : { file: this.file.path, start: range[0], end: range[1] };
  }

  /** Keys without their quotes. */
  #keyOrigin(node: Node): Origin | null {
    const origin = this.#origin(node);
    if (origin === null) return null;
    const quoted = /["']/.test(this.file.text.charAt(origin.start));
    return quoted ? { ...origin, start: origin.start + 1, end: origin.end - 1 } : origin;
  }
}

function tooMuch(limit: string): Value {
  meetLimit(limit);
  return unknown('too much');
}

function spanning(start: Origin | null, end: Origin | null): Origin | null {
  return start === null ? null : { ...start, end: end === null ? start.end : Math.max(start.end, end.end) };
}
