/** Renders a screen of the program as `start.tsx` does: at an address, as somebody, against a server that the test plays. */

import { notifications } from '@mantine/notifications';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { listPostsGeoJson } from '@waypost/contract/browse/map';
import { readChallenge } from '@waypost/contract/posts/proof-of-work';
import { listConfig, readConfig } from '@waypost/contract/settings/settings';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listRoles } from '@waypost/contract/users/roles';
import { readDeviceKey } from '@waypost/contract/users/sessions';
import { readMe } from '@waypost/contract/users/users';
import { IDBFactory } from 'fake-indexeddb';
import { changeLanguage } from 'i18next';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { type Account, dismissLoggedOut } from '../api/session.ts';
import { setReauthenticationPending } from '../api/tokens.ts';
import { App } from '../app.tsx';
import { setGlobalDialog } from '../blocks/global-dialog/global-dialog.ts';
import { router as appRouter } from '../router.ts';
import { FakeApiServer } from './fake-api-server.ts';
import { viewport } from './jsdom-polyfills.ts';
import { createScreenUser, type ScreenUser } from './screen-user.ts';
import { createTestConfig, createTestPage, createTestRole, createTestUser } from './test-entities.ts';

/** The server of all tests in this process; each test says what it answers. */
export const apiServer = await FakeApiServer.start();

export interface ScreenOptions {
  /** Who is logged in; nobody, unless given. */
  account?: Account;
  /** Settings of the deployment that differ from the usual ones. */
  config?: Parameters<typeof createTestConfig>[0];
  language?: string;
  /** Pixels; 390 is a phone. */
  width?: number;
}

type AppRouter = typeof appRouter;

let root: Root | null = null;
function unmount(): void {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
}

// How often is the program's own; a test need not wait between.
const { queries, ...defaultOptions } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaultOptions, queries: { ...queries, retryDelay: 1 } });

/** What is kept on the device is read anew, as it is when another tab changed it. */
const reloadStoredValues = () => window.dispatchEvent(new StorageEvent('storage', { key: null }));

function seedDevice({ account: as, config = {} }: ScreenOptions): void {
  const now = Date.now();
  localStorage.setItem('waypost.config', JSON.stringify({ fetched: now, groups: createTestConfig(config) }));
  const token = {
    accessToken: 'test-token',
    expires: now + 3_600_000,
    grant: as ? 'password' : 'client_credentials',
  };
  localStorage.setItem('waypost.token', JSON.stringify(token));
  if (as) localStorage.setItem('waypost.account', JSON.stringify(as));
  reloadStoredValues();
}

const emptyPins = { type: 'FeatureCollection' as const, features: [], total: 0 };

/** What nearly every screen asks. A test that cares replaces it. */
function registerDefaultResponses({ account: as, config = {} }: ScreenOptions): void {
  const groups = createTestConfig(config);
  apiServer.onDefault(listConfig, () => ({ count: groups.length, results: groups }));
  apiServer.onDefault(readConfig, ({ params }) => groups.find((it) => it.id === params.group) ?? groups[0]!);
  apiServer.onDefault(listRoles, () =>
    createTestPage([createTestRole({ name: 'admin', display_name: 'Admin' }), createTestRole({ id: 2 })]),
  );
  apiServer.onDefault(listSurveys, () => createTestPage([]));
  // The map under the screens asks for its pins.
  apiServer.onDefault(listPostsGeoJson, () => emptyPins);
  // A visitor's form prepares for when very many reports come in.
  apiServer.onDefault(readChallenge, () => ({ challenge: null, bits: 0 }));
  if (!as) return;
  apiServer.onDefault(readMe, () => createTestUser({ id: as.id, realname: as.realname, role: as.role }));
  apiServer.onDefault(readDeviceKey, () => ({ key: `${'A'.repeat(43)}=` }));
}

/**
 * Renders the program at an address. A test registers before what the server answers to the screen itself.
 * @returns a person at the keyboard and pointer, and the router, which knows where they are
 */
export async function renderScreen(
  path: string,
  options: ScreenOptions = {},
): Promise<ScreenUser & { router: AppRouter }> {
  viewport.width = options.width ?? 1280;
  await changeLanguage(options.language ?? 'en');
  seedDevice(options);
  registerDefaultResponses(options);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ ...appRouter.options, history });
  unmount();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <App>
      <RouterProvider router={router} />
    </App>,
  );
  return { ...createScreenUser(), router };
}

/** Before each test: a device that was never used, and a server that answers what every screen asks. */
export function startTest(): void {
  document.head.innerHTML = `<meta name="waypost-api" content="${apiServer.url}">`;
  localStorage.clear();
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  sessionStorage.clear();
  reloadStoredValues();
  // Taking away the account of the test before was no logout.
  dismissLoggedOut();
}

/** After each test. @throws when a screen asked for something that the test does not answer, or the test answered nonsense */
export async function endTest(): Promise<void> {
  // A report that waits on the device and is being sent would be sent on into the next test.
  await navigator.locks.request('waypost-waiting', () => undefined);
  unmount();
  setGlobalDialog(null);
  setReauthenticationPending(false);
  notifications.clean();
  queryClient.clear();
  // Files of a worker share modules: an import that is cut off by the end of this file would never end for the next one.
  await vi.dynamicImportSettled();
  const mistakes = apiServer.reset();
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
}
