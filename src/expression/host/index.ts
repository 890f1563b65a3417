export { decodeFormat, decodeFormatInside, type FormatStyle } from './format.js';
export { decodeHcl } from './hcl.js';
export { HostText } from './host-text.js';
export { decodeJavaScript } from './javascript.js';
export { decodeJson, decodeJsonInside, jsonStringRanges } from './json.js';
export { decodeShellHereDocument, decodeShellWord, type HereDocument } from './shell.js';
export { decodeYaml, type YamlPlace } from './yaml.js';
