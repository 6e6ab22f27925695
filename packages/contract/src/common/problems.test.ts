import { expect, test } from 'vitest';
import { z } from 'zod';
import { PostQuery } from '../browse/post-filters.ts';
import { PostInput } from '../posts/posts.ts';
import { MapInput } from '../settings/settings.ts';
import { endpointGroups } from './endpoint-groups.ts';
import { zodErrorToFieldErrors } from './field-errors.ts';
import { buildProblemEnvelope, buildValidationEnvelope, formatFieldError } from './problems.ts';

test('a validation error has a headline without a title, then one entry per field', () => {
  const envelope = buildValidationEnvelope('posts', [
    { field: 'title', rule: 'maxlength', params: { max: 150 } },
    { field: 'values', rule: 'invalid' },
    { field: 'values', rule: 'required' },
  ]);
  const [headline, ...fields] = envelope.errors;
  expect(headline).not.toHaveProperty('title');
  expect(fields.map((entry) => entry.source?.pointer)).toEqual(['/title', '/values']);
  expect(fields[0]).toMatchObject({ title: 'title must be at most 150 characters long', code: 'maxlength' });
});

test('texts that existing clients compare are in the title', () => {
  const [, entry] = buildValidationEnvelope('posts', [{ field: 'status', rule: 'limitPosts' }]).errors;
  expect(entry?.title).toBe('limit::posts');
});

test('a problem without a text has no message', () => {
  expect(buildProblemEnvelope('request.no-route').errors[0]).not.toHaveProperty('message');
});

test('each wrong field reports the rule that a person can fix', () => {
  const parsed = PostInput.safeParse(
    {
      title: 'x'.repeat(151),
      status: 'gone',
      author_email: 'nobody',
      post_date: 'soon',
      values: 'none',
      slug: '',
    },
    { reportInput: true },
  );
  const rules = Object.fromEntries(
    zodErrorToFieldErrors(parsed.error!).map((fault) => [fault.field, fault.rule]),
  );
  expect(rules).toEqual({
    title: 'maxlength',
    status: 'oneOf',
    author_email: 'email',
    post_date: 'date',
    values: 'type',
  });
});

test('reports a wrong filter by its name', () => {
  const parsed = PostQuery.safeParse(
    { bbox: '1,2', limit: '-1', center_point: '95,0' },
    { reportInput: true },
  );
  expect(
    zodErrorToFieldErrors(parsed.error!)
      .map((fault) => fault.field)
      .sort(),
  ).toEqual(['bbox', 'center_point', 'limit']);
});

const wrongValues: readonly unknown[] = [
  'x',
  'x y',
  '',
  null,
  7,
  -1,
  1.5,
  true,
  [],
  ['x'],
  [7],
  [null],
  [[]],
  {},
  { a: 1 },
  { id: 'x' },
  'x'.repeat(70_000),
];

test('every message about a field of a request names the field and what is expected', () => {
  const vague =
    /^\S+ must be (?:null|undefined|never|tuple|record|string|int|number)\b|one of: *(?:,|$)|,\s*$|is not valid|undefined/;
  const messages = Object.values(endpointGroups)
    .flat()
    .flatMap(({ name, body, query }) => [body, query].map((schema) => ({ name, schema })))
    .flatMap(({ name, schema }) =>
      Object.keys(schema instanceof z.ZodObject ? schema.shape : {}).flatMap((field) =>
        wrongValues.flatMap((value) => {
          const error = schema.safeParse({ [field]: value }, { reportInput: true }).error;
          const faults = error ? zodErrorToFieldErrors(error) : [];
          return faults.filter((it) => it.field === field).map((it) => `${name} ${formatFieldError(it)}`);
        }),
      ),
    )
    .map((it) => it.slice(it.indexOf(' ') + 1));
  expect(messages.length).toBeGreaterThan(1000);
  expect([...new Set(messages)].filter((it) => vague.test(it))).toEqual([]);
});

test('a message about characters is about a text that may have others', () => {
  const patterns = Object.values(endpointGroups)
    .flat()
    .flatMap(({ name, body, query }) => [body, query].map((schema) => ({ name, schema })))
    .flatMap(({ name, schema }) =>
      Object.entries<z.ZodType>(schema instanceof z.ZodObject ? schema.shape : {}).flatMap(([field, it]) => {
        const { error } = z.object({ [field]: it }).safeParse({ [field]: 'x y#' }, { reportInput: true });
        const isPattern = error && zodErrorToFieldErrors(error)[0]?.rule === 'pattern';
        return isPattern && !it.safeParse('abc').success ? [`${name} ${field}`] : [];
      }),
    );
  expect(patterns).toEqual([]);
});

test('a failed union names what its branches expect', () => {
  const explain = (input: object) =>
    zodErrorToFieldErrors(PostInput.safeParse(input, { reportInput: true }).error!).map(formatFieldError);
  expect(explain({ form: 'x' })).toEqual(['form must be an id or an object']);
  expect(explain({ title: 7 })).toEqual(['title must be a text']);
  expect(explain({ type: 'x' })).toEqual(['type must be one of: report']);
  expect(explain({ tags: [true] })).toEqual([
    'tags must be a list, each entry an id, a name or an object with an id',
  ]);
  expect(explain({ values: 'x' })).toEqual(['values must be an object']);
  expect(explain({ published_to: 5 })).toEqual(['published_to must be a list, each entry a text']);
  const { error } = MapInput.safeParse({ default_view: { lat: 'x' } }, { reportInput: true });
  expect(zodErrorToFieldErrors(error!).map(formatFieldError)).toEqual([
    'default_view must be an object whose lat is a number',
  ]);
});
