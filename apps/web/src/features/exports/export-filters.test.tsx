import { fireEvent, screen } from '@testing-library/dom';
import { readPostStats } from '@waypost/contract/browse/stats';
import { listCategories } from '@waypost/contract/categories/categories';
import { createExport } from '@waypost/contract/exports/exports';
import { listPosts } from '@waypost/contract/posts/posts';
import { listSavedSearches } from '@waypost/contract/saved-searches/saved-searches';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { listRoles } from '@waypost/contract/users/roles';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage, createTestSurvey } from '../../testing/test-entities.ts';

const savedSearch = {
  id: 4,
  url: null,
  user: { id: 1, url: '' },
  name: 'Flooded roads',
  description: null,
  filter: { form: [1], q: 'water' },
  view: 'list' as const,
  view_options: null,
  role: null,
  featured: false,
  created: '2026-03-01T10:00:00+00:00',
  updated: null,
  allowed_privileges: [],
};
/** The queries of the number of posts. */
let queries: Record<string, unknown>[] = [];
let exported: unknown;

beforeEach(() => {
  queries = [];
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(listRoles, () => createTestPage([]));
  apiServer.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: '',
    timeline_attribute: 'created',
  }));
  apiServer.on(listTasks, () => createTestPage([]));
  apiServer.on(listSavedSearches, () => createTestPage([savedSearch]));
  apiServer.on(listPosts, ({ query }) => {
    queries.push(query);
    return createTestPage([], 3);
  });
  apiServer.on(createExport, ({ body }) => {
    exported = body.filters;
    return createProblemResponse('server.full');
  });
});

test('the export has the filters of the list, by hand or from a saved search', async () => {
  const person = await renderScreen('/settings/data-export', { account: adminAccount });
  await person.press('checkbox', 'Street lights');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-31' } });
  await expect.poll(() => queries.at(-1)).toMatchObject({ form: [1], date_after: expect.any(Date) });
  await person.choose('Saved search', 'Flooded roads');
  await expect.poll(() => queries.at(-1)).toMatchObject({ q: 'water', form: [1] });
  expect(queries.at(-1)).not.toHaveProperty('date_after');
  expect(screen.getByRole('searchbox', { name: 'Search text' })).toHaveValue('water');
  await person.press('button', 'Export');
  await person.click((await findDialog()).getByRole('button', { name: 'Export' }));
  await expect.poll(() => exported).toMatchObject({ q: 'water', form: ['1'], status: ['all'] });
});
