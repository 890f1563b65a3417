import type { Door, Entry, FieldCheck, Profile, Resource, Setting, ValueCheck } from './types.js';

/** Every check of an entry on bodies and resources: those it spells out, and those its settings stand for. */
export interface Checks {
  readonly fields: readonly FieldCheck[];
  readonly values: readonly ValueCheck[];
  readonly resources: readonly Resource[];
}

export function expandChecks(entry: Entry, profile: Profile): Checks {
  const fields = [...entry.fields];
  const values = [...entry.values];
  const resources = [...entry.resources];
  for (const setting of entry.settings) {
    for (const door of profile.doors) {
      const name = setting[door.setting];
      if (name === undefined) continue;
      if (door.resource !== undefined) resources.push(throughResource(setting, name, door, door.resource));
      else throughCalls(setting, name, door, fields, values);
    }
  }
  return { fields, values, resources };
}

function throughCalls(
  setting: Setting,
  name: string,
  door: Door,
  fields: FieldCheck[],
  values: ValueCheck[],
): void {
  const request = { direction: 'request', calls: door.calls ?? [] } as const;
  if (door.at === undefined) {
    const at = keyBelow(door, name);
    if (setting.allowed === undefined) fields.push({ at, ...request });
    else values.push({ at, ...request, allowed: setting.allowed });
    return;
  }
  if (setting.allowed === undefined) values.push({ at: door.at, ...request, removed: [name] });
  else if (door.value !== undefined) {
    values.push({
      at: door.value,
      ...request,
      allowed: setting.allowed,
      where: { at: door.at, equals: [name] },
    });
  }
}

function throughResource(
  setting: Setting,
  name: string,
  door: Door,
  resource: NonNullable<Door['resource']>,
): Resource {
  const allowed = setting.allowed === undefined ? {} : { allowed: setting.allowed };
  if (door.at === undefined) return { ...resource, attribute: keyBelow(door, name), ...allowed };
  if (setting.allowed === undefined || door.value === undefined) {
    return { ...resource, attribute: door.at, removed: [name] };
  }
  return { ...resource, attribute: door.value, ...allowed, where: { at: door.at, equals: [name] } };
}

function keyBelow(door: Door, name: string): string {
  return `${door.below ?? ''}.${door.spelling === 'camel' ? camelCase(name) : name}`;
}

export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
