/** Texts of pages that are HTML already. */

const NAMED = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

export function plainText(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name) => NAMED[name])
    .replace(/\s+/g, ' ')
    .trim();
}

export function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

export function firstParagraph(html) {
  return /<p>(.*?)<\/p>/s.exec(html)?.[1] ?? '';
}

/** The headings below the title, with the text that follows each of them. */
export function headings(html) {
  const parts = html.split(/(?=<h[1-6][\s>])/);
  return parts.flatMap((part) => {
    const [whole, level = '', id = '', inner = ''] =
      /^<h([1-6])(?:[^>]*\sid="([^"]*)")?[^>]*>(.*?)<\/h\1>/s.exec(part) ?? [];
    if (whole === undefined) return [];
    return [{ level: Number(level), id, text: plainText(inner), body: part.slice(whole.length) }];
  });
}
