import { expect, test } from 'vitest';
import { isComplete, sameVisibility, sentVisibility, visibilityOf } from './visibility.ts';

test('status and roles become one choice and come back', () => {
  const draft = visibilityOf({ status: 'draft', published_to: ['user'] });
  expect(draft.audience).toBe('draft');
  expect(sentVisibility(draft)).toEqual({ status: 'draft', published_to: [] });
  expect(visibilityOf({ status: 'published', published_to: [] }).audience).toBe('everyone');
  const some = visibilityOf({ status: 'published', published_to: ['user'] });
  expect(some.audience).toBe('roles');
  expect(sentVisibility(some)).toEqual({ status: 'published', published_to: ['user'] });
  expect(sentVisibility(visibilityOf({ status: 'archived', published_to: [] })).status).toBe('archived');
});

test('roles without a role are no answer, since the wire would read them as everyone', () => {
  expect(isComplete({ audience: 'roles', roles: [] })).toBe(false);
  expect(isComplete({ audience: 'everyone', roles: [] })).toBe(true);
});

test('roles left over from another choice are no change', () => {
  expect(sameVisibility({ audience: 'draft', roles: [] }, { audience: 'draft', roles: ['user'] })).toBe(true);
});
