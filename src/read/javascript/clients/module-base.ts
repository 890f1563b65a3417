/**
 * The base of a client that a container hands out: of Nest's `HttpService` it is told where the module that owns the
 * service imports it, `HttpModule.register({ baseURL })`.
 */

import { memberNamed, type Term } from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import { callOf } from '../evaluate/names/call-sites.js';
import { saying } from '../modules/imported-by.js';
import type { Module } from '../syntax/module.js';
import { baseOf } from './values.js';

export function baseOfModule(engine: Engine, module: Module): Term | null {
  for (const candidate of [module, ...engine.project.importersOf(module, saying('HttpModule'))]) {
    for (const way of ['register', 'registerAsync']) {
      for (const member of candidate.members.get(way) ?? []) {
        if (member.object.type !== 'Identifier' || member.object.name !== 'HttpModule') continue;
        const [options] = callOf(member)?.arguments ?? [];
        if (options === undefined) continue;
        const at = { module: candidate, env: null };
        const told = engine.evaluate(options, at);
        const factory = told.kind === 'object' ? memberNamed(told, 'useFactory')?.value : undefined;
        const base = baseOf(factory === undefined ? told : engine.invoke(factory, null, [], null));
        if (base !== null) return base;
      }
    }
  }
  return null;
}
