import { screen } from '@testing-library/dom';
import { readConfig, saveConfig } from '@waypost/contract/settings/settings';
import {
  readSetup,
  type Setup,
  type SetupStep,
  setupSteps,
  updateSetup,
} from '@waypost/contract/setup-assistant/setup-assistant';
import { listTemplates } from '@waypost/contract/templates/templates';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestConfig, createTestPage } from '../../testing/test-entities.ts';
import { toBounds } from './steps/box-drawing.tsx';

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

let setup: Setup;
beforeEach(() => {
  setup = createSetup();
  apiServer.on(readSetup, () => setup);
  apiServer.on(listTemplates, () => createTestPage([]));
  apiServer.on(updateSetup, ({ body }) => ({ ...setup, ...(body.dismissed ? { dismissed: true } : {}) }));
  apiServer.on(
    readConfig,
    ({ params }) => createTestConfig().find(({ id }) => id === params.group) ?? createTestConfig()[0]!,
  );
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

test('a step is skipped and done after all', async () => {
  setup = createSetup({ name: { state: 'done' }, area: { state: 'done' }, map: { state: 'skipped' } });
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Skip this step: What is it for?' }));
  await expect.poll(() => apiServer.requests(updateSetup)[0]?.body).toEqual({ skipped: ['map', 'survey'] });
  await person.click(await step(/^Street map Skipped/));
  await person.click(await screen.findByRole('button', { name: 'Do this step after all: Street map' }));
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
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
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
