import { list, optional, type Read, record, text, truth, word } from '../../catalogue/schema/index.js';
import { clientsShape, methodsShape } from './own-calls.js';

/** All that a config file may hold. Data only: nothing in it is ever run. */

const texts = (what: string) => list(text<string>({ what }));

export const configShape = record('the configuration', {
  $schema: optional(text<string>({ what: 'the URL of the schema, for editors' })),
  minConfidence: optional(word(['exact', 'likely', 'possible'], 'exact, likely or possible')),
  failOn: optional(text<string>({ what: 'any, ended, never or a number of days such as 30d' })),
  only: optional(texts('the id of an entry')),
  skip: optional(texts('the id of an entry')),
  schedules: optional(texts('the name of a schedule')),
  hints: optional(truth),
  undetermined: optional(truth),
  allowIncomplete: optional(truth),
  baseline: optional(text<string>({ what: 'the path of a baseline file' })),
  catalogues: optional(texts('the path of a catalogue file')),
  include: optional(texts('a glob')),
  exclude: optional(texts('a glob')),
  gitignore: optional(truth),
  trackedOnly: optional(truth),
  vendored: optional(truth),
  clients: optional(clientsShape),
  methods: optional(methodsShape),
  crawlerCondition: optional(truth),
  maxFileSize: optional(text<string>({ what: 'a size such as 8M, in quotes' })),
});

export type Config = Read<typeof configShape>;
