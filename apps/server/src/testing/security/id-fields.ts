/**
 * Finds where endpoints take ids: in the path, the query or the body. Reads the schemas of the contract, so that new
 * fields are found automatically.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { z } from 'zod';

/** A field that takes an id. */
export interface IdField {
  place: 'path' | 'query' | 'body';
  /** Nested fields include their parents: `fixed.form`. */
  name: string;
}

/** The part of a Zod schema's definition that the search needs. */
interface ZodDefinition {
  type: string;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: z.ZodType[];
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  checks?: { _zod: { def: { pattern?: RegExp } } }[];
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as ZodDefinition;

const childSchemas = ({
  in: before,
  out: after,
  options = [],
  element,
  innerType,
  valueType,
}: ZodDefinition) =>
  [before, after, ...options, element, innerType, valueType].filter((it) => it !== undefined);

/** Patterns of ids in the contract: digits, and the unguessable ids of uploads. */
const idPatterns = new Set([String.raw`^\d{1,15}$`, '^[0-9a-f]{32}$']);

/** Whether the schema allows an id, or any value. */
function mayBeId(schema: z.ZodType): boolean {
  const definition = definitionOf(schema);
  if (definition.type === 'unknown' || definition.type === 'any') return true;
  // There is no public access to the definition of checks.
  // oxlint-disable-next-line no-underscore-dangle
  if (definition.checks?.some((it) => idPatterns.has(it._zod.def.pattern?.source ?? ''))) return true;
  const { id } = definition.shape ?? {};
  return (id !== undefined && mayBeId(id)) || childSchemas(definition).some(mayBeId);
}

/** Names of text fields that contain or represent an id. */
const idLikeNamePattern =
  /(^|_)(ids?|user|contact|media|picture|avatar|logo|image|header|file|upload|claim|token|key|set|parent|post|message|session|lock|export|import|subject)s?$/i;

/** Yields all fields of an object, including nested ones. */
function* walkFields(schema: z.ZodType, before = ''): Generator<[name: string, schema: z.ZodType]> {
  const definition = definitionOf(schema);
  for (const [name, field] of Object.entries(definition.shape ?? {})) {
    // `{"id": 12}` is an alternative form of the id itself.
    if (name === 'id' && before !== '') continue;
    yield [`${before}${name}`, field];
    yield* walkFields(field, `${before}${name}.`);
  }
  for (const part of childSchemas(definition)) yield* walkFields(part, before);
}

/** All fields of the endpoint that take an id, without duplicates. */
export function findIdFields({ path, query, body, transport }: Endpoint): IdField[] {
  const fieldsByKey = new Map<string, IdField>();
  const add = (place: IdField['place'], name: string) => fieldsByKey.set(`${place} ${name}`, { place, name });
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) add('path', name);
  for (const [place, schema] of [
    ['query', query],
    ['body', body],
  ] as const)
    for (const [name, field] of walkFields(schema))
      if (mayBeId(field) || idLikeNamePattern.test(name)) add(place, name);
  // A body without declared fields may contain an id anywhere; one with a file may contain many.
  const form = definitionOf(body);
  const isOpen = form.catchall !== undefined && definitionOf(form.catchall).type === 'unknown';
  if (form.shape === undefined || isOpen || transport === 'multipart') add('body', '*');
  return [...fieldsByKey.values()];
}
