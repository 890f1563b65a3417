/** Labels of real repositories: where retired calls stand, and where something only looks like one. */
import { readFileSync } from 'node:fs';

export interface LabelPlace {
  readonly path: string;
  readonly line: number;
}

export interface Label extends LabelPlace {
  readonly entry: string;
  readonly language: string;
  /** Null where the label is of no call, or of one with any method. */
  readonly method: string | null;
  /** The form in which the path or name reaches the API: literal, wrapper, sdk, … */
  readonly how: string;
  readonly tier: string;
  readonly certainty: string;
  /** Labels of one group are one occurrence. */
  readonly group?: string;
}

export interface LabelledRepository {
  readonly repo: string;
  readonly commit: string;
  readonly positives: readonly Label[];
  readonly negatives: readonly LabelPlace[];
  /** Places where a finding is neither right nor wrong. */
  readonly ignore: readonly LabelPlace[];
  readonly fully_labelled_files: readonly string[];
  readonly unlabelled_candidate_lines: number;
}

/** Entry names of label files that differ from ours. */
const ALIASES: Readonly<Record<string, string>> = {
  filters: 'firewall-rules',
  'server-side-exclude': 'server-side-excludes',
  'tunnels-legacy': 'legacy-tunnels',
  'te-with-cl': 'te-content-length',
  'lb-notification-email': 'notification-email',
  'page-shield-segment': 'script-monitor',
  'images-direct-upload-v1': 'images-v1-direct-upload',
};

export function readLabels(file: string): LabelledRepository[] {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const repos: unknown = Reflect.get(Object(parsed), 'repos');
  if (!Array.isArray(repos)) throw new Error(`${file}: no list "repos"`);
  return repos.map((repo: LabelledRepository) => ({
    ...repo,
    positives: repo.positives.map((label) => ({ ...label, entry: ALIASES[label.entry] ?? label.entry })),
  }));
}

const ACTIONABLE = new Set(['call', 'wrapper-arg', 'data', 'iac', 'expression']);
const SCRIPT = new Set(['javascript', 'typescript', 'vue', 'svelte', 'astro']);

/** Code that fails today, beyond doubt: what recall is asked of. */
export function isActionable(label: Label): boolean {
  return ACTIONABLE.has(label.tier) && label.certainty === 'definite';
}

/** Documentation and type declarations: a hint is the right answer there. */
export function isSoft(label: Label): boolean {
  return label.tier === 'docs' || label.tier === 'type-decl';
}

export function isScript(label: Label): boolean {
  return SCRIPT.has(label.language);
}
