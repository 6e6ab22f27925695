import { screen, waitFor, within } from '@testing-library/dom';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { findPlaces } from '@waypost/contract/places/places';
import { listPosts } from '@waypost/contract/posts/posts';
import { listCountryCodes } from '@waypost/contract/settings/country-codes';
import { readConfig, saveConfig } from '@waypost/contract/settings/settings';
import {
  readSetup,
  type Setup,
  type SetupStep,
  updateSetup,
} from '@waypost/contract/setup-assistant/setup-assistant';
import { setupSteps } from '@waypost/contract/setup-assistant/setup-steps';
import { updateSurvey } from '@waypost/contract/surveys/save-surveys';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listTemplates } from '@waypost/contract/templates/templates';
import { createInvitation, listInvitations } from '@waypost/contract/users/invitations';
import { listRoles } from '@waypost/contract/users/roles';
import { updateMe } from '@waypost/contract/users/users';
import { beforeEach, expect, test, vi } from 'vitest';
import { setOnline } from '../../testing/browser-connection.ts';
import { createProblemResponse, disconnectedResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestAccount,
  createTestConfig,
  createTestPage,
  createTestSurvey,
  createTestUser,
} from '../../testing/test-entities.ts';
import { toBounds } from './steps/box-drawing.tsx';
import { chooseLanguage } from './steps/use-area-choices.ts';

const createSetup = (change: Partial<Record<SetupStep['id'], Partial<SetupStep>>> = {}): Setup => ({
  steps: setupSteps.map((id) => ({
    id,
    state: 'open',
    confirmed: false,
    allowed_privileges: ['read', 'update'],
    ...change[id],
  })),
  dismissed: false,
  allowed_privileges: ['read', 'update'],
});

const managerAccount = createTestAccount({ role: 'settings', permissions: ['Manage Settings'] });
const retention = { id: 'retention', url: '', allowed_privileges: ['read' as const, 'update' as const] };

let setup: Setup;
beforeEach(() => {
  apiServer.on(listMapArchives, () => createTestPage([]));
  setup = createSetup();
  apiServer.on(readSetup, () => setup);
  apiServer.on(listTemplates, () => createTestPage([]));
  apiServer.on(listCountryCodes, () => createTestPage([]));
  apiServer.on(listInvitations, () => ({ ...createTestPage([]), mail_ready: false }));
  apiServer.on(updateSetup, ({ body }) => ({ ...setup, ...(body.dismissed ? { dismissed: true } : {}) }));
  apiServer.on(
    readConfig,
    ({ params }) => createTestConfig().find(({ id }) => id === params.group) ?? createTestConfig()[0]!,
  );
  // The page ends the first visit.
  apiServer.on(saveConfig, ({ body }) => ({ ...createTestConfig()[0]!, ...body }));
});
const open = () => renderScreen('/settings/setup', { account: adminAccount });
const step = (name: RegExp) => screen.findByRole('button', { name });

test('opens the first step that is to be done, and ticks those that are', async () => {
  setup = createSetup({ name: { state: 'done' }, area: { state: 'skipped' } });
  await open();
  expect((await step(/^What is it for\? To do/)).getAttribute('aria-expanded')).toBe('true');
  expect((await step(/^Name and description Done/)).getAttribute('aria-expanded')).toBe('false');
  expect(await screen.findByText('1 of 9 steps done')).toBeDefined();
});

test('after saving, the next open step opens, comes into sight and has the focus', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  setup = createSetup({ area: { state: 'done' }, survey: { state: 'done' } });
  apiServer.on(saveConfig, ({ body }) => ({ ...createTestConfig()[0]!, ...body }));
  const person = await open();
  await screen.findByRole('textbox', { name: 'Site name' });
  expect(scroll).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  // The server still has the first step as to be done: it does not open again.
  const next = await step(/^Who helps\?/);
  await expect.poll(() => next.getAttribute('aria-expanded')).toBe('true');
  expect(next).toHaveFocus();
  expect(scroll.mock.contexts.at(-1)).toBe(next);
  scroll.mockRestore();
});

