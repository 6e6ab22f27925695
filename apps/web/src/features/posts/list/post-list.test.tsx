import { screen, within } from '@testing-library/dom';
import { readPostStats } from '@waypost/contract/browse/stats';
import { listCategories } from '@waypost/contract/categories/categories';
import { listThreads } from '@waypost/contract/messages/messages';
import { findPlaces } from '@waypost/contract/places/places';
import { listPosts } from '@waypost/contract/posts/posts';
import { listReporterThreads } from '@waypost/contract/receipts/receipts';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen, type ScreenOptions } from '../../../testing/render-screen.tsx';
import { waitForFocus } from '../../../testing/screen-user.ts';
import {
  adminAccount,
  createTestCategory,
  createTestPage,
  createTestPost,
  createTestSurvey,
} from '../../../testing/test-entities.ts';

beforeEach(() => {
  apiServer.on(listCategories, () => createTestPage([createTestCategory()]));
  apiServer.on(listSurveys, () =>
    createTestPage([createTestSurvey(), createTestSurvey({ id: 2, name: 'Potholes' })]),
  );
  apiServer.on(listTasks, () => createTestPage([]));
  apiServer.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
});

/** Opens the list on a phone, where it covers the map. */
const openList = (search = '', options: ScreenOptions = {}) =>
  renderScreen(`/views/data${search}`, { width: 390, ...options });
const getLastQuery = () => apiServer.requests(listPosts).at(-1)?.search;

