/** Functions of a program in PHP or Ruby that only read: nothing in them chooses a method, or sends a body. */
import { textOf } from '../../src/grammar/index.js';
import type { Sender } from './sender.js';

const READS = {
  php: /\b(?:curl_exec|file_get_contents|wp_(?:safe_)?remote_get)\(|(?:client|http|guzzle)\w*(?:\(\))?->get\(|\bHttp::[^;]*->get\(/i,
  ruby: /\bNet::HTTP(?:::Get\.new|\.get)\b|\b(?:HTTParty|RestClient|Faraday|self\.class|\w*conn\w*|\w*client|http)\.get[ (]/,
};
const WRITES = {
  php: /\bCURLOPT_(?:CUSTOMREQUEST|POST|POSTFIELDS|PUT|UPLOAD|NOBODY)\b|\bcurl_setopt_array\([^,]+,\s*[^\s[a]|\bwp_(?:safe_)?remote_(?:post|request)\(|->(?:request|send|post|put|patch|delete)\w*\(|['"](?:method|post|put|patch|delete)['"]/i,
  ruby: /\bNet::HTTP(?:::(?:Post|Put|Patch|Delete)|\.post)|\.(?:send_request|post|put|patch|delete|body ?=|public_send|send)\b|["':](?:post|put|patch|delete)\b/i,
};

/** `isPlain`: the call gives it nothing but a path. */
export function onlyReads({ own }: Sender, isPlain: boolean): boolean {
  if (own === null) return false;
  const written = textOf(own.tree, own.node);
  const language = own.tree.language === 'php' ? 'php' : 'ruby';
  // It reads where its options say nothing else.
  if (isPlain && language === 'php' && /\bwp_(?:safe_)?remote_request\(/.test(written))
    return !/['"]method['"]/.test(written);
  return READS[language].test(written) && !WRITES[language].test(written);
}
