import { expect, test } from 'vitest';
import { listVisibleColumns, toggleColumn } from './columns.ts';

const listShownColumnIds = (columns?: string[]) => listVisibleColumns({ columns }, []).map(({ id }) => id);

test('leaves default columns out of the URL and lists others in table order', () => {
  expect(listShownColumnIds()).toEqual(['title', 'status', 'survey', 'author', 'post_date', 'categories']);
  const more = toggleColumn({}, 'updated', true);
  expect(listShownColumnIds(more)).toEqual([
    'title',
    'status',
    'survey',
    'author',
    'post_date',
    'categories',
    'updated',
  ]);
  expect(toggleColumn({ columns: more }, 'updated', false)).toBeUndefined();
});

test('the last optional column can be removed; the title stays', () => {
  const none = toggleColumn({ columns: ['status'] }, 'status', false);
  expect(listShownColumnIds(none)).toEqual(['title']);
  expect(listShownColumnIds(toggleColumn({ columns: none }, 'id', true))).toEqual(['title', 'id']);
});
