/** Acts of the old program that the new one has not, or does under other conditions. */
import type { Loss } from '../check/model.js';
import { RENAMED_ACTIONS } from '../check/new-words.js';
import type { Act } from './acts.js';

/** Fields of answers as such, and of what only one of the two APIs has. */
const NOISE =
  /^(?:\.(?:success|ok|status|statuscode|iserror|errors?|code|messages?|kind|phase|id|ref|page|perpage|totalpages?|totalcount|count|cursors?|resultinfo|hasmore|next|after|priority|filter|ruleset|version|headers|body|args|name|attempts?|maxattempts|retries|tries|retryafter|delay|result|data)|#\d+|=(?:404|10003|429|\d{2,5}|zone|root|http_\w+))$/;

/** Old names of actions and their new ones: either may be shown. */
const ACTION_WORDS: ReadonlySet<string> = new Set(
  [...RENAMED_ACTIONS].flat().flatMap((action) => action.split('_').map((word) => `'${word}`)),
);

function isNoise(leaf: string): boolean {
  return NOISE.test(leaf) || ACTION_WORDS.has(leaf);
}

/** Null for what says nothing about the program. */
function sound(atom: string): string | null {
  const [operator = '', ...rest] = atom.slice(1).split(' ');
  const leaves = rest.filter((leaf) => leaf !== '|' && leaf !== '');
  const kept = leaves.filter((leaf) => !isNoise(leaf) && leaf !== '.argv' && !leaf.startsWith("'"));
  if (operator === '?' ? kept.length === 0 : isOfAnswer(leaves)) return null;
  const told = operator === '?' ? kept : leaves;
  // Whether something is there that was looked for, or has a text: programs ask in many ways.
  if (operator === '?' && (kept.length > 1 || /^\.(?:description|expression|action)$/.test(kept[0] ?? '')))
    return null;
  if (operator === 'in' && /^\|| \|$|\| ?$/.test(rest.join(' '))) return null;
  // Fields that no rule is sent with.
  if (leaves.some((leaf) => /^=(?:id|ref|version|last_updated|ruleset)$/.test(leaf))) return null;
  if (
    told.length === 0 ||
    told.every((leaf) => (isNoise(leaf) && leaf !== '.status') || leaf.startsWith('='))
  )
    return null;
  return `${atom[0]}${operator} ${operator === '?' ? kept.join(' ') : rest.join(' ')}`;
}

const OF_FAILURE = /^\.(?:status|statuscode|statustext|errors?|code|success|ok)$/;
const FAILS = /^-\? \.(?:success|ok)$|^\+\? \.(?:iserror|errors)$|^-== \.status(?:code)? \| =200$/;

/** The program ends because a request was refused. */
function isFailure({ kind, leaves, atoms }: Act): boolean {
  return (
    kind === 'failure' ||
    (kind === 'end' &&
      ([...leaves].some((leaf) => OF_FAILURE.test(leaf)) || [...atoms].some((atom) => FAILS.test(atom))))
  );
}

/** It asks how a request went, or which ruleset this is. */
function isOfAnswer(leaves: readonly string[]): boolean {
  if (leaves.some((leaf) => /^\.(?:code|kind|phase|success)$/.test(leaf))) return true;
  return leaves.includes('.status') && !leaves.some((leaf) => /^=[a-z]/.test(leaf));
}

function cleaned(act: Act): Act {
  const { kind, leaves, atoms } = act;
  if (isFailure(act)) {
    const words = [...leaves].filter((leaf) => /^['#]/.test(leaf) && leaf !== '#0');
    return { kind: 'failure', leaves: new Set(words), atoms: new Set() };
  }
  // A pause is one, whatever it waits for.
  const isPause = /^do (?:sleep|setTimeout)$/.test(kind);
  const told = new Set(isPause ? [] : [...atoms].flatMap((atom) => sound(atom) ?? []));
  return {
    kind,
    leaves: new Set(
      [...leaves].filter((leaf) => (kind === 'end' && leaf.startsWith('#')) || !isOfNoAct(kind, leaf)),
    ),
    atoms: told,
  };
}

const OF_SENDING = /token|secret|apikey|authkey|email|auth\b/;

/** Rules that are read and sent again have all their fields; what other functions return is no text for people. */
function isOfNoAct(kind: string, leaf: string): boolean {
  if (isNoise(leaf)) return true;
  if (kind.startsWith('send other')) return !leaf.startsWith("'") || OF_BODY.test(leaf);
  if (kind.startsWith('send')) return OF_RULES.test(leaf) || OF_SENDING.test(leaf) || OF_BODY.test(leaf);
  return kind.startsWith('return') && !OF_RULES.test(leaf);
}

/** Names of fields and their places in bodies. */
const OF_BODY =
  /_|^\.(?:products|expression|zone|zoneid|account|accountid|url|base)$|^'(?:true|false|id|action|description|filter|ref|enabled|paused|ruleset|current|default|all|high|medium|low|off|on|simulate|challenge|block|js|managed|log)$/;

function turned(atom: string): string {
  return (atom.startsWith('+') ? '-' : '+') + atom.slice(1);
}

function without({ kind, leaves, atoms }: Act, gone: ReadonlySet<string>): Act {
  const isGone = (leaf: string) => gone.has(leaf.replace(/^[.'=~#]/, ''));
  return {
    kind,
    leaves: new Set([...leaves].filter((leaf) => !isGone(leaf))),
    atoms: new Set([...atoms].filter((atom) => !atom.split(' ').some(isGone))),
  };
}

const OF_RULES = /\.(?:enabled|action|description|expression|requestsperperiod|period|mitigationtimeout)\b/;

/** `gone`: words that go with what is retired. */
export function actLosses(
  before: readonly Act[],
  after: readonly Act[],
  gone: ReadonlySet<string>,
): readonly Loss[] {
  const [old, now] = [before.map((act) => without(cleaned(act), gone)), after.map(cleaned)];
  const losses = new Map<string, Loss>();
  const asked = new Set(old.flatMap(({ atoms }) => [...atoms]));
  const told = new Set(now.flatMap(({ leaves }) => [...leaves]));
  const refused = new Set(
    now.flatMap(({ kind, leaves, atoms }) => (kind === 'end' && !leaves.has('#0') ? [...atoms] : [])),
  );
  for (const act of unique(old)) {
    const isQuiet =
      act.kind === 'end' || (act.atoms.size === 0 && /^(?:say|return|send other)/.test(act.kind));
    if (act.leaves.size === 0 && isQuiet) continue;
    if (act.kind.startsWith('return') && !now.some(({ kind }) => kind === act.kind)) continue;
    const near = now
      .filter(({ kind }) => kind === act.kind)
      .map((other) => differences(act, other, { asked, told, refused }))
      .sort((left, right) => left.length - right.length)[0];
    for (const loss of near ?? [
      {
        what: `${NAMES.get(act.kind) ?? act.kind} is gone (${[...act.leaves].slice(0, 4).map(shown).join(', ')})`,
      },
    ])
      losses.set(loss.what, loss);
  }
  return [...losses.values()];
}

interface Known {
  /** Of the old program. */
  readonly asked: ReadonlySet<string>;
  /** All that the new program tells or sends. */
  readonly told: ReadonlySet<string>;
  /** What is asked before the new program fails. */
  readonly refused: ReadonlySet<string>;
}

function differences(act: Act, other: Act, { asked, told, refused }: Known): readonly Loss[] {
  const isTold = (leaf: string) => act.kind === 'failure' && leaf.startsWith("'") && told.has(leaf);
  const leaves = [...act.leaves].filter((leaf) => !other.leaves.has(leaf) && !isTold(leaf));
  // What is asked for and ruled out decides nothing.
  const atoms = [...act.atoms].filter((atom) => isLost(atom, act, other));
  const gained = [...other.atoms].filter(
    (atom) =>
      !act.atoms.has(atom) &&
      !other.atoms.has(turned(atom)) &&
      OF_RULES.test(atom) &&
      !asked.has(atom) &&
      // An expression that is there already is refused, as the old API did.
      !(atom.startsWith('-==') && atom.includes('.expression') && refused.has(`+${atom.slice(1)}`)) &&
      // The old name of an action is shown.
      !(!act.kind.startsWith('send') && /^[+-]== \.action \| =/.test(atom)),
  );
  return [
    ...leaves.map((leaf) => ({
      of: leaf,
      what: `${shown(leaf)} is gone from ${NAMES.get(act.kind) ?? act.kind}`,
    })),
    ...atoms.map((atom) => ({
      of: atom,
      what: `the condition ${condition(atom)} decides no more about ${NAMES.get(act.kind) ?? act.kind}`,
    })),
    ...gained.map((atom) => ({
      of: atom,
      what: `the condition ${condition(atom)} was not asked before ${NAMES.get(act.kind) ?? act.kind}`,
    })),
  ];
}

function isLost(atom: string, act: Act, other: Act): boolean {
  if (act.atoms.has(turned(atom))) return false;
  if (!other.atoms.has(atom)) return true;
  // Nothing is on and off at once: it is never done.
  return atom.slice(1) === '? .enabled' && other.atoms.has(turned(atom));
}

function unique(acts: readonly Act[]): readonly Act[] {
  return [
    ...new Map(
      acts.map((act) => [`${act.kind} ${[...act.leaves].sort()} ${[...act.atoms].sort()}`, act]),
    ).values(),
  ];
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['say', 'what is printed'],
  ['end', 'how the program ends'],
  ['failure', 'how a refused request ends the program'],
  ['send write', 'what is written'],
  ['send remove', 'what is removed'],
]);

/** Texts are told in quotes, numbers as they are. */
function shown(leaf: string): string {
  if (/^['=]/.test(leaf)) return JSON.stringify(leaf.slice(1));
  return /^[#~]/.test(leaf) ? leaf.slice(1) : leaf;
}

/** `-== .action | =block` as `not .action == "block"` */
function condition(atom: string): string {
  const [operator = '', ...rest] = atom.slice(1).split(' ');
  const sides = rest
    .join(' ')
    .split(' | ')
    .map((side) => side.split(' ').map(shown).join(' '));
  const text = operator === '?' ? (sides[0] ?? '') : sides.join(` ${operator} `);
  return atom.startsWith('-') ? `not ${text}` : text;
}
