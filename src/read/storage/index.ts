/** The object storage, apart from the other readers. */
export { corsUsages } from './cors-xml.js';
export { STORAGE_SIGN } from './service.js';
