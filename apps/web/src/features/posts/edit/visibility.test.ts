import { expect, test } from 'vitest';
import { getVisibility, isSameVisibility, isVisibilityComplete, toVisibilityInput } from './visibility.ts';

test('converts status and roles to one choice and back', () => {
  const draft = getVisibility({ status: 'draft', published_to: ['user'] });
  expect(draft.kind).toBe('draft');
  expect(toVisibilityInput(draft)).toEqual({ status: 'draft', published_to: [] });
  expect(getVisibility({ status: 'published', published_to: [] }).kind).toBe('everyone');
  const some = getVisibility({ status: 'published', published_to: ['user'] });
  expect(some.kind).toBe('roles');
  expect(toVisibilityInput(some)).toEqual({ status: 'published', published_to: ['user'] });
  expect(toVisibilityInput(getVisibility({ status: 'archived', published_to: [] })).status).toBe('archived');
});

test('a choice of roles without a role is incomplete, since the API would read it as everyone', () => {
  expect(isVisibilityComplete({ kind: 'roles', roles: [] })).toBe(false);
  expect(isVisibilityComplete({ kind: 'everyone', roles: [] })).toBe(true);
});

test('ignores roles that belong to another choice', () => {
  expect(isSameVisibility({ kind: 'draft', roles: [] }, { kind: 'draft', roles: ['user'] })).toBe(true);
});
