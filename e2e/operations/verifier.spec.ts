/** The setup check, which finds problems of an installation, above all when the API does not work. */
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

test('a working installation passes, with advice to disable the checks of the server', {
  tag: '@core',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/verifier/`);
  await expect(page.getByText('Everything works').first()).toBeVisible();
  await expect(page.getByText('remove INSTALL_DEBUG from the environment')).toBeVisible();
  await expect(section(page, 'Endpoints').getByRole('listitem')).toHaveText([
    /OK.*\/api\/v3\/config.*Status 200.*OK/,
    /\/api\/v3\/tags.*Status 200/,
    /\/api\/v3\/forms.*Status 200/,
    /\/api\/v3\/config\/features.*Status 200/,
    /\/api\/v3\/config\/map.*Status 200/,
  ]);
  await expect(section(page, 'Response structure').getByText('The structure is correct.')).toHaveCount(5);
  await expect(section(page, 'OAuth').getByText('A visitor token')).toBeVisible();
  await expect(section(page, 'Database').getByText('The database answers.')).toBeVisible();
  await expect(section(page, 'Server environment').getByText('Pictures can be stored.')).toBeVisible();
  await expect(section(page, 'Translation service').getByText('no credentials are needed')).toBeVisible();
  await expectAccessible(page, 'the setup check');
  await page.getByRole('link', { name: 'Open Waypost' }).click();
  await expect(page).toHaveURL(/\/views\/map/);
});

/** Failures of the API: description, URLs, response, section of the page that reports it, advice. */
const failures: [string, string, (route: Route) => Promise<void>, string, string][] = [
  ['is not reachable', api, (route) => route.abort(), 'Network', 'No response. Check the API base URL'],
  ['fails', api, (route) => route.fulfill({ status: 500, body: 'oops' }), 'Endpoints', 'Check the API logs.'],
  [
    'has another URL',
    api,
    (route) => route.fulfill({ status: 404, body: '<html>' }),
    'Endpoints',
    'Check the API base URL.',
  ],
  [
    'does not know the client id',
    '**/oauth/token',
    (route) => route.fulfill({ status: 401, json: { error: 'invalid_client', message: '' } }),
    'OAuth',
    'Run the migrations, and check the client id',
  ],
  [
    'issues a token with too few scopes',
    '**/api/v3/forms',
    (route) => route.fulfill({ status: 403, json: { errors: [] } }),
    'Endpoints',
    'There is a problem with the OAuth scopes',
  ],
  [
    'returns incomplete responses',
    '**/api/v3/tags',
    (route) => route.fulfill({ json: { count: 0, results: [] } }),
    'Response structure',
    'Migrations are incomplete',
  ],
];

test('the page works without the API, and gives advice for each failure', { tag: '@slow' }, async ({
  page,
}) => {
  for (const [failure, address, fail, where, advice] of failures) {
    await page.route(address, fail);
    await page.goto(`${waypost.baseUrl}/verifier`);
    await expect(page.getByText(/\d+ problems? found/).first()).toBeVisible();
    await expect(section(page, where).getByText(advice).first(), failure).toBeVisible();
    await page.unroute(address, fail);
  }
  await expectAccessible(page, 'problems found by the setup check');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Everything works').first()).toBeVisible();
});

test('without the configuration every other page shows the first error of the API, and can be retried', {
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
  await expect(page.getByRole('link', { name: 'Map', exact: true })).toBeVisible();
});

test('checks that the operator has disabled are not run', { tag: '@slow' }, async ({ page, open }) => {
  const partlyDisabled = await startWaypost(undefined, { VERIFIER_DISABLED: 'oauth, DB' });
  await page.goto(`${partlyDisabled.baseUrl}/verifier`);
  await expect(page.getByText('Everything works').first()).toBeVisible();
  await expect(page.getByText('The install debug checks are turned off')).toBeVisible();
  await expect(section(page, 'OAuth')).toHaveCount(0);
  await expect(section(page, 'Server environment').getByText('turned off on the server')).toBeVisible();
  await partlyDisabled.end('SIGTERM');
  const allDisabled = await startWaypost(partlyDisabled.dataDir, { VERIFIER_DISABLED: 'ALL' });
  // The server ends before this page has fetched everything, such as fonts.
  const emptyPage = await open(`${allDisabled.baseUrl}/verifier`, {}, { allowConnectionErrors: true });
  await expect(emptyPage.getByText('All checks are disabled.').first()).toBeVisible();
  await expect(emptyPage.getByRole('region')).toHaveCount(0);
  await endWaypost(allDisabled);
});
