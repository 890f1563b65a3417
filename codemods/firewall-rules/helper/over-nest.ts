/** `HttpService` of Nest: it hands everything to an axios of its own. */
import { axiosOverRulesets } from './over-axios.js';

const services = new WeakMap<object, object>();

/** The same service, which also answers requests to the addresses of this module. */
export function nestOverRulesets<T extends { readonly axiosRef: object }>(service: T): T {
  const HttpService = service.constructor as new (axios: object) => object;
  const known = services.get(service) ?? new HttpService(axiosOverRulesets(service.axiosRef));
  services.set(service, known);
  return known as T;
}
