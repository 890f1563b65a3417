import type { Origin } from '../../../../value/index.js';
import type { HttpUsage, ResponseRead, SdkUsage, Usage } from '../../../usage.js';
import { sdkPackage } from '../../clients/packages.js';
import { lower } from '../../evaluate/domain/lower.js';
import type { Engine } from '../../evaluate/engine.js';
import type { CallSite } from '../../evaluate/names/call-sites.js';
import type { Sent } from '../sending/sent.js';
import { contextOf, evidenceOf } from './evidence.js';

/** A request or SDK call as the usage it is, with the call a reader would look at as its site. */
export function usageOf(
  engine: Engine,
  sent: Sent,
  top: CallSite,
  reads: readonly ResponseRead[] = [],
): Usage {
  const site: Origin = engine.origin(top.call, top.module);
  const mock = sent.kind === 'http' && sent.request.mock;
  const context = contextOf(top.call, top.module.path, mock);
  const at = engine.origin(sent.node, sent.at.module);
  if (sent.kind === 'http') {
    const { request } = sent;
    const evidence = [...evidenceOf(request, engine.profiles)];
    if (sdkPackage(engine.profiles, request.client) !== null)
      evidence.push({ kind: 'sdk', name: request.client });
    const usage: HttpUsage = {
      kind: 'http',
      method: lower(request.method),
      url: lower(request.url),
      body: lower(request.body),
      headers: lower(request.headers),
      reads,
      site,
      evidence,
      context,
      sender: { at, client: request.client, known: request.isClient },
    };
    return usage;
  }
  const { sdk } = sent;
  const name = sdkPackage(engine.profiles, sdk.package)?.name ?? sdk.package;
  const usage: SdkUsage = {
    kind: 'sdk',
    sdk: `npm:${name}`,
    version: engine.project.versionOf(top.module.path, name),
    chain: sdk.chain,
    args: sent.args.map((arg) => lower(arg)),
    reads,
    site,
    evidence: [{ kind: 'sdk', name }],
    context,
    sender: { at, client: `npm:${name}`, known: true },
  };
  return usage;
}
