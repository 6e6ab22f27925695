/**
 * Collections and saved searches: created, filled, restricted to a role, changed and deleted. Those of others can be read and
 * subscribed to only.
 */
import { expect, type Page } from '@playwright/test';
import { type BrowserFixtures, expectAccessible, test } from '../support/browser.ts';
import { dialogField, openAs, pressInDialog } from '../support/log-in.ts';
import { admin, callApi, endWaypost, startDemo, tokenFor, type Waypost } from '../support/waypost.ts';

const { password } = admin;
/** Users of the demo. */
const memberLogin = { email: 'member@waypost.local', password };
const volunteerLogin = { email: 'volunteer@waypost.local', password };

let waypost: Waypost;
/** Two published reports. */
let reports: { id: number; title: string }[];
/** A featured collection of another user. */
let featured: { id: number; name: string };
test.beforeAll(async () => {
  waypost = await startDemo(password);
  const token = await tokenFor(waypost, { ...admin, password });
  const readResults = async (url: string): Promise<unknown[]> => {
    const response = await callApi(waypost, token, 'GET', url);
    return ((await response.json()) as { results: unknown[] }).results;
  };
  reports = (await readResults('/posts?status=published&has_location=mapped&limit=2')) as typeof reports;
  [featured] = (await readResults('/collections?featured=true&limit=1')) as [typeof featured];
});
test.afterAll(() => endWaypost(waypost));

const path = (page: Page) => new URL(page.url()).pathname;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const clickMenuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();
const openMoreActions = (page: Page) => page.getByRole('button', { name: 'More actions' }).first().click();
/** A message may be followed by its undo. */
const expectNotice = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search reports' });

const openAsUser = (
  login: typeof memberLogin,
  open: BrowserFixtures['open'],
  screen: string,
): Promise<Page> => openAs(login, open, waypost.baseUrl, screen);

/** Creates a collection in the open page. */
async function createCollection(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New collection' }).click();
  await dialogField(page, 'Name').fill(name);
  await dialogField(page, 'Description').fill('For Tuesday');
  await pressInDialog(page, 'Create');
  await expectNotice(page, `Collection “${name}” created.`);
  await expect(heading(page, name)).toBeVisible();
}

test('a collection is created, filled, given a default view, hidden from others, and deleted', {
  tag: '@core',
}, async ({ open }) => {
  const [first] = reports as [(typeof reports)[number]];
  const page = await openAsUser(memberLogin, open, '/collections');
  await createCollection(page, 'Bridges to mend');
  await expect(page).toHaveURL(/\/collections\/\d+\/map\?/);
  await expect(page.getByText('No reports in this collection yet')).toBeVisible();
  const address = path(page).replace('/map', '');

  await page.goto(`${waypost.baseUrl}/posts/${first.id}`);
  await openMoreActions(page);
  await clickMenuItem(page, 'Add to collection');
  const checkbox = page.getByRole('dialog').getByRole('checkbox');
  await expect(checkbox).toHaveCount(1);
  await checkbox.check();
  await expectNotice(page, 'Added to “Bridges to mend”.');
  await expect(checkbox).toBeChecked();
  await expectAccessible(page, 'adding to a collection');

  // Sets the default view to the list, and restricts it to one role.
  await page.goto(waypost.baseUrl + address);
  await expect(page.getByText('1 report', { exact: true })).toBeVisible();
  await openMoreActions(page);
  await clickMenuItem(page, 'Edit collection');
  await page.getByRole('dialog').getByRole('radio', { name: 'Specific roles' }).check();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Editor' }).check();
  await page.getByRole('dialog').getByRole('radio', { name: 'List' }).check();
  await pressInDialog(page, 'Save');
  await expectNotice(page, 'Collection “Bridges to mend” saved.');
  await expect(page.getByText('Visible only to Editor')).toBeVisible();
  await page.goto(waypost.baseUrl + address);
  await page.waitForURL(/\/data\?/);

  const other = await openAsUser(volunteerLogin, open, `${address}/data`);
  await expect(heading(other, 'Collection not found')).toBeVisible();

  // Removes the report, then deletes the collection.
  await page.getByRole('button', { name: `Add “${first.title}” to a collection` }).click();
  await checkbox.uncheck();
  await expectNotice(page, 'Removed from “Bridges to mend”.');
  await pressInDialog(page, 'Done');
  await expect(page.getByText('No reports in this collection yet')).toBeVisible();
  await openMoreActions(page);
  await clickMenuItem(page, 'Delete collection');
  await pressInDialog(page, 'Delete collection');
  await expectNotice(page, 'Collection “Bridges to mend” deleted.');
  await expect(page).toHaveURL(/\/views\/data/);
  await page.goto(waypost.baseUrl + address);
  await expect(heading(page, 'Collection not found')).toBeVisible();
});

