/**
 * Templates of packages: `_.template('…/<%= zone %>/…')({ zone })`, `parseTemplate('…/{zone}/…').expand({ zone })`. What
 * fills a place is seldom of interest; that something does, is: each place is a hole of the text.
 */
import { slicePiece } from '../../../../value/index.js';
import { notEmpty } from '../builtins/text-methods.js';
import { type External, each, type Piece, type Term, type Text } from '../domain/term.js';

interface Language {
  /** Functions that make a template of a text; `''` is the package itself. */
  readonly makers: RegExp;
  /** The places of a template. A place of queries is left out. */
  readonly places: RegExp;
}

const RFC_6570: Language = {
  makers: /^(?:|default|parse|parseTemplate|parseUrl|url-template|uri-templates?|utpl)$/,
  places: /\{[+#./;?&]?[^{}]*\}/g,
};
const LODASH: Language = {
  makers: /^(?:template|lodash\.template)$/,
  places: /<%[^%]*%>|\$\{[^$}]*\}/g,
};
const ROUTES: Language = {
  makers: /^(?:compile|pathToRegexp\.compile)$/,
  places: /:\w+(?:\([^)]{0,400}\))?[?*+]?/g,
};
const MUSTACHE: Language = { makers: /^compile$/, places: /\{\{\{?[^{}]*\}\}\}?/g };

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['url-template', RFC_6570],
  ['uri-templates', RFC_6570],
  ['uri-template', RFC_6570],
  ['uritemplate', RFC_6570],
  ['lodash', LODASH],
  ['lodash-es', LODASH],
  ['lodash/template', LODASH],
  ['lodash.template', LODASH],
  ['underscore', LODASH],
  ['path-to-regexp', ROUTES],
  ['handlebars', MUSTACHE],
]);

/** Stands for a template in the path of what is known of its package. */
const TEMPLATE = 'template()';

/** The template that a call of a package makes; null if it makes none. */
export function templateFunction(name: string, method: string, text: Term | undefined): Term | null {
  const language = LANGUAGES.get(name);
  if (language === undefined || text === undefined || !language.makers.test(method)) return null;
  return each(
    text,
    (option): Term =>
      option.kind === 'text'
        ? {
            kind: 'external',
            package: name,
            path: [TEMPLATE],
            config: withHoles(option, language),
            origin: null,
          }
        : option,
  );
}

/** What a template is once it is filled: by a call of it, or of any of its methods. */
export function filledTemplate(external: External): Term | null {
  return external.path[0] === TEMPLATE ? external.config : null;
}

function withHoles(text: Text, { places }: Language): Text {
  const pieces: Piece[] = [];
  for (const piece of text.pieces) {
    if (piece.kind === 'hole') {
      pieces.push(piece);
      continue;
    }
    let at = 0;
    for (const place of piece.text.matchAll(places)) {
      pieces.push(slicePiece(piece, at, place.index));
      if (!/^\{[?&]/.test(place[0])) pieces.push({ kind: 'hole', origin: null });
      at = place.index + place[0].length;
    }
    pieces.push(slicePiece(piece, at, piece.text.length));
  }
  return { ...text, pieces: pieces.filter(notEmpty) };
}
