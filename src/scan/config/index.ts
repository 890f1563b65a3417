export {
  clientsShape,
  hostsOfClients,
  methodsShape,
  type OwnSettings,
  ownCalls,
  withHosts,
} from './own-calls.js';
export { type ConfigResult, findConfig, pathInConfig, readConfig, readShaped } from './read.js';
export { type Config, configShape } from './shape.js';
