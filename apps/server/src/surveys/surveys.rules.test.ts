import { expect, test } from 'vitest';
import { Viewer } from '../kernel/viewer.ts';
import { maySubmitTo } from './surveys.rules.ts';

const viewer = (role: string | null, permissions: string[] = []) =>
  new Viewer({ id: role ? 1 : null, email: null, realname: null, role, permissions, scopes: ['*'] });
const visitor = viewer(null);
const member = viewer('user', ['Edit their own posts']);
const designer = viewer('designer', ['Manage Settings']);
const reviewer = viewer('reviewer', ['Manage Posts']);
const admin = viewer('admin');

const open = { disabled: false, everyone_can_create: true, can_create: [] };
const forMembers = { disabled: false, everyone_can_create: false, can_create: ['user'] };
const forNobody = { ...forMembers, can_create: [] };
const disabled = { ...open, disabled: true };

test.each([
  ['an open survey', open, [true, true, true, true, true]],
  ['a survey for a role', forMembers, [false, true, false, true, true]],
  ['a survey for no role', forNobody, [false, false, false, true, true]],
  ['a disabled survey', disabled, [false, false, true, true, true]],
])('who may submit to %s', (_, survey, expected) => {
  const people = [visitor, member, designer, reviewer, admin];
  expect(people.map((it) => maySubmitTo(it, survey))).toEqual(expected);
});