test('whoever comes back finds the next step in sight, with the focus', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  setup = createSetup({ name: { state: 'done' }, area: { state: 'done' }, survey: { state: 'skipped' } });
  await open();
  const next = await step(/^Who helps\?/);
  await waitFor(() => expect(next).toHaveFocus());
  expect(scroll.mock.contexts.at(-1)).toBe(next);
  scroll.mockRestore();
});

test('the general settings show what was saved in the set-up of the first login, and the choice of the map', async () => {
  let site = { ...createTestConfig()[0]!, first_login: true };
  apiServer.on(readConfig, ({ params }) =>
    params.group === 'site' ? site : (createTestConfig().find(({ id }) => id === params.group) ?? retention),
  );
  apiServer.on(saveConfig, ({ body }) => (site = { ...site, ...body }));
  apiServer.on(listPosts, () => createTestPage([]));
  const person = await renderScreen('/views/map', {
    account: managerAccount,
    config: { site: { first_login: true } },
  });
  await person.fill('Site name', 'Flood Watch');
  await person.press('button', 'Save');
  await screen.findByText('Saved.');
  await person.click(await step(/^Street map/));
  await person.press('link', 'Choose the base map');
  expect(await screen.findByRole('textbox', { name: 'Site name' })).toHaveValue('Flood Watch');
  expect(screen.getByRole('combobox', { name: 'Base map' })).toHaveFocus();
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  await person.click(crumbs.getByRole('link', { name: 'Set-up' }));
  expect(await step(/^Street map/)).toBeVisible();
});

test('back from a template, the step after the surveys is open', async () => {
  await renderScreen('/settings/setup?after=survey', { account: adminAccount });
  expect((await step(/^Who helps\?/)).getAttribute('aria-expanded')).toBe('true');
});

test('the newest survey for everybody is shared, not the one that the deployment began with', async () => {
  apiServer.on(listSurveys, () =>
    createTestPage([
      createTestSurvey({ id: 1, name: 'Report', created: '2026-01-01T00:00:00+00:00' }),
      createTestSurvey({ id: 3, name: 'Road closed', created: '2026-01-02T00:00:00+00:00' }),
      createTestSurvey({ id: 2, name: 'Flood report', created: '2026-01-02T00:00:00+00:00' }),
      createTestSurvey({
        id: 4,
        name: 'Team notes',
        everyone_can_create: false,
        created: '2026-01-03T00:00:00+00:00',
      }),
    ]),
  );
  const person = await open();
  await person.click(await step(/^Share/));
  expect(await screen.findByRole('textbox', { name: 'Link to the form' })).toHaveValue(
    `${window.location.origin}/posts/create/2`,
  );
});

test('whoever shares the link is told that nobody else can open it on localhost, and that the first report is there', async () => {
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey({ id: 1, name: 'Flood report' })]));
  setup = createSetup({ share: { state: 'done' } });
  const person = await open();
  await person.click(await step(/^Share Done/));
  expect(await screen.findByText(/^Other people cannot open this link: localhost/)).toBeVisible();
  expect(screen.getByText('The first report has arrived')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Review reports' })).toHaveAttribute('href', '/review');
});

