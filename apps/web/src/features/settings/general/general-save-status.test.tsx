/** Why the settings cannot be saved is said beside the button. */
import { screen } from '@testing-library/dom';
import { listPostRetentionRules } from '@waypost/contract/privacy/post-retention';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { createTestAccount } from '../../../testing/test-entities.ts';

test('the bar says that nothing was changed, that changes are not saved yet, and which field has an error', async () => {
  apiServer.on(listPostRetentionRules, () => ({
    count: 0,
    results: [],
    allowed_privileges: ['read' as const],
  }));
  const manager = createTestAccount({ role: 'settings', permissions: ['Manage Settings'] });
  const person = await renderScreen('/settings/general', { account: manager });
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  expect(await screen.findByText('No changes yet.')).toBeVisible();
  await person.fill('Site name', 'River watch');
  expect(await screen.findByText('Not saved yet')).toBeVisible();
  expect(save).toBeEnabled();
  await person.fill('Site name', '');
  expect(await screen.findByText('Check these fields before you save: Site name.')).toBeVisible();
  expect(save).toBeDisabled();
});
