/** Printed by `--version` and in every report; a test keeps it equal to package.json. */
export const VERSION = '0.1.0';
