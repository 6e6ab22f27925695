import { expect, test } from 'vitest';
import { Viewer } from '../kernel/security/viewer.ts';
import { canSubmitTo } from './surveys.rules.ts';

const viewer = (role: string | null, permissions: string[] = []) =>
  new Viewer({ id: role ? 1 : null, email: null, realname: null, role, permissions, scopes: ['*'] });
const visitor = viewer(null);
const member = viewer('user', ['Edit their own posts']);
const designer = viewer('designer', ['Manage Settings']);
const reviewer = viewer('reviewer', ['Manage Posts']);
const admin = viewer('admin');

const openSurvey = { disabled: false, everyone_can_create: true, can_create: [] };
const memberSurvey = { disabled: false, everyone_can_create: false, can_create: ['user'] };
const closedSurvey = { ...memberSurvey, can_create: [] };
const disabledSurvey = { ...openSurvey, disabled: true };

test.each([
  ['an open survey', openSurvey, [true, true, true, true, true]],
  ['a survey for a role', memberSurvey, [false, true, false, true, true]],
  ['a survey for no role', closedSurvey, [false, false, false, true, true]],
  ['a disabled survey', disabledSurvey, [false, false, true, true, true]],
])('who may submit to %s', (_, survey, expected) => {
  const people = [visitor, member, designer, reviewer, admin];
  expect(people.map((person) => canSubmitTo(person, survey))).toEqual(expected);
});
