import { expect, test } from 'vitest';
import { getVisibility, isSameVisibility, isVisibilityComplete, toVisibilityInput } from './visibility.ts';

test('status and roles become one choice and come back', () => {
  const draft = getVisibility({ status: 'draft', published_to: ['user'] });
  expect(draft.kind).toBe('draft');
  expect(toVisibilityInput(draft)).toEqual({ status: 'draft', published_to: [] });
  expect(getVisibility({ status: 'published', published_to: [] }).kind).toBe('everyone');
  const some = getVisibility({ status: 'published', published_to: ['user'] });
  expect(some.kind).toBe('roles');
  expect(toVisibilityInput(some)).toEqual({ status: 'published', published_to: ['user'] });
  expect(toVisibilityInput(getVisibility({ status: 'archived', published_to: [] })).status).toBe('archived');
});

test('roles without a role are no answer, since the wire would read them as everyone', () => {
  expect(isVisibilityComplete({ kind: 'roles', roles: [] })).toBe(false);
  expect(isVisibilityComplete({ kind: 'everyone', roles: [] })).toBe(true);
});

test('roles left over from another choice are no change', () => {
  expect(isSameVisibility({ kind: 'draft', roles: [] }, { kind: 'draft', roles: ['user'] })).toBe(true);
});
