/** Filled in with what the catalogue lists. */
export const SETTINGS = 'ssl'.split(/\s+/);