test('the survey of a new site can be hidden from visitors beside the one that is shared, and offered again', async () => {
  let first = createTestSurvey({
    id: 1,
    name: 'Report',
    created: '2026-01-01T00:00:00+00:00',
    updated: null,
  });
  const flood = createTestSurvey({ id: 2, name: 'Flood report', created: '2026-01-02T00:00:00+00:00' });
  apiServer.on(listSurveys, () => createTestPage([first, flood]));
  apiServer.on(updateSurvey, ({ body: { everyone_can_create = true } }) => {
    first = { ...first, everyone_can_create, updated: '2026-01-03T00:00:00+00:00' };
    return first;
  });
  const person = await open();
  await person.click(await step(/^Share/));
  await person.click(await screen.findByRole('button', { name: 'Hide from visitors' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hide from visitors' })).toBeNull());
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Change undone.')).toBeVisible();
  expect(apiServer.requests(updateSurvey).map(({ body }) => body)).toEqual([
    { everyone_can_create: false },
    { everyone_can_create: true },
  ]);
});

test('an invitation is by link for a reviewer while mail does not leave, and its link can be copied at once', async () => {
  const role = { url: '', permissions: [], protected: false, allowed_privileges: [], may_give: true };
  apiServer.on(listRoles, () =>
    createTestPage([
      { ...role, id: 1, name: 'user', display_name: 'Member', description: null },
      { ...role, id: 2, name: 'reviewer', display_name: 'Reviewer', description: null },
    ]),
  );
  apiServer.on(createInvitation, ({ body }) => {
    setup = createSetup({ team: { state: 'done' } });
    return {
      id: 1,
      url: '',
      role: body.role,
      email: null,
      max_uses: 1,
      uses: 0,
      created: '2026-01-01T00:00:00+00:00',
      expires: '2026-01-08T00:00:00+00:00',
      state: 'open' as const,
      user: { id: 1, url: '' },
      user_name: null,
      delivery: null,
      token: 'abc',
      allowed_privileges: [],
    };
  });
  setup = createSetup({ name: { state: 'done' }, area: { state: 'done' }, survey: { state: 'done' } });
  const person = await open();
  expect(await screen.findByRole('combobox', { name: 'Role' })).toHaveValue('reviewer');
  await person.click(screen.getByRole('button', { name: 'Create link' }));
  expect(await screen.findByRole('button', { name: 'Copy: Invitation link' })).toHaveFocus();
  // The step is done now, and its link stays in sight.
  expect(await step(/^Who helps\? Done/)).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(
    `${window.location.origin}/invitation/abc`,
  );
});

test('a place changes the language to its own, but not to another variant of the same', () => {
  expect(chooseLanguage('en-US', 'en')).toBe('en-US');
  expect(chooseLanguage('en_US', 'en')).toBe('en_US');
  expect(chooseLanguage('en-US', 'sw')).toBe('sw');
  expect(chooseLanguage('en-US', 'ka')).toBe('en-US');
  expect(chooseLanguage('en-US', null)).toBe('en-US');
});

test('a step is skipped and done after all', async () => {
  setup = createSetup({ name: { state: 'done' }, area: { state: 'done' }, map: { state: 'skipped' } });
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Skip this step: What is it for?' }));
  await expect.poll(() => apiServer.requests(updateSetup)[0]?.body).toEqual({ skipped: ['map', 'survey'] });
  await person.click(await step(/^Street map Skipped/));
  const unskip = await screen.findByRole('button', { name: 'Do this step: Street map' });
  // Until the step before is stored.
  await waitFor(() => expect(unskip).toBeEnabled());
  await person.click(unskip);
  await expect.poll(() => apiServer.requests(updateSetup)[1]?.body).toEqual({ skipped: [] });
});

test('a step for administrators says so to others', async () => {
  setup = createSetup({ mail: { allowed_privileges: ['read'] } });
  const person = await open();
  await person.click(await step(/^Outgoing email To do/));
  expect(await screen.findByText('Only an administrator can do this step.')).toBeDefined();
});

test('an empty name is refused at its field, and saving offers to undo it', async () => {
  apiServer.on(saveConfig, ({ body }) => ({ ...createTestConfig()[0]!, ...body }));
  const person = await open();
  const name = await screen.findByRole('textbox', { name: 'Site name' });
  await person.clear(name);
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Site name is required.')).toBeDefined();
  await person.type(name, 'Flood Watch');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => apiServer.requests(saveConfig).at(-1)?.body).toMatchObject({ name: 'Flood Watch' });
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined();
});

test('an error of the server can be tried again', async () => {
  apiServer.on(readSetup, () => createProblemResponse('server.failed'));
  const person = await open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  apiServer.on(readSetup, () => setup);
  await person.click(again);
  expect(await screen.findByText('0 of 9 steps done')).toBeDefined();
});

test('a box on the map becomes its degrees, over the antimeridian too', () => {
  const [west, south, east, north] = toBounds(
    { bounds: [30, -10, 40, 10] },
    { x: 0.75, y: 0.25 },
    { x: 0.25, y: 0.75 },
  );
  expect([west, east].map(Math.round)).toEqual([33, 38]);
  expect(south).toBeCloseTo(-north, 6);
  expect(toBounds({ bounds: [170, -10, -170, 10] }, { x: 0, y: 0 }, { x: 1, y: 1 })[2]).toBeCloseTo(190, 6);
});

test('without a map the area is typed, and what is wrong is said at its field', async () => {
  setup = createSetup({ name: { state: 'done' } });
  apiServer.on(
    saveConfig,
    ({ params }) => createTestConfig().find(({ id }) => id === params.group) ?? createTestConfig()[0]!,
  );
  const person = await open();
  expect(await screen.findByText(/This browser cannot show a map/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Draw a box' })).toBeNull();
  await person.fill('Latitude', '95');
  await person.fill('Longitude', '');
  await person.press('button', 'Save');
  expect(await screen.findByText(/Latitude must be/)).toBeVisible();
  expect(apiServer.requests(saveConfig)).toHaveLength(0);
  await person.fill('Latitude', '-33,92');
  await person.fill('Longitude', '18.42');
  await person.choose('Size of the area', 'Region');
  await person.press('button', 'Save');
  await screen.findByText('Saved.');
  expect(apiServer.requests(saveConfig)[0]?.body).toMatchObject({
    default_view: { lat: -33.92, lon: 18.42, zoom: 8 },
  });
});

test('whoever chooses another language for visitors keeps the one of the screen', async () => {
  setup = createSetup({ name: { state: 'done' } });
  apiServer.on(saveConfig, ({ params, body }) => ({
    ...(createTestConfig().find(({ id }) => id === params.group) ?? createTestConfig()[0]!),
    ...body,
  }));
  apiServer.on(updateMe, () => createTestUser());
  const person = await open();
  expect(screen.queryByText(/^For visitors/)).toBeNull();
  await person.choose('Language', 'Kiswahili');
  expect(await screen.findByText('For visitors. You keep English.')).toBeVisible();
  await person.press('button', 'Save');
  await screen.findByText('Saved.');
  expect(apiServer.requests(updateMe).map(({ body }) => body)).toEqual([{ language: 'en' }]);
});

test('a search for the area says that the places are still loading, and finds them then', async () => {
  setup = createSetup({ name: { state: 'done' } });
  let isLoading = true;
  const nairobi = { id: 1, name: 'Nairobi', country: 'KE', lat: -1.28, lon: 36.82, population: 2_750_547 };
  apiServer.on(findPlaces, () =>
    isLoading ? { count: 0, results: [], loading: true } : { count: 1, results: [nairobi] },
  );
  const person = await open();
  await person.type(await screen.findByRole('combobox', { name: 'Search for a town or village' }), 'Nairobi');
  expect(await screen.findByText(/^Places are still loading/)).toBeVisible();
  isLoading = false;
  expect(await screen.findByRole('option', { name: /Nairobi/ })).toBeInTheDocument();
});

test('a search for the area says that it needs a connection', async () => {
  setup = createSetup({ name: { state: 'done' } });
  apiServer.on(findPlaces, () => disconnectedResponse);
  const person = await open();
  const box = await screen.findByRole('combobox', { name: 'Search for a town or village' });
  setOnline(false);
  await person.type(box, 'Nairobi');
  expect(await screen.findByText(/^The search needs a connection/)).toBeVisible();
});
