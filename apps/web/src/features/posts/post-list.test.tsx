import { screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories';
import { listPosts } from '@waypost/contract/posts';
import { readPostStats } from '@waypost/contract/stats';
import { listSurveys } from '@waypost/contract/surveys';
import { listTasks } from '@waypost/contract/tasks';
import { beforeEach, describe, expect, test } from 'vitest';
import { problem } from '../../testing/api-server.ts';
import { waitForFocus } from '../../testing/person.ts';
import { admin, category, page, post, survey } from '../../testing/records.ts';
import { renderScreen, type ScreenOptions, server } from '../../testing/render-screen.tsx';

beforeEach(() => {
  server.on(listCategories, () => page([category()]));
  server.on(listSurveys, () => page([survey(), survey({ id: 2, name: 'Potholes' })]));
  server.on(listTasks, () => page([]));
  server.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
});

/** On a phone, where the list covers the map. */
const open = (search = '', options: ScreenOptions = {}) =>
  renderScreen(`/views/data${search}`, { width: 390, ...options });
const lastQuery = () => server.requests(listPosts).at(-1)?.search;

describe('the list', () => {
  test('says how many reports there are and shows the first', async () => {
    server.on(listPosts, () => page([post()], 1000));
    await open();
    expect(await screen.findByRole('link', { name: /Lamp is out/ })).toBeVisible();
    expect(screen.getByText('1,000 reports')).toBeVisible();
  });

  test('of a thousand reports a page at a time is asked for, and only what can be seen is drawn', async () => {
    server.on(listPosts, ({ query }) => {
      const first = query.offset ?? 0;
      const many = Array.from({ length: 50 }, (_, at) =>
        post({ id: first + at + 1, title: `Report ${first + at + 1}` }),
      );
      return page(many, 1000);
    });
    await open('?size=50');
    await screen.findByRole('link', { name: 'Report 1' });
    expect(screen.queryByRole('link', { name: 'Report 50' })).toBeNull();
    expect(server.requests(listPosts)).toHaveLength(1);
  });

  test('nothing reported yet says what will be here', async () => {
    server.on(listPosts, () => page([]));
    await open();
    expect(await screen.findByText('No reports yet')).toBeVisible();
  });

  test('nothing found offers to take all filters off', async () => {
    server.on(listPosts, ({ search }) => page(search.has('q') ? [] : [post()]));
    const person = await open('?q=zebra');
    await screen.findByText('No report matches');
    await person.press('button', 'Clear search and filters');
    expect(await screen.findByRole('link', { name: /Lamp is out/ })).toBeVisible();
    expect(person.router.state.location.search).not.toHaveProperty('q');
  });

  test('a list that cannot be read is asked for again', async () => {
    let isDown = true;
    server.on(listPosts, () => (isDown ? problem('server.failed') : page([post()])));
    const person = await open();
    await screen.findByText(/Something went wrong on the server/);
    isDown = false;
    await person.press('button', 'Try again');
    expect(await screen.findByRole('link', { name: /Lamp is out/ })).toBeVisible();
  });

  test('who may change nothing is offered no bulk actions', async () => {
    server.on(listPosts, () => page([post()]));
    await open('', { as: admin });
    await screen.findByRole('link', { name: /Lamp is out/ });
    expect(screen.queryByRole('button', { name: 'Bulk actions' })).toBeNull();
  });

  test('words that are searched for stand in the address and in the question', async () => {
    server.on(listPosts, () => page([post()]));
    const person = await open();
    await person.fill('Search reports', 'lamp', 'searchbox');
    await expect.poll(() => lastQuery()?.get('q')).toBe('lamp');
    expect(person.router.state.location.search).toMatchObject({ q: 'lamp' });
  });
});

describe('filters that are on', () => {
  beforeEach(() => server.on(listPosts, () => page([post()])));

  test('each has a chip, by name, and taking one off leaves the others and the focus on the next', async () => {
    const person = await open('?form=2&tags=1');
    const chips = within(await screen.findByRole('list', { name: 'Filters that are on' }));
    await person.click(await chips.findByRole('button', { name: 'Remove filter: Potholes' }));
    await expect.poll(() => lastQuery()?.getAll('form[]')).toEqual([]);
    expect(lastQuery()?.getAll('tags[]')).toEqual(['1']);
    await waitForFocus(await chips.findByRole('button', { name: 'Remove filter: Roads' }));
  });

  test('the last one taken off gives the focus to the button of the filters', async () => {
    const person = await open('?tags=1');
    await person.press('button', 'Remove filter: Roads');
    await waitForFocus(await screen.findByRole('button', { name: 'Sort and filter' }));
    expect(screen.queryByRole('list', { name: 'Filters that are on' })).toBeNull();
  });

  test('“Clear all” takes off every one', async () => {
    const person = await open('?form=2&tags=1&q=lamp');
    await person.press('button', 'Clear all');
    await expect.poll(() => person.router.state.location.search).toEqual({});
  });

  test('nonsense in the address is not asked of the server', async () => {
    await open('?date_after=soon&form=abc&bbox=1,2&orderby=colour');
    await screen.findByRole('link', { name: /Lamp is out/ });
    for (const key of ['date_after', 'form[]', 'bbox']) expect(lastQuery()?.has(key)).toBe(false);
    expect(lastQuery()?.get('orderby')).toBe('created');
  });
});

describe('the panel of filters', () => {
  beforeEach(() => server.on(listPosts, () => page([post()], 7)));

  async function openPanel(search = '', options: ScreenOptions = {}) {
    const person = await open(search, options);
    await person.press('button', /^Sort and filter/);
    await screen.findByRole('heading', { name: 'Sort and filter' });
    return person;
  }

  test('a choice holds at once and says how many reports it leaves', async () => {
    const person = await openPanel();
    await person.press('checkbox', /Potholes/);
    await expect.poll(() => lastQuery()?.getAll('form[]')).toEqual(['2']);
    expect(await screen.findByRole('button', { name: 'Show 7 reports' })).toBeVisible();
  });

  test('a visitor is offered no status; who manages posts is', async () => {
    await openPanel();
    expect(screen.queryByRole('checkbox', { name: 'Archived' })).toBeNull();
    await openPanel('', { as: admin });
    expect(await screen.findByRole('checkbox', { name: 'Archived' })).not.toBeChecked();
  });

  test('clearing keeps the panel open and the focus in it', async () => {
    const person = await openPanel('?form=2');
    await person.press('button', 'Clear all');
    await waitForFocus(screen.getByRole('heading', { name: 'Sort and filter' }));
    expect(screen.getByRole('button', { name: 'Clear all' })).toBeDisabled();
  });

  test('a day that is taken out again is a filter no more', async () => {
    const person = await openPanel('?date_after=2026-03-01');
    await person.clear(await screen.findByLabelText('From'));
    await expect.poll(() => person.router.state.location.search).not.toHaveProperty('date_after');
  });

  test('the order is asked for as it was chosen', async () => {
    const person = await openPanel();
    await person.choose('Direction', 'Oldest first');
    await expect.poll(() => lastQuery()?.get('order')).toBe('asc');
  });
});