describe('the list', () => {
  test('shows the number of reports and the first ones', async () => {
    apiServer.on(listPosts, () => createTestPage([createTestPost()], 1000));
    await openList();
    expect(await screen.findByRole('link', { name: /Lamp is out/ })).toBeVisible();
    expect(screen.getByText('1,000 reports')).toBeVisible();
  });

  test.each([
    ['Need water', 'Need water', null],
    [
      'The bridge at the mill is closed since this morning, and the road behind it stands under water.',
      'The bridge at the mill is closed since this morning, and…',
      /^… the road behind it/,
    ],
    [null, 'Untitled', null],
  ])('a message without a title has its first words as title: %s', async (content, title, rest) => {
    apiServer.on(listPosts, () => createTestPage([createTestPost({ title: null, content })]));
    await openList();
    const card = within(await screen.findByRole('article'));
    expect(card.getByRole('link', { name: title })).toBeVisible();
    if (rest) expect(card.getByText(rest)).toBeVisible();
    else expect(card.getAllByText(title)).toHaveLength(1);
  });

  test('marks the report whose sender wrote again by text message, not one with its first message alone', async () => {
    const fromText = { source: 'sms' as const, contact: { id: 7, url: '' } };
    apiServer.on(listPosts, () =>
      createTestPage([
        createTestPost({ id: 2, title: 'Road', ...fromText, message: { id: 8, url: '' } }),
        createTestPost({ id: 1, title: 'Bridge', ...fromText, message: { id: 5, url: '' } }),
      ]),
    );
    const thread = {
      contact: '+254700000001',
      contact_type: 'phone' as const,
      is_stopped: false,
      unread: 1,
      is_waiting: true,
      message: 'By the school',
      message_type: 'sms' as const,
      direction: 'incoming' as const,
      status: 'received' as const,
      created: '2026-03-01T10:00:00+00:00',
    };
    apiServer.on(listThreads, () => ({
      count: 2,
      total_count: 2,
      results: [
        { ...thread, contact_id: 7, post_id: 2, message_id: 9 },
        { ...thread, contact_id: 6, post_id: 1, message_id: 5 },
      ],
    }));
    await openList('', { account: adminAccount });
    expect((await screen.findByText('New message')).closest('article')).toHaveTextContent('Road');
    expect(screen.getAllByText('New message')).toHaveLength(1);
  });

  test('marks the report whose reporter wrote something that nobody has seen', async () => {
    apiServer.on(listPosts, () =>
      createTestPage([
        createTestPost({ id: 2, title: 'Road', source: null }),
        createTestPost({ id: 1, title: 'Bridge', source: null }),
      ]),
    );
    apiServer.on(listReporterThreads, ({ query }) => ({
      count: 1,
      total_count: 1,
      results: [
        {
          post_id: query.state === 'unread' ? 2 : 1,
          title: 'Road',
          unread: 1,
          is_waiting: true,
          message_id: 9,
          from: 'reporter' as const,
          message: 'By the school',
          created: '2026-03-01T10:00:00+00:00',
        },
      ],
    }));
    await openList('', { account: adminAccount });
    expect((await screen.findByText('New message')).closest('article')).toHaveTextContent('Road');
    expect(screen.getAllByText('New message')).toHaveLength(1);
  });

  test('shows the day alone of a report whose time is hidden', async () => {
    const today = new Date().toISOString().slice(0, 10);
    // Far from midnight: the day does not end before the list is shown.
    vi.setSystemTime(`${today}T12:00:00Z`);
    onTestFinished(() => void vi.useRealTimers());
    const start = `${today}T00:00:00+00:00`;
    apiServer.on(listPosts, () =>
      createTestPage([createTestPost({ post_date: start, created: start, date_precision: 'day' })]),
    );
    await openList();
    const time = (await screen.findByRole('article')).querySelector('time');
    expect(time).toHaveTextContent('today');
    expect(time).toHaveAttribute('datetime', today);
    expect(time?.title).not.toMatch(/\d:\d\d/);
  });

  test('shows on a card the date that the list is sorted by, and the other date with its name', async () => {
    const hoursAgo = (hours: number) =>
      `${new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString().slice(0, 19)}+00:00`;
    const post = createTestPost({ created: hoursAgo(2), post_date: hoursAgo(5) });
    apiServer.on(listPosts, () => createTestPage([post]));
    await openList();
    expect(await screen.findByRole('article')).toHaveTextContent('2 hours ago·Report date: 5 hours ago');
    await openList('?orderby=post_date');
    expect(await screen.findByRole('article')).toHaveTextContent(
      'Report date: 5 hours ago·Received: 2 hours ago',
    );
  });

  test.each([
    ['some minutes apart are both shown', 7 * 60_000, '5 minutes ago·Report date: 12 minutes ago'],
    ['less than a minute apart are one', 30_000, '5 minutes ago'],
  ])('dates of a report that are %s', async (_name, differenceMs, text) => {
    const toApiDate = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
    const created = Date.now() - 5 * 60_000 - 31_000;
    const dates = { created: toApiDate(created), post_date: toApiDate(created - differenceMs) };
    apiServer.on(listPosts, () => createTestPage([createTestPost(dates)]));
    await openList();
    const card = await screen.findByRole('article');
    expect(card.textContent).toMatch(new RegExp(`${text}$`));
  });

  test('loads a thousand reports page by page and renders only the visible ones', async () => {
    apiServer.on(listPosts, ({ query }) => {
      const first = query.offset ?? 0;
      const posts = Array.from({ length: 50 }, (_, at) =>
        createTestPost({ id: first + at + 1, title: `Report ${first + at + 1}` }),
      );
      return createTestPage(posts, 1000);
    });
    await openList('?size=50');
    await screen.findByRole('link', { name: 'Report 1' });
    expect(screen.queryByRole('link', { name: 'Report 50' })).toBeNull();
    expect(apiServer.requests(listPosts)).toHaveLength(1);
  });

  test('shows an empty state when there are no reports', async () => {
    apiServer.on(listPosts, () => createTestPage([]));
    await openList();
    expect(await screen.findByText('No reports yet')).toBeVisible();
  });

  test('says that archived reports are hidden, and shows them', async () => {
    apiServer.on(listPosts, ({ query }) =>
      [query.status].flat().includes('archived')
        ? createTestPage([createTestPost({ title: 'Old report', status: 'archived' })], 3)
        : createTestPage([]),
    );
    const person = await openList();
    expect(await screen.findByText('3 archived reports are not shown.')).toBeVisible();
    expect(screen.queryByText('No reports yet')).toBeNull();
    await person.press('button', 'Show archived reports');
    expect(await screen.findByRole('link', { name: /Old report/ })).toBeVisible();
  });

  test('offers to clear all filters when nothing matches', async () => {
    apiServer.on(listPosts, ({ search }) => createTestPage(search.has('q') ? [] : [createTestPost()]));
    const person = await openList('?q=zebra');
    await screen.findByText('No reports found');
    await person.press('button', 'Clear search and filters');
    expect(await screen.findByRole('link', { name: /Lamp is out/ })).toBeVisible();
    expect(person.router.state.location.search).not.toHaveProperty('q');
  });

  test('a card keeps a line for its categories until their names are loaded', async () => {
    let sendCategories: () => void = () => undefined;
    const loading = new Promise<void>((resolve) => {
      sendCategories = resolve;
    });
    apiServer.on(listCategories, async () => {
      await loading;
      return createTestPage([createTestCategory()]);
    });
    const { id, tag } = createTestCategory();
    const tags = [{ id, url: `/api/v3/tags/${id}` }];
    apiServer.on(listPosts, () => createTestPage([createTestPost({ tags })]));
    await openList();
    const card = await screen.findByRole('article');
    expect(card.querySelector('[data-loading]')).not.toBeNull();
    sendCategories();
    expect(await within(card).findByText(tag)).toBeVisible();
    expect(card.querySelector('[data-loading]')).toBeNull();
  });

  test('retries loading the list', async () => {
    let isDown = true;
    apiServer.on(listPosts, () =>
      isDown ? createProblemResponse('server.failed') : createTestPage([createTestPost()]),
    );
    const person = await openList();
    await screen.findByText(/Something went wrong on the server/);
    isDown = false;
    await person.press('button', 'Try again');
    expect(await screen.findByRole('link', { name: /Lamp is out/ })).toBeVisible();
  });

  test('hides bulk actions from users who may not edit', async () => {
    apiServer.on(listPosts, () => createTestPage([createTestPost()]));
    await openList('', { account: adminAccount });
    await screen.findByRole('link', { name: /Lamp is out/ });
    expect(screen.queryByRole('button', { name: 'Bulk actions' })).toBeNull();
  });

  test('writes the search text to the URL and to the request', async () => {
    apiServer.on(listPosts, () => createTestPage([createTestPost()]));
    const person = await openList();
    await person.fill('Search reports', 'lamp', 'searchbox');
    await expect.poll(() => getLastQuery()?.get('q')).toBe('lamp');
    expect(person.router.state.location.search).toMatchObject({ q: 'lamp' });
  });
});

