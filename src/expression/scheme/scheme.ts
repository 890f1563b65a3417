/** Questions about the scheme: what a name means and what type it has. */
import {
  ELEMENT_TYPES,
  FIELD_NAMES,
  FUNCTIONS,
  type FunctionSignature,
  type ParameterType,
  RENAMED_FIELDS,
  type ValueType,
} from './data.js';

const FIELDS: ReadonlyMap<string, ValueType> = readFields();

const FUNCTION_TABLE: ReadonlyMap<string, FunctionSignature> = new Map(Object.entries(FUNCTIONS));

function readFields(): Map<string, ValueType> {
  const fields = new Map<string, ValueType>();
  const byType = Object.entries(FIELD_NAMES) as [ValueType, string][];
  for (const [type, names] of byType) {
    for (const name of names.trim().split(/\s+/)) fields.set(name, type);
  }
  return fields;
}

/** Names written with the neutral prefix `vendor.` mean the same as those with `cf.`. */
export function canonicalName(name: string): string {
  return name.startsWith('vendor.') ? `cf.${name.slice('vendor.'.length)}` : name;
}

export function fieldType(name: string): ValueType | null {
  return FIELDS.get(name) ?? FIELDS.get(canonicalName(name)) ?? null;
}

export function isKnownField(name: string): boolean {
  return fieldType(name) !== null;
}

export function functionSignature(name: string): FunctionSignature | null {
  return FUNCTION_TABLE.get(name) ?? null;
}

export function fieldNames(): string[] {
  return [...FIELDS.keys()];
}

export function functionNames(): string[] {
  return [...FUNCTION_TABLE.keys()];
}

/** The name that replaced this one with the same value, if there is one. */
export function renamedField(name: string): string | null {
  return Object.hasOwn(RENAMED_FIELDS, name) ? (RENAMED_FIELDS[name] ?? null) : null;
}

export function elementType(type: ValueType): ValueType | null {
  return type === 'Any' ? 'Any' : (ELEMENT_TYPES[type] ?? null);
}

export function isArray(type: ValueType): boolean {
  return type.startsWith('Array<');
}

export function isMap(type: ValueType): boolean {
  return type.startsWith('Map<');
}

/** The array type whose elements have this type, where the language has one. */
export function arrayOf(type: ValueType): ValueType {
  switch (type) {
    case 'String':
      return 'Array<String>';
    case 'Integer':
      return 'Array<Integer>';
    case 'Boolean':
      return 'Array<Boolean>';
    case 'IP':
      return 'Array<IP>';
    case 'Array<String>':
      return 'Array<Array<String>>';
    default:
      return 'Any';
  }
}

export function accepts(parameter: ParameterType, type: ValueType): boolean {
  if (type === 'Any' || parameter === 'Any') return true;
  if (parameter === 'array') return isArray(type);
  if (parameter === 'scalar') return !isArray(type) && !isMap(type);
  return parameter === type;
}
