/** Comprehensions of Python over values that are written out: `[{"category": f"level-{n}"} for n in (2, 3)]`. */
import type { Json } from '../../edge/index.js';
import { literally } from '../../value/index.js';
import { literalObjects } from './literals.js';

const OVER = /^([\s\S]{1,300}?)\s+for\s+(\w+)\s+in\s+[([]([^()[\]]{1,200})[)\]]$/;
/** `key: entry[key]` */
const PICKED = /^(\w+): (\w+)\[\1\]$/;
const WRITTEN = /^(?:-?\d+|"[\w-]+"|'[\w-]+')$/;

/** The list, or the object, that it makes; null where one of its parts is only known at run time. */
export function comprehended(text: string, markOf: (code: string) => Json): Json | null {
  const [, body = '', name = '', list] = OVER.exec(text.trim()) ?? [];
  const values = (list ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  if (list === undefined || !values.every((value) => WRITTEN.test(value))) return null;
  const bare = values.map((value) => value.replace(/^["']|["']$/g, ''));
  const picked = PICKED.exec(body);
  if (picked !== null && picked[1] === name)
    return Object.fromEntries(bare.map((key) => [key, markOf(`${picked[2]}["${key}"]`)]));
  const bareName = new RegExp(`(?<![\\w.])${literally(name)}(?![\\w(])`, 'g');
  const items = bare.map((value, index) => {
    const filled = body
      .replace(/\bf(?=["'])/g, '')
      .split(/("[^"\n]*"|'[^'\n]*')/)
      .map((part, place) =>
        place % 2 === 1 ? part.replaceAll(`{${name}}`, value) : part.replace(bareName, values[index] ?? ''),
      )
      .join('');
    const [found] = literalObjects(filled, () => true);
    return found !== undefined && found.start === 0 && found.end === filled.length ? found.object : null;
  });
  return items.every((item) => item !== null) ? items : null;
}
