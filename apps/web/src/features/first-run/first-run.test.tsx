import { screen } from '@testing-library/dom';
import { listPosts } from '@waypost/contract/posts/posts';
import { readConfig } from '@waypost/contract/settings/settings';
import { listWebhooks } from '@waypost/contract/webhooks/webhooks';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestConfig, createTestPage } from '../../testing/test-entities.ts';

const config = { site: { first_login: true } };
beforeEach(() => {
  apiServer.on(
    readConfig,
    ({ params }) =>
      createTestConfig(config).find(({ id }) => id === params.group) ?? createTestConfig(config)[0]!,
  );
  apiServer.on(listWebhooks, () => createTestPage([]));
  apiServer.on(listPosts, () => createTestPage([]));
});

test('a link to a settings page opens that page, and asks for no name of the site', async () => {
  await renderScreen('/settings/webhooks', { account: adminAccount, config });
  await screen.findByText('No webhooks yet');
  await expect.poll(() => apiServer.requests(readConfig).length).toBeGreaterThan(0);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the first page asks for the name of the site', async () => {
  await renderScreen('/views/map', { account: adminAccount, config });
  expect(await findDialog('Welcome. Name your site')).toBeDefined();
});