describe('active filters', () => {
  beforeEach(() => apiServer.on(listPosts, () => createTestPage([createTestPost()])));

  test('shows a named chip for each; removing one keeps the others and focuses the next', async () => {
    apiServer.on(listPosts, ({ query }) =>
      createTestPage([createTestPost({ title: query.form ? 'Pothole' : 'Any road' })]),
    );
    const person = await openList('?form=2&tags=1');
    const chips = within(await screen.findByRole('list', { name: 'Active filters' }));
    await person.click(await chips.findByRole('button', { name: 'Remove filter: Potholes' }));
    expect(await screen.findByRole('link', { name: /Any road/ })).toBeVisible();
    const withoutSurvey = apiServer.requests(listPosts).find(({ search }) => !search.has('form[]'));
    expect(withoutSurvey?.search.getAll('tags[]')).toEqual(['1']);
    await waitForFocus(await chips.findByRole('button', { name: 'Remove filter: Roads' }));
  });

  test('names the author as the reports do, and no hidden one', async () => {
    apiServer.on(listPosts, ({ query }) => {
      const author = { id: 7, url: '/api/v3/users/7', realname: 'Ines Ortega' };
      return createTestPage([createTestPost(query.user?.includes(7) ? { user: author } : {})]);
    });
    await openList('?user=7&user=8');
    const chips = within(await screen.findByRole('list', { name: 'Active filters' }));
    expect(await chips.findByRole('button', { name: 'Remove filter: Ines Ortega' })).toBeVisible();
    expect(chips.getByRole('button', { name: 'Remove filter: One author' })).toBeVisible();
  });

  test('removing the last one focuses the filter button', async () => {
    const person = await openList('?tags=1');
    await person.press('button', 'Remove filter: Roads');
    await waitForFocus(await screen.findByRole('button', { name: 'Sort and filter' }));
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  });

  test('“Clear all” removes all of them', async () => {
    const person = await openList('?form=2&tags=1&q=lamp');
    await person.press('button', 'Clear all');
    await expect.poll(() => person.router.state.location.search).toEqual({});
  });

  test('does not send invalid URL parameters to the server', async () => {
    await openList('?date_after=soon&form=abc&bbox=1,2&orderby=colour');
    await screen.findByRole('link', { name: /Lamp is out/ });
    for (const key of ['date_after', 'form[]', 'bbox']) expect(getLastQuery()?.has(key)).toBe(false);
    expect(getLastQuery()?.get('orderby')).toBe('created');
  });
});

