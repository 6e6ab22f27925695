import { screen } from '@testing-library/dom';
import { listPosts } from '@waypost/contract/posts';
import { readConfig } from '@waypost/contract/settings';
import { listWebhooks } from '@waypost/contract/webhooks';
import { beforeEach, expect, test } from 'vitest';
import { findDialog } from '../../testing/person.ts';
import { admin, configGroups, page } from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

const config = { site: { first_login: true } };
beforeEach(() => {
  server.on(
    readConfig,
    ({ params }) => configGroups(config).find(({ id }) => id === params.group) ?? configGroups(config)[0]!,
  );
  server.on(listWebhooks, () => page([]));
  server.on(listPosts, () => page([]));
});

test('a link to a settings page opens that page, and asks for no name of the site', async () => {
  await renderScreen('/settings/webhooks', { as: admin, config });
  await screen.findByText('No webhooks');
  await expect.poll(() => server.requests(readConfig).length).toBeGreaterThan(0);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the first page asks for the name of the site', async () => {
  await renderScreen('/views/map', { as: admin, config });
  expect(await findDialog('Welcome. Name your site')).toBeDefined();
});
