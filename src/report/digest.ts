/** The SHA-256 of a text in hexadecimal. Most scans find nothing, so the module is loaded when first asked for. */
export function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}
