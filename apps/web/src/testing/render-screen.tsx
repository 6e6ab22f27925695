/** Renders a screen of the program as `start.tsx` does: at an address, as somebody, against a server that the test plays. */

import { notifications } from '@mantine/notifications';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { readChallenge } from '@waypost/contract/challenge';
import { listPostsGeo } from '@waypost/contract/map';
import { listRoles } from '@waypost/contract/roles';
import { readDeviceKey } from '@waypost/contract/sessions';
import { listConfig, readConfig } from '@waypost/contract/settings';
import { listSurveys } from '@waypost/contract/surveys';
import { readMe } from '@waypost/contract/users';
import { IDBFactory } from 'fake-indexeddb';
import { changeLanguage } from 'i18next';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { type Account, dismissLoggedOut } from '../api/session.ts';
import { setLoginAsked } from '../api/tokens.ts';
import { App } from '../app.tsx';
import { askDialog } from '../blocks/asked-dialog/asked-dialog.ts';
import { router as appRouter } from '../router.ts';
import { ApiServer } from './api-server.ts';
import { media } from './browser-gaps.ts';
import { newPerson, type Person } from './person.ts';
import { configGroups, page, role, user } from './records.ts';

/** The server of all tests in this process; each test says what it answers. */
export const server = await ApiServer.start();

export interface ScreenOptions {
  /** Who is logged in; nobody, unless given. */
  as?: Account;
  /** Settings of the deployment that differ from the usual ones. */
  config?: Parameters<typeof configGroups>[0];
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
const { queries, ...usualOptions } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...usualOptions, queries: { ...queries, retryDelay: 1 } });

/** What is kept on the device is read anew, as it is when another tab changed it. */
const rereadStorage = () => window.dispatchEvent(new StorageEvent('storage', { key: null }));

function seedDevice({ as, config = {} }: ScreenOptions): void {
  const now = Date.now();
  localStorage.setItem('waypost.config', JSON.stringify({ fetched: now, groups: configGroups(config) }));
  const token = {
    accessToken: 'test-token',
    expires: now + 3_600_000,
    grant: as ? 'password' : 'client_credentials',
  };
  localStorage.setItem('waypost.token', JSON.stringify(token));
  if (as) localStorage.setItem('waypost.account', JSON.stringify(as));
  rereadStorage();
}

const noPins = { type: 'FeatureCollection' as const, features: [], total: 0 };

/** What nearly every screen asks. A test that cares replaces it. */
function answerUsual({ as, config = {} }: ScreenOptions): void {
  const groups = configGroups(config);
  server.usually(listConfig, () => ({ count: groups.length, results: groups }));
  server.usually(readConfig, ({ params }) => groups.find((it) => it.id === params.group) ?? groups[0]!);
  server.usually(listRoles, () => page([role({ name: 'admin', display_name: 'Admin' }), role({ id: 2 })]));
  server.usually(listSurveys, () => page([]));
  // The map under the screens asks for its pins.
  server.usually(listPostsGeo, () => noPins);
  // A visitor's form prepares for when very many reports come in.
  server.usually(readChallenge, () => ({ challenge: null, bits: 0 }));
  if (!as) return;
  server.usually(readMe, () => user({ id: as.id, realname: as.realname, role: as.role }));
  server.usually(readDeviceKey, () => ({ key: `${'A'.repeat(43)}=` }));
}

/**
 * Renders the program at an address. A test registers before what the server answers to the screen itself.
 * @returns a person at the keyboard and pointer, and the router, which knows where they are
 */
export async function renderScreen(
  path: string,
  options: ScreenOptions = {},
): Promise<Person & { router: AppRouter }> {
  media.width = options.width ?? 1280;
  await changeLanguage(options.language ?? 'en');
  seedDevice(options);
  answerUsual(options);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ ...appRouter.options, history });
  unmount();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <App>
      <RouterProvider router={router} />
    </App>,
  );
  return { ...newPerson(), router };
}

/** Before each test: a device that was never used, and a server that answers what every screen asks. */
export function startTest(): void {
  document.head.innerHTML = `<meta name="waypost-api" content="${server.address}">`;
  localStorage.clear();
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  sessionStorage.clear();
  rereadStorage();
  // Taking away the account of the test before was no logout.
  dismissLoggedOut();
}

/** After each test. @throws when a screen asked for something that the test does not answer, or the test answered nonsense */
export async function endTest(): Promise<void> {
  // A report that waits on the device and is being sent would be sent on into the next test.
  await navigator.locks.request('waypost-waiting', () => undefined);
  unmount();
  askDialog(null);
  setLoginAsked(false);
  notifications.clean();
  queryClient.clear();
  // Files of a worker share modules: an import that is cut off by the end of this file would never end for the next one.
  await vi.dynamicImportSettled();
  const mistakes = server.reset();
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
}
