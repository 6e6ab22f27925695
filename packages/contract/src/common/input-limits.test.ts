/** Every text, list, object with free keys and free JSON that an endpoint takes has a maximum. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ChosenFilters } from '../bulk-changes/chosen-filters.ts';
import { CategoryList } from '../categories/categories.ts';
import { LayerOptionsIn } from '../layers/layers.ts';
import { SavedFilter } from '../saved-searches/saved-searches.ts';
import { TokenRequest } from '../users/oauth.ts';
import { Password } from '../users/users.ts';
import { endpointGroups } from './endpoint-groups.ts';
import { DateIn } from './scalars.ts';
import { fieldSizesOf } from './size-limits.ts';

/** Schemas without a maximum that they could express. */
const boundedSchemas = new Set<z.core.$ZodType>([
  // Only dates parse, and dates are kept, not their texts.
  DateIn,
  // These check the length of the text, or of the JSON, themselves.
  Password,
  SavedFilter,
  ChosenFilters,
  LayerOptionsIn,
  // This limits the sum of its members and their children.
  CategoryList.shape.categories,
]);

/** Fields without a maximum: `endpoint.field`, and why. */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:createPost|previewPost|updatePost|writeBackPost|createTranslation|updateTranslation|correctReceiptReport)\.(?:content|values)\b/,
    'a report is as long as a request (BODY_KB): what a reporter wrote is not refused',
  ],
  [
    /^(?:\w+Post|correctReceiptReport)\.(?:tags|published_to|completed_stages)\b/,
    'each must exist, and duplicates are removed',
  ],
  [/^\w+Post\.website$/, 'not stored'],
  [/^saveSurveyRoles\.roles\b/, 'each role must exist, and duplicates are removed'],
  [/^(?:create|update)Role\.permissions$/, 'duplicates are removed'],
  [/^(?:create|update)Export\.include_personal$/, 'duplicates are removed'],
  [/^exportPostsByBody\./, 'filters of one response, which are not stored'],
  [/^claimPosts\.(?:form|source|assignee|verification)\b/, 'filters of one response, which are not stored'],
  [
    /^(?:update|preview)Import\.(?:maps_to|options\.columns)$/,
    'keys are numbers of columns with up to four digits',
  ],
  [
    /^updateMessage\.message$/,
    'the server applies the limit of a reply (`ReplyText`) where the text changes',
  ],
  [
    /^(?:create|update)Survey\.consent\.translations$/,
    'a check limits the number of languages (`limits.consentLanguages`)',
  ],
  [/^saveConfig\./, 'the server limits the group (`limits.settingsGroup`)'],
];

/** A pattern of the whole text without a quantifier that has no end. */
const isBoundedPattern = ({ source }: RegExp) =>
  /^\^.*\$$/.test(source) && !/(?<!\\)[*+]|\{\d+,\}/.test(source.replace(/\[(?:\\.|[^\]\\])*\]/g, 'c'));

interface Finding {
  path: string;
  kind: string;
}

type Def = z.core.$ZodTypes['_zod']['def'];
type Check = z.core.$ZodCheckDef & { pattern?: RegExp };

const definitionOf = ({ _zod: internals }: z.core.$ZodType) => internals.def as Def;
const checkDefinition = ({ _zod: internals }: z.core.$ZodCheck) => internals.def as Check;

function findUnbounded(schema: z.core.$ZodType, path: string): Finding[] {
  if (boundedSchemas.has(schema)) return [];
  const def = definitionOf(schema);
  const checks = (def.checks ?? []).map((check) => checkDefinition(check));
  const isLengthLimited = checks.some(({ check }) => check === 'max_length' || check === 'length_equals');
  switch (def.type) {
    case 'string':
      return isLengthLimited || checks.some(({ pattern }) => pattern && isBoundedPattern(pattern))
        ? []
        : [{ path, kind: 'string' }];
    case 'array':
      return [
        ...(isLengthLimited ? [] : [{ path, kind: 'array' }]),
        ...findUnbounded(def.element, `${path}[]`),
      ];
    case 'record':
      return [{ path, kind: 'record' }, ...findUnbounded(def.valueType, `${path}{}`)];
    case 'unknown':
    case 'any':
      return [{ path, kind: def.type }];
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([key, member]) =>
          key in fieldSizesOf(schema) ? [] : findUnbounded(member, path === '' ? key : `${path}.${key}`),
        ),
        ...(def.catchall ? findUnbounded(def.catchall, `${path}.*`) : []),
      ];
    case 'union':
      return def.options.flatMap((option) => findUnbounded(option, path));
    case 'tuple':
      return def.items.flatMap((item) => findUnbounded(item, `${path}[]`));
    case 'optional':
    case 'nullable':
    case 'default':
      return findUnbounded(def.innerType, path);
    case 'pipe': {
      if (definitionOf(def.out).type === 'transform') return findUnbounded(def.in, path);
      if (definitionOf(def.in).type === 'transform') return findUnbounded(def.out, path);
      // What leaves the first schema unbounded may be limited by the second.
      const after = new Set(findUnbounded(def.out, path).map((it) => it.path));
      return findUnbounded(def.in, path).filter((it) => after.has(it.path));
    }
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'never':
      return [];
    default:
      return [{ path, kind: `unknown type of schema: ${def.type}` }];
  }
}

const pathOf = (finding: string) => finding.split(':')[0] ?? '';

test('every input has a maximum', () => {
  const findings = Object.values(endpointGroups)
    .flat()
    .map(({ name, body }) => ({ name, body }))
    .concat({ name: 'requestToken', body: TokenRequest })
    .flatMap(({ name, body }) => findUnbounded(body, '').map(({ path, kind }) => `${name}.${path}: ${kind}`));
  expect(findings.filter((finding) => !exceptions.some(([path]) => path.test(pathOf(finding))))).toEqual([]);
  const unused = exceptions.filter(([path]) => !findings.some((finding) => path.test(pathOf(finding))));
  expect(unused).toEqual([]);
});