test('a collection is filled from the list, and opens without the filters of the list', {
  tag: '@slow',
}, async ({ open }) => {
  const [first, second] = reports as [(typeof reports)[number], (typeof reports)[number]];
  const page = await openAsUser(memberLogin, open, '/collections');
  await expect(page.getByRole('list', { name: 'Collections' }).getByRole('link').first()).toContainText(
    'Featured',
  );
  await page.getByRole('searchbox', { name: 'Search collections' }).fill('nothing is called that');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'New collection' }).click();
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Everyone' })).toBeChecked();
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Map' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Featured' })).toHaveCount(0);
  await dialogField(page, 'Name').fill('ab');
  await dialogField(page, 'Description').fill('For Tuesday');
  await expect(page.getByText('Name needs at least 3 characters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await createCollection(page, 'Wells to dig');

  await page.goto(`${waypost.baseUrl}/views/data`);
  const checkbox = page.getByRole('dialog').getByRole('checkbox', { name: /^Wells to dig/ });
  for (const { title } of [first, second]) {
    await page
      .getByRole('button', { name: `Add “${title}” to a collection` })
      .first()
      .click();
    // The notice of the first report can still be there when the second is added.
    const isAdded = page.waitForResponse(
      (response) =>
        /\/collections\/\d+\/posts$/.test(response.url()) && response.request().method() === 'POST',
    );
    await checkbox.check();
    expect((await isAdded).ok()).toBe(true);
    await expectNotice(page, 'Added to “Wells to dig”.');
    await pressInDialog(page, 'Done');
  }

  // Filters of the list do not apply in a collection; its own filters stay when the view changes.
  await page.goto(`${waypost.baseUrl}/views/data?q=nobody-wrote-this`);
  await page.getByRole('link', { name: 'Collections' }).click();
  await page.getByRole('link', { name: /^Wells to dig/ }).click();
  await expect(heading(page, 'Wells to dig')).toBeVisible();
  await expect(page.getByText('2 reports')).toBeVisible();
  await expect(search(page)).toHaveValue('');
  await page.getByRole('link', { name: 'List', exact: true }).click();
  await expect(page).toHaveURL(/\/collections\/\d+\/data\?/);
  await expectAccessible(page, 'a collection');
  await page.getByRole('link', { name: first.title }).click();
  await page.waitForURL(/\/posts\//);
  await expect(page.getByRole('heading', { name: 'Wells to dig' })).toBeVisible();
});

test('a collection of another user can be subscribed to but not changed; a hidden one is not found', {
  tag: '@slow',
}, async ({ open }) => {
  const token = await tokenFor(waypost, memberLogin);
  const hidden = { name: 'Bridges to mend', view: 'map', role: ['editor'] };
  const created = await callApi(waypost, token, 'POST', '/collections', hidden);
  const { id } = (await created.json()) as { id: number };
  const other = await openAsUser(volunteerLogin, open, '/collections');
  await expect(other.getByRole('link', { name: new RegExp(`^${featured.name}`) })).toBeVisible();
  await expect(other.getByRole('link', { name: /^Bridges to mend/ })).toHaveCount(0);
  await other.getByRole('link', { name: new RegExp(`^${featured.name}`) }).click();
  await expect(heading(other, featured.name)).toBeVisible();
  await expect(other.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Get notifications' }).click();
  await other.getByRole('button', { name: 'Turn off notifications' }).click();
  await expect(other.getByRole('button', { name: 'Get notifications' })).toBeVisible();
  await other.getByRole('link', { name: 'Return to all posts' }).click();
  await expect(heading(other, 'Reports')).toBeVisible();

  const visitor = await open(`${waypost.baseUrl}/collections/${id}/map`, {}, { allowClientErrors: true });
  await expect(heading(visitor, 'Collection not found')).toBeVisible();
  await expect(visitor.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible();
  await visitor.goto(`${waypost.baseUrl}/collections/987654/map`);
  await expect(heading(visitor, 'Collection not found')).toBeVisible();
});

const saveSearch = (page: Page) => page.getByRole('button', { name: 'Save this search' });
const filtersDiffer = (page: Page) => page.getByText('The filters have changed since this search was saved.');

async function createSavedSearch(page: Page, query: string, name: string): Promise<void> {
  await page.goto(`${waypost.baseUrl}/views/data?q=${query}`);
  await saveSearch(page).click();
  await dialogField(page, 'Name').fill(name);
  await pressInDialog(page, 'Save search');
  await expectNotice(page, `Search “${name}” saved.`);
  await expect(heading(page, name)).toBeVisible();
}

test('a saved search is created, changed, reset and updated, and shown to others', { tag: '@core' }, async ({
  open,
}) => {
  const page = await openAsUser(memberLogin, open, '/views/data');
  const save = saveSearch(page);
  await expect(page.getByRole('button', { name: 'Saved searches' })).toBeVisible();
  await expect(save).toHaveCount(0);
  await createSavedSearch(page, 'water', 'About water');
  // Created in the list, it opens as a list, with its filters in the URL.
  await expect(page).toHaveURL(/\/savedsearches\/\d+\/data\?.*q=water/);
  await expectAccessible(page, 'a saved search');
  const address = path(page).replace('/data', '');
  const changed = filtersDiffer(page);
  await expect(changed).toHaveCount(0);
  await expect(save).toHaveCount(0);

  await search(page).fill('road');
  await expect(changed).toBeVisible();
  await expectAccessible(page, 'a saved search that was changed');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(search(page)).toHaveValue('water');
  await expect(changed).toHaveCount(0);
  await search(page).fill('bridge');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await dialogField(page, 'Name').fill('About bridges');
  await pressInDialog(page, 'Update');
  await expectNotice(page, 'Saved search “About bridges” updated.');
  await expect(changed).toHaveCount(0);
  await expect(heading(page, 'About bridges')).toBeVisible();

  // Others see its filters, but cannot change it.
  const visitor = await open(waypost.baseUrl + address);
  await expect(search(visitor)).toHaveValue('bridge');
  await search(visitor).fill('road');
  await expect(visitor.getByRole('button', { name: 'Reset' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Update', exact: true })).toHaveCount(0);
  await visitor.getByRole('link', { name: 'Return to all posts' }).click();
  await expect(heading(visitor, 'Reports')).toBeVisible();
  await expect(search(visitor)).toHaveValue('');
});

test('a saved search keeps filters that have no field; several are found and deleted at once', {
  tag: '@slow',
}, async ({ open }) => {
  const page = await openAsUser(memberLogin, open, '/views/data');
  const changed = filtersDiffer(page);
  await createSavedSearch(page, 'bridge', 'Found by bridge');
  const address = path(page).replace('/data', '');
  // A filter that another program set, without a field on the screen, is shown and kept.
  const token = await tokenFor(waypost, memberLogin);
  const filter = { q: 'bridge', updated_after: '2020-01-01' };
  await callApi(waypost, token, 'PUT', address, { filter });
  await page.goto(waypost.baseUrl + address);
  const chip = page.getByRole('button', { name: 'Remove filter: Also: updated_after: 2020-01-01' });
  await expect(chip).toBeVisible();
  await search(page).fill('road');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await pressInDialog(page, 'Update');
  await expect(changed).toHaveCount(0);
  const stored = (await (await callApi(waypost, token, 'GET', address)).json()) as { filter: object };
  expect(stored.filter).toMatchObject({ ...filter, q: 'road' });
  await chip.click();
  await expect(chip).toHaveCount(0);
  await expect(changed).toBeVisible();
  await callApi(waypost, token, 'PUT', address, { filter: { q: 'bridge' } });
  await page.goto(waypost.baseUrl + address);

  await createSavedSearch(page, 'flood', 'Found by flood');
  await page.getByRole('link', { name: 'Return to all posts' }).click();
  await page.getByRole('button', { name: 'Saved searches' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: /^Found by/ })).toHaveCount(2);
  await expectAccessible(page, 'the saved searches');
  await dialog.getByRole('searchbox').fill('by bridge');
  await expect(dialog.getByRole('link', { name: /^Found by/ })).toHaveCount(1);
  await dialog.getByRole('link', { name: /^Found by bridge/ }).click();
  await expect(heading(page, 'Found by bridge')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openMoreActions(page);
  await clickMenuItem(page, 'Edit saved search');
  await dialogField(page, 'Description').fill('Broken ones');
  await pressInDialog(page, 'Save');
  await expect(page.getByText('Broken ones')).toBeVisible();

  await page.getByRole('link', { name: 'Return to all posts' }).click();
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await page.getByRole('button', { name: 'Delete several' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await expectAccessible(page, 'deleting several saved searches');
  await dialog.getByRole('checkbox', { name: /^Found by bridge/ }).check();
  await dialog.getByRole('checkbox', { name: /^Found by flood/ }).check();
  await pressInDialog(page, 'Delete 2');
  await expectNotice(page, '2 saved searches deleted.');
  await page.goto(waypost.baseUrl + address);
  await expect(heading(page, 'Saved search not found')).toBeVisible();
});
