/**
 * Where an endpoint takes the id of something: in its address, its query or its body. Read from the contract's schemas, so that
 * a new field is found without anybody naming it.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { z } from 'zod';

export interface IdField {
  place: 'path' | 'query' | 'body';
  /** Of a nested field with its parents: `fixed.form`. */
  name: string;
}

/** As much of a zod schema's definition as the search needs. */
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

/** Patterns of the ids that the contract knows: digits, and the unguessable ones of uploads. */
const idPatterns = new Set([String.raw`^\d{1,15}$`, '^[0-9a-f]{32}$']);

/** Whether a value may be an id, or anything at all, by its schema. */
function mayBeId(schema: z.ZodType): boolean {
  const definition = definitionOf(schema);
  if (definition.type === 'unknown' || definition.type === 'any') return true;
  // Checks have no other way to their definition.
  // oxlint-disable-next-line no-underscore-dangle
  if (definition.checks?.some((it) => idPatterns.has(it._zod.def.pattern?.source ?? ''))) return true;
  const { id } = definition.shape ?? {};
  return (id !== undefined && mayBeId(id)) || childSchemas(definition).some(mayBeId);
}

/** Fields whose schema is a plain text, and whose name says that it is an id or stands for one. */
const idLikeNamePattern =
  /(^|_)(ids?|user|contact|media|picture|avatar|logo|image|header|file|upload|claim|token|key|set|parent|post|message|session|lock|export|import|subject)s?$/i;

/** Every field of an object by its name, those of objects within objects too. */
function* walkFields(schema: z.ZodType, before = ''): Generator<[name: string, schema: z.ZodType]> {
  const definition = definitionOf(schema);
  for (const [name, field] of Object.entries(definition.shape ?? {})) {
    // `{"id": 12}` is another way of writing the id itself.
    if (name === 'id' && before !== '') continue;
    yield [`${before}${name}`, field];
    yield* walkFields(field, `${before}${name}.`);
  }
  for (const part of childSchemas(definition)) yield* walkFields(part, before);
}

/** Fields of the endpoint that take an id, each once. */
export function findIdFields({ path, query, body, transport }: Endpoint): IdField[] {
  const found = new Map<string, IdField>();
  const add = (place: IdField['place'], name: string) => found.set(`${place} ${name}`, { place, name });
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) add('path', name);
  for (const [place, schema] of [
    ['query', query],
    ['body', body],
  ] as const)
    for (const [name, field] of walkFields(schema))
      if (mayBeId(field) || idLikeNamePattern.test(name)) add(place, name);
  // A body that is no form with known fields may hold an id anywhere; one with a file may hold many.
  const form = definitionOf(body);
  const isOpen = form.catchall !== undefined && definitionOf(form.catchall).type === 'unknown';
  if (form.shape === undefined || isOpen || transport === 'multipart') add('body', '*');
  return [...found.values()];
}
