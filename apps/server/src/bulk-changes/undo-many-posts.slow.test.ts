/** A bulk change of ten thousand posts and its undo. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '../testing/time.ts';
import { startAppWithBulkChanges } from './bulk-changes.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithBulkChanges>>;
beforeAll(async () => {
  app = await startAppWithBulkChanges();
});
afterAll(() => app.close());

test(
  'the undo restores exactly what was there, except for what others changed meanwhile',
  async () => {
    const ids = await app.insertMany(10_000, 'Whale');
    const before = await app.snapshot(ids);
    const all = await app.change('reviewer', {
      action: 'set-status',
      status: 'published',
      filters: { form: [app.open.id], status: ['all'] },
    });
    expect(all).toMatchObject({ state: 'done', total: 10_000, failed: 0, unchanged: 3333 });
    expect((await app.snapshot(ids)).every((row) => row.status === 'published')).toBe(true);
    const touched = before.findLast((row) => row.status === 'draft')?.id ?? 0;
    await app.save('admin', touched, { status: 'archived' });
    const undone = await app.undoAll('reviewer', all.id);
    expect(undone).toMatchObject({ state: 'undone', kept: 1, undone: all.changed - 1 });
    expect(await app.snapshot(ids)).toEqual(
      before.map((row) => (row.id === touched ? { ...row, status: 'archived' } : row)),
    );
  },
  scaled(600_000),
);
