/** Every list and every object in a body is read as other clients write it (API v3 §1.7). */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DataProviderInput } from '../data-sources/data-sources.ts';
import { MapInput, SiteInput } from '../settings/settings.ts';
import type { Endpoint } from './endpoint.ts';
import { endpointGroups } from './endpoint-groups.ts';

interface JsonSchema {
  type?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  minLength?: number;
  pattern?: string;
  minItems?: number;
  prefixItems?: JsonSchema[];
  additionalProperties?: unknown;
}

/** Filters in a body, which are written as in a query. */
const queryObjects = new Set(['exportPostsByBody values']);
/** Objects of which only `{}` is without members: another value that chose everything could be an error of the client. */
const strictObjects = new Set(['createBulkChange filters']);
const queryLists = new Set(
  ['form', 'source', 'assignee', 'verification'].map((name) => `claimPosts ${name}`),
);

/** Members with a rule that JSON Schema cannot say: an outline has an inside. */
const givenMembers: Record<string, unknown> = {
  'addAreas areas': {
    name: 'North',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ],
    },
  },
};

const alternatives = (schema: JsonSchema): JsonSchema[] =>
  (schema.anyOf ?? schema.oneOf)?.flatMap(alternatives) ?? [schema];

/** A member that the schema of a list accepts. */
function createMember(items: JsonSchema): unknown {
  const [first = {}] = alternatives(items);
  if (first.enum) return first.enum[0];
  if (first.const !== undefined) return first.const;
  if (first.type === 'number' || first.type === 'integer') return Math.min(3, first.maximum ?? 3);
  if (first.type === 'boolean') return true;
  if (first.type === 'object')
    return Object.fromEntries(
      Object.entries(first.properties ?? {}).map(([name, it]) => [name, createMember(it)]),
    );
  if (first.prefixItems) return first.prefixItems.map(createMember);
  if (first.type === 'array')
    return Array.from({ length: first.minItems ?? 0 }, () => createMember(first.items ?? {}));
  return first.pattern ? 'a'.repeat(first.minLength ?? 3) : 'admin';
}

/** Bodies, and what is read from the bodies of `PUT /config/{group}`. */
const bodies = [
  ...Object.values(endpointGroups)
    .flat()
    .map(({ name, body }) => ({ name, body })),
  { name: 'saveConfig site', body: SiteInput },
  { name: 'saveConfig map', body: MapInput },
  { name: 'saveConfig data-provider', body: DataProviderInput },
];

/** The fields of bodies that are objects with members of any name. */
const objectFields = bodies
  .flatMap(({ name, body }) => (body instanceof z.ZodObject ? [{ endpoint: name, body }] : []))
  .flatMap(({ endpoint, body }) =>
    Object.entries(body.shape as Record<string, z.ZodType>).flatMap(([name, schema]) => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      const isObject = alternatives(json).some((it) => it.type === 'object' && it.additionalProperties);
      return isObject && !queryObjects.has(`${endpoint} ${name}`) ? [{ endpoint, name, schema }] : [];
    }),
  );

describe('an object in a body', () => {
  test.each(objectFields.map((field) => [`${field.endpoint} ${field.name}`, field] as const))(
    '%s',
    (title, { schema }) => {
      expect(schema.safeParse({}).success).toBe(true);
      const [list, empty, nothing] = [[], '', null].map((it) => schema.safeParse(it));
      const isRead = !strictObjects.has(title);
      expect([list?.success, empty?.success, nothing?.success]).toEqual([isRead, isRead, isRead]);
      expect(empty?.data).toEqual(nothing?.data);
    },
  );

  test('there are some', () => {
    const names = objectFields.map(({ endpoint, name }) => `${endpoint} ${name}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'createPost values',
        'createAttribute config',
        'createExport filters',
        'updateCollection view_options',
        'createSavedSearch filter',
        'createLayer options',
        'saveConfig map default_view',
        'saveConfig data-provider twitter',
      ]),
    );
  });
});

interface ListField {
  endpoint: Endpoint;
  name: string;
  schema: z.ZodType;
  list: JsonSchema;
}

/** The fields of bodies that are lists, but for filters in a body, which are written as in a query. */
const listFields = Object.values(endpointGroups)
  .flat()
  .filter(({ name }) => name !== 'exportPostsByBody')
  .flatMap((endpoint) => (endpoint.body instanceof z.ZodObject ? [{ endpoint, body: endpoint.body }] : []))
  .flatMap(({ endpoint, body }) =>
    Object.entries(body.shape as Record<string, z.ZodType>).flatMap(([name, schema]): ListField[] => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      const kinds = alternatives(json);
      // An object or a list of anything is no list: `[]` is how some clients write an object without members.
      const list = kinds.find((it) => it.type === 'array' && Object.keys(it.items ?? {}).length > 0);
      return list && !queryLists.has(`${endpoint.name} ${name}`) ? [{ endpoint, name, schema, list }] : [];
    }),
  );

describe('a list in a body', () => {
  test.each(listFields.map((field) => [`${field.endpoint.name} ${field.name}`, field] as const))(
    '%s',
    (title, { schema, list }) => {
      const member = givenMembers[title] ?? createMember(list.items ?? {});
      const ofOne = schema.parse([member]);
      expect(schema.parse(member)).toEqual(ofOne);
      if (list.minItems !== undefined) return;
      const empty = schema.parse([]);
      expect(schema.parse({})).toEqual(empty);
      expect([empty, null]).toContainEqual(schema.parse(null));
      expect(schema.parse('')).toEqual(schema.parse(null));
    },
  );
});
