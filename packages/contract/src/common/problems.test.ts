import { expect, test } from 'vitest';
import { PostQuery } from '../browse/post-filters.ts';
import { PostInput } from '../posts/posts.ts';
import { zodErrorToFieldErrors } from './field-errors.ts';
import { buildProblemEnvelope, buildValidationEnvelope } from './problems.ts';

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
    values: 'invalid',
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
