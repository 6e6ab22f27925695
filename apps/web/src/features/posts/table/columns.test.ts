import { expect, test } from 'vitest';
import { columnsShown, withColumn } from './columns.ts';

const shown = (columns?: string[]) => columnsShown({ columns }, []).map(({ id }) => id);

test('the usual columns are shown and not said; others are, in the table’s own order', () => {
  expect(shown()).toEqual(['title', 'status', 'survey', 'author', 'post_date', 'categories']);
  const more = withColumn({}, 'updated', true);
  expect(shown(more)).toEqual(['title', 'status', 'survey', 'author', 'post_date', 'categories', 'updated']);
  expect(withColumn({ columns: more }, 'updated', false)).toBeUndefined();
});

test('the last column can be taken away, and the title stays', () => {
  const none = withColumn({ columns: ['status'] }, 'status', false);
  expect(shown(none)).toEqual(['title']);
  expect(shown(withColumn({ columns: none }, 'id', true))).toEqual(['title', 'id']);
});
