export { FILTER, FIREWALL_RULE, RATE_LIMIT } from './data.js';
export {
  goneFields,
  isWholeField,
  mappedField,
  mappedFields,
  NEEDS_POSITION,
  NO_FILTER,
  type OldKey,
  oldObject,
  type SentField,
  sentField,
  UNKNOWN_ACTION,
  type WriteKind,
  writeKind,
} from './fields.js';
export type { ConstantField, FieldMapping, Mapping, NewFields } from './model.js';
