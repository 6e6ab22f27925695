import { screen } from '@testing-library/dom';
import { listInvitations } from '@waypost/contract/users/invitations';
import { listRoles } from '@waypost/contract/users/roles';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

beforeEach(() => apiServer.on(listRoles, () => createTestPage([])));
const open = () => renderScreen('/settings/users/invitations', { account: adminAccount });

test.each([
  [true, 'By email'],
  [false, 'By link or QR code'],
])('where mail leaves: %s, the first choice is %s', async (isReady, way) => {
  apiServer.on(listInvitations, () => ({ ...createTestPage([]), mail_ready: isReady }));
  await open();
  expect(await screen.findByRole('radio', { name: way })).toBeChecked();
  expect(screen.getByText('No invitations yet')).toBeVisible();
});

test('without the list people can still be invited', async () => {
  apiServer.on(listInvitations, () => createProblemResponse('server.busy'));
  await open();
  expect(await screen.findByRole('radio', { name: 'By email' })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
