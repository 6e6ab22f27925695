import { screen } from '@testing-library/dom';
import { createRole, listRoles } from '@waypost/contract/users/roles';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage, createTestRole } from '../../testing/test-entities.ts';

test('a standard role that is missing is offered and added with its permissions', async () => {
  const reviewer = createTestRole({ id: 3, permissions: ['Manage Posts'] });
  apiServer.on(listRoles, () => createTestPage([reviewer]));
  apiServer.on(createRole, ({ body }) =>
    createTestRole({ id: 4, name: 'editor', display_name: body.display_name ?? null }),
  );
  const person = await renderScreen('/settings/roles', { account: adminAccount });
  await person.press('button', 'Add Editor');
  expect(screen.queryByRole('button', { name: 'Add Reviewer' })).toBeNull();
  await screen.findByText('Role “Editor” saved.');
  expect(apiServer.requests(createRole)[0]?.body).toMatchObject({
    name: 'editor',
    permissions: expect.arrayContaining(['Manage Posts', 'Manage Settings']),
  });
});
