/** The page that finds out what is wrong with an installation, above all when the API behind it does not work. */
import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost(undefined, { INSTALL_DEBUG: 'on' });
});
test.afterAll(() => endWaypost(waypost));

const section = (page: Page, name: string) => page.getByRole('region', { name });
const api = '**/api/v3/**';

test('a good installation is told so, and to switch the checks of the server off', { tag: '@core' }, async ({
  open,
}) => {
  const page = await open(`${waypost.baseUrl}/verifier/`);
  await expect(page.getByText('Everything that was checked works').first()).toBeVisible();
  await expect(page.getByText('take INSTALL_DEBUG out of the environment')).toBeVisible();
  await expect(section(page, 'Endpoints').getByRole('listitem')).toHaveText([
    /Fine.*\/api\/v3\/config.*Status 200.*OK/,
    /\/api\/v3\/tags.*Status 200/,
    /\/api\/v3\/forms.*Status 200/,
    /\/api\/v3\/config\/features.*Status 200/,
    /\/api\/v3\/config\/map.*Status 200/,
  ]);
  await expect(
    section(page, 'Structure of the answers').getByText('It is built as it should be.'),
  ).toHaveCount(5);
  await expect(section(page, 'OAuth').getByText("A visitor's token")).toBeVisible();
  await expect(section(page, 'Database').getByText('The database answers.')).toBeVisible();
  await expect(
    section(page, 'Surroundings of the server').getByText('Pictures can be stored.'),
  ).toBeVisible();
  await expect(section(page, 'Translation service').getByText('no credentials are needed')).toBeVisible();
  await expectAccessible(page, 'the setup check');
  await page.getByRole('link', { name: 'Open Waypost' }).click();
  await expect(page).toHaveURL(/\/views\/map/);
});

/** How the API fails, at which addresses, and what the page makes of it. */
const failures: [string, string, (route: Route) => Promise<void>, string, string][] = [
  ['is not reached', api, (route) => route.abort(), 'Network', 'No answer came. Check the API base URL'],
  ['fails', api, (route) => route.fulfill({ status: 500, body: 'oops' }), 'Endpoints', 'Check the API logs.'],
  [
    'is elsewhere',
    api,
    (route) => route.fulfill({ status: 404, body: '<html>' }),
    'Endpoints',
    'Check the API base URL.',
  ],
  [
    'knows no such client',
    '**/oauth/token',
    (route) => route.fulfill({ status: 401, json: { error: 'invalid_client', message: '' } }),
    'OAuth',
    'Run migrations, and check the client id',
  ],
  [
    'gives a token too little scope',
    '**/api/v3/forms',
    (route) => route.fulfill({ status: 403, json: { errors: [] } }),
    'Endpoints',
    'There is a problem with the OAuth scopes',
  ],
  [
    'lacks a part of an answer',
    '**/api/v3/tags',
    (route) => route.fulfill({ json: { count: 0, results: [] } }),
    'Structure of the answers',
    'Migrations are incomplete',
  ],
];

test('an API that does not work still shows the page, and what to do', { tag: '@full' }, async ({ page }) => {
  for (const [failure, address, fail, where, advice] of failures) {
    await page.route(address, fail);
    await page.goto(`${waypost.baseUrl}/verifier`);
    await expect(page.getByText(/\d+ problems? found/).first()).toBeVisible();
    await expect(section(page, where).getByText(advice).first(), failure).toBeVisible();
    await page.unroute(address, fail);
  }
  await expectAccessible(page, 'problems found by the setup check');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Everything that was checked works').first()).toBeVisible();
});

test('without its settings every other page says what the API said first, and can be tried again', {
  tag: '@full',
}, async ({ page }) => {
  const errors = [
    { status: 500, message: 'The disk is full.' },
    { status: 500, message: 'And more.' },
  ];
  await page.route('**/api/v3/config', (route) => route.fulfill({ status: 500, json: { errors } }));
  await page.goto(waypost.baseUrl);
  await expect(page.getByRole('alert')).toContainText('The disk is full.');
  await expect(page.getByText('And more.')).toHaveCount(0);
  await expectAccessible(page, 'a start that failed');
  await page.unroute('**/api/v3/config');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Map' })).toBeVisible();
});

test('checks that the operator has switched off are not run', { tag: '@full' }, async ({ page, open }) => {
  const some = await startWaypost(undefined, { VERIFIER_DISABLED: 'oauth, DB' });
  await page.goto(`${some.baseUrl}/verifier`);
  await expect(page.getByText('Everything that was checked works').first()).toBeVisible();
  await expect(page.getByText('The install debug checks are off')).toBeVisible();
  await expect(section(page, 'OAuth')).toHaveCount(0);
  await expect(section(page, 'Surroundings of the server').getByText('disabled on the server')).toBeVisible();
  await some.end('SIGTERM');
  const none = await startWaypost(some.dataDir, { VERIFIER_DISABLED: 'ALL' });
  // The server ends before this page has fetched everything, such as its letters.
  const quiet = await open(`${none.baseUrl}/verifier`, {}, { allowConnectionErrors: true });
  await expect(quiet.getByText('All checks are disabled.').first()).toBeVisible();
  await expect(quiet.getByRole('region')).toHaveCount(0);
  await endWaypost(none);
});
