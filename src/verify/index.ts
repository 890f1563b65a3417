/** What is to be migrated together, and how the change is judged. */

export {
  type Planned,
  UNIT_ID_LENGTH,
  type Unit,
  type UnitPlace,
  unitAt,
  unitsAt,
  unitsOf,
} from './units.js';