describe('filter panel', () => {
  beforeEach(() => apiServer.on(listPosts, () => createTestPage([createTestPost()], 7)));

  async function openPanel(search = '', options: ScreenOptions = {}) {
    const person = await openList(search, options);
    await person.press('button', /^Sort and filter/);
    await screen.findByRole('heading', { name: 'Sort and filter' });
    return person;
  }

  test('applies a choice at once and shows the number of matching reports', async () => {
    const person = await openPanel();
    await person.press('checkbox', /Potholes/);
    await expect.poll(() => getLastQuery()?.getAll('form[]')).toEqual(['2']);
    expect(await screen.findByRole('button', { name: 'Show 7 reports' })).toBeVisible();
  });

  test('offers the status filter only to users who manage posts', async () => {
    await openPanel();
    expect(screen.queryByRole('checkbox', { name: 'Archived' })).toBeNull();
    await openPanel('', { account: adminAccount });
    expect(await screen.findByRole('checkbox', { name: 'Archived' })).not.toBeChecked();
  });

  test('clearing keeps the panel open and focused', async () => {
    const person = await openPanel('?form=2');
    await person.press('button', 'Clear all');
    await waitForFocus(screen.getByRole('heading', { name: 'Sort and filter' }));
    expect(screen.getByRole('button', { name: 'Clear all' })).toBeDisabled();
  });

  test('a number of reports that cannot be loaded does not keep the panel from being closed', async () => {
    const person = await openPanel();
    apiServer.on(listPosts, () => createProblemResponse('server.failed'));
    await person.choose('Direction', 'Oldest first');
    await person.press('button', 'Done');
    expect(await screen.findByRole('button', { name: /^Sort and filter/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
  });

  test('clearing a date removes its filter', async () => {
    const person = await openPanel('?date_after=2026-03-01');
    await person.clear(await screen.findByLabelText('From'));
    await expect.poll(() => person.router.state.location.search).not.toHaveProperty('date_after');
  });

  test('requests the selected sort order', async () => {
    const person = await openPanel();
    await person.choose('Direction', 'Oldest first');
    await expect.poll(() => getLastQuery()?.get('order')).toBe('asc');
  });
});

test('the chip of a radius names the place at its centre', async () => {
  apiServer.on(listPosts, () => createTestPage([createTestPost()]));
  apiServer.on(findPlaces, () => ({
    count: 1,
    results: [{ id: 2, name: 'Kisumu', country: 'KE', population: 216_479, lat: -0.1, lon: 34.76 }],
  }));
  await openList('?center_point=-0.1,34.75&within_km=10');
  expect(await screen.findByText(/Within 10 km of Kisumu/)).toBeVisible();
});
