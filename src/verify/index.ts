/** What is to be migrated together, what that needs, and how the change is judged. */

export {
  type Brief,
  type BriefDecision,
  briefMarkdown,
  briefOf,
  decisionsOf,
  MOST_TOKENS,
  tokensOf,
} from './brief/index.js';
export {
  type Planned,
  UNIT_ID_LENGTH,
  type Unit,
  type UnitPlace,
  unitAt,
  unitsAt,
  unitsOf,
} from './units.js';
