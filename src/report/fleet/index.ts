export { type FleetOptions, fleetOf } from './fleet.js';
export { fleetCsv, fleetJson, fleetMarkdown } from './formats.js';
export type { Fleet } from './model.js';
export { fleetHtml } from './page.js';
export { type Row, Sources } from './sources.js';
export { fleetText } from './text.js';
