/** Printed by `--version` and in every report; `npm run names` writes it here from package.json. */
export const VERSION = '0.1.0';
