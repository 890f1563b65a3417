/** Modules of Node that nothing asks for when it reads a text: each name is there, and says so when it is used. */
function absent() {
  throw Object.assign(new Error('the playground has no processes, network or packages'), { code: 'ENOENT' });
}
const createRequire = () => Object.assign(absent, { resolve: absent });
const fileURLToPath = (url) => new URL(url).pathname;
const pathToFileURL = (path) => new URL(path, 'file:///');
const isIPv4 = (text) => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text);
const isIPv6 = (text) => /^[\da-f:.]*:[\da-f:.]*$/i.test(text);
const isIP = (text) => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0);

export default {};
export { createRequire, fileURLToPath, isIP, isIPv4, isIPv6, pathToFileURL };
export class StringDecoder {}
export class SourceMap {}
export const rootCertificates = [];
export const isMainThread = true;
export {
  absent as brotliDecompressSync,
  absent as connect,
  absent as createHmac,
  absent as createSecureServer,
  absent as createServer,
  absent as generateKeyPairSync,
  absent as gunzipSync,
  absent as gzipSync,
  absent as request,
  absent as sign,
  absent as spawn,
  absent as spawnSync,
  absent as timingSafeEqual,
};
