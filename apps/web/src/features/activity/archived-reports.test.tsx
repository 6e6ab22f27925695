/** The number of archived reports among those that the activity page counts. */
import { screen } from '@testing-library/dom';
import { readPostStats } from '@waypost/contract/browse/stats';
import { listPosts } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { createTestPage } from '../../testing/test-entities.ts';

function answer(archived: number): void {
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(readPostStats, ({ query }) => {
    const row = (label: string, total: number) => ({ label, total, id: null, type: 'web' as const });
    const values =
      query.group_by === 'status'
        ? [row('published', 287), ...(archived > 0 ? [row('archived', archived)] : [])]
        : [row('all', 287 + archived)];
    return {
      totals: [{ key: query.group_by ?? 'all', values }],
      group_by: query.group_by ?? null,
      group_by_attribute_key: null,
      timeline_attribute: 'created',
    };
  });
}

test('the page says how many of the reports are archived, and leads to them', async () => {
  answer(15);
  const person = await renderScreen('/activity');
  expect(await screen.findByText('302 reports')).toBeVisible();
  await person.press('link', 'including 15 archived');
  await expect.poll(() => person.router.state.location.pathname).toBe('/views/data');
  expect(person.router.state.location.search).toMatchObject({ status: 'archived' });
});

test('without archived reports the number stands alone', async () => {
  answer(0);
  await renderScreen('/activity');
  expect(await screen.findByText('287 reports')).toBeVisible();
  expect(screen.queryByRole('link', { name: /archived/ })).toBeNull();
});
