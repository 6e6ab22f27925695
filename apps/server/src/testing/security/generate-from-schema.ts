/** Generates values that a JSON schema allows, and hostile values. */
import type { Random } from '../../demo/random.ts';

/** The subset of JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Injections into SQL, HTML, paths, headers, patterns, CSV cells and objects. */
export const injections: readonly string[] = [
  "' or '1'='1",
  "1'; drop table posts; --",
  '1); select pg_sleep(9); --',
  "' union select password_hash from users --",
  '1 or 1=1',
  '\\',
  '%',
  '_%_%_%_%',
  '"><script>alert(1)</script>',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'x\r\nSet-Cookie: a=b',
  '$(sleep 9)`sleep 9`',
  '=cmd|"/c calc"!A1',
  '('.repeat(200),
  `${'a'.repeat(5000)}!`,
  '((a+)+)+$',
  '[[:alpha:]]{1,99999}',
  'a & b | !c <-> (d:*',
  "'a' & ",
  '{1,2}',
  '[1,2)',
  'null',
  'NaN',
  '-0',
  '1e400',
  '9223372036854775808',
  '0x7f',
  '\u202Egnp.exe',
  `Z${'\u0301'.repeat(2000)}`,
  '\u{1F468}\u200D'.repeat(500),
  '\u0000',
  '\ud800',
  '\ufeff',
  '-infinity',
  'infinity',
  '0000-00-00',
  '294277-01-01',
  '+275760-09-13T00:00:00.001Z',
  '__proto__',
  'constructor',
];

const hostileValues: readonly unknown[] = [
  ...injections,
  null,
  true,
  -1,
  0,
  0.1,
  -1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[[[[[]]]]]],
  [null, 1, 'x', {}],
  { id: null },
  { id: [1] },
  { $ne: 1 },
  { length: 1e9 },
  { lat: 91, lon: 1e9 },
  Array.from({ length: 2000 }, (_, index) => index),
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
];

/** Nested arrays up to the depth that parsers accept. */
const createNestedArrays = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

/** A random hostile value. */
export const generateHostileValue = (random: Random): unknown =>
  random.chance(0.01) ? createNestedArrays(2000) : random.pick(hostileValues);

const formatSamples: Record<string, readonly string[]> = {
  date: ['2026-02-28', '2026-02-29', '0001-01-01', '9999-12-31'],
  'date-time': ['2026-02-28T10:00:00Z', '2026-02-28T24:00:00Z', '9999-12-31T23:59:59.999+14:00'],
  email: ['somebody@example.org', `${'a'.repeat(64)}@example.org`, '"a b"@example.org'],
  uri: ['https://example.org/', 'http://127.0.0.1:5432/', 'http://[::1]/', 'javascript:alert(1)'],
  uuid: ['00000000-0000-4000-8000-000000000000'],
};

const sampleTexts: readonly string[] = [
  'x',
  'Flood at the bridge',
  'نهر',
  '1',
  '1,2',
  'asc',
  'id',
  'all',
  'me',
  'user',
];

function generateString(random: Random, { format, minLength = 0, maxLength = 200 }: JsonSchema): string {
  const samples = format === undefined ? undefined : formatSamples[format];
  if (samples) return random.pick(samples);
  const text = random.pick(sampleTexts);
  if (random.chance(0.1)) return 'm'.repeat(Math.min(maxLength, 100_000));
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

function generateNumber(random: Random, { type, minimum = -10, maximum = 300 }: JsonSchema): number {
  if (random.chance(0.2)) return random.pick([minimum, maximum, 0, 1, 2 ** 31 - 1]);
  const max = Math.min(maximum, 1e6);
  const min = Math.max(minimum, -1e6);
  const number = random.int(0, 5) + random.next();
  const within = Math.min(max, Math.max(min, number));
  return type === 'integer' ? Math.round(within) : within;
}

function generateObject(
  random: Random,
  schema: JsonSchema,
  hostileProbability: number,
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (schema.required?.includes(name) === true || random.chance(0.5))
      object[name] = generateValue(random, member, hostileProbability);
  const additional = schema.additionalProperties;
  if (typeof additional === 'object' && random.chance(0.5))
    object[random.pick(sampleTexts)] = generateValue(random, additional, hostileProbability);
  return object;
}

/**
 * Generates a value, mostly one that the schema allows.
 * @param hostileProbability probability that a nested value is hostile, 0 to 1
 */
export function generateValue(random: Random, schema: JsonSchema, hostileProbability: number): unknown {
  if (random.chance(hostileProbability)) return generateHostileValue(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return generateValue(random, random.pick(choices), hostileProbability);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((it) => generateValue(random, it, hostileProbability)));
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === 'string') return generateString(random, schema);
  if (type === 'number' || type === 'integer') return generateNumber(random, schema);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  if (type === 'array') {
    const of = schema.prefixItems ?? Array.from({ length: random.int(0, 3) }, () => schema.items ?? {});
    return of.map((it) => generateValue(random, it, hostileProbability));
  }
  if (type === 'object') return generateObject(random, schema, hostileProbability);
  return generateHostileValue(random);
}
