/** The SHA-256 of a text in hexadecimal. Most scans find nothing, so the module is loaded when first asked for. */
export function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text);
}

/** The same in base64, as policies of pages name it. */
export function sha256Base64(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text, 'base64');
}
