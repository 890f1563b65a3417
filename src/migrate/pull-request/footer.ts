/** The hidden line at the end of a description: what a later run has to know, and whether a person changed the text. */
import { createHash } from 'node:crypto';

export interface Footer {
  readonly branch: string;
  /** Digest of the text above, without what a person ticks. */
  readonly text: string;
  readonly verify?: { readonly command: string; readonly commit: string };
  /** Digest of the options that chose what the request is about; missing where they left nothing out. */
  readonly selection?: string;
  /** The request was closed by a run that found nothing left to do. */
  readonly done?: true;
}

const LINE = /(?<!\n)\n*<!-- edge-sunset: (\{[^\n]*\}) -->\s*$/;

export function withFooter(text: string, footer: Omit<Footer, 'text'>): string {
  const data: Footer = { ...footer, text: digestOf(text) };
  // Nothing in it may end the comment.
  const json = JSON.stringify(data).replaceAll('-', '\\u002d').replaceAll('>', '\\u003e');
  return `${text.trimEnd()}\n\n<!-- edge-sunset: ${json} -->\n`;
}

export interface Description {
  readonly text: string;
  readonly footer: Footer;
  /** A person rewrote it. */
  readonly isEdited: boolean;
}

/** Null where the text was not written by us. */
export function readDescription(body: string): Description | null {
  const plain = body.replaceAll('\r\n', '\n');
  const [line, json] = LINE.exec(plain) ?? [];
  if (line === undefined || json === undefined) return null;
  const footer = parsed(json);
  if (footer === null) return null;
  const text = plain.slice(0, plain.length - line.length);
  return { text, footer, isEdited: digestOf(text) !== footer.text };
}

function parsed(json: string): Footer | null {
  try {
    const value: Partial<Footer> = JSON.parse(json);
    if (typeof value.branch !== 'string' || typeof value.text !== 'string') return null;
    const { branch, text, verify, selection, done } = value;
    const isVerify = typeof verify?.command === 'string' && typeof verify.commit === 'string';
    return {
      ...{ branch, text },
      ...(isVerify ? { verify } : {}),
      ...(typeof selection === 'string' ? { selection } : {}),
      ...(done === true ? { done } : {}),
    };
  } catch {
    return null;
  }
}

/** The new text with the boxes that a person has ticked in the old one. */
export function keepTicks(text: string, old: string): string {
  const ticked = new Set([...old.matchAll(/^- \[[xX]\] (.+)$/gm)].map(([, item]) => item));
  return text.replace(/^- \[ \] (.+)$/gm, (line, item: string) =>
    ticked.has(item) ? `- [x] ${item}` : line,
  );
}

function digestOf(text: string): string {
  const plain = text.trim().replace(/^- \[[xX]\] /gm, '- [ ] ');
  return createHash('sha256').update(plain).digest('hex').slice(0, 16);
}
