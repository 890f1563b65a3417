export { process as default } from './globals.mjs';
