/** Renders a screen of the app as `start.tsx` does: at a URL, as an account or a visitor, against the fake API server. */

import { notifications } from '@mantine/notifications';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { readPostExtent } from '@waypost/contract/browse/map';
import { listBulkChanges } from '@waypost/contract/bulk-changes/bulk-changes';
import { suggestPlaces, suggestPlacesForText } from '@waypost/contract/data-sources/data-sources';
import { listMapLayers } from '@waypost/contract/layers/map-layers';
import { listOutbox } from '@waypost/contract/mail/outbox';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { listThreads } from '@waypost/contract/messages/messages';
import { readPostConsent } from '@waypost/contract/posts/post-consent';
import { readChallenge } from '@waypost/contract/posts/proof-of-work';
import { listReporterMessages, listReporterThreads, openReceipt } from '@waypost/contract/receipts/receipts';
import { listConfig, readConfig } from '@waypost/contract/settings/settings';
import { listAllAttributes } from '@waypost/contract/surveys/attributes';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { listRoles } from '@waypost/contract/users/roles';
import { readDeviceKey } from '@waypost/contract/users/sessions';
import { readMe } from '@waypost/contract/users/users';
import { IDBFactory } from 'fake-indexeddb';
import { changeLanguage } from 'i18next';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { postponedDeletions } from '../api/postponed-deletions.ts';
import { queryClient } from '../api/query-client.ts';
import { type Account, dismissLoggedOut } from '../api/session.ts';
import { setReauthenticationPending } from '../api/tokens.ts';
import { App } from '../app.tsx';
import { listDraftTimes } from '../blocks/device/stored-reports.ts';
import { setGlobalDialog } from '../blocks/global-dialog/global-dialog.ts';
import { router as appRouter } from '../router.ts';
import { createProblemResponse, FakeApiServer } from './fake-api-server.ts';
import { viewport } from './jsdom-polyfills.ts';
import { createScreenUser, type ScreenUser } from './screen-user.ts';
import { createTestConfig, createTestPage, createTestRole, createTestUser } from './test-entities.ts';

/** The fake API server of all tests in this process; each test registers its responses. */
export const apiServer = await FakeApiServer.start();

/** How to render a screen. */
export interface ScreenOptions {
  /** Who is logged in; a visitor by default. */
  account?: Account;
  /** Settings of the deployment that differ from the defaults. */
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

// Whether to retry is the app's own setting; a test need not wait between the attempts.
const { queries, ...defaultOptions } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaultOptions, queries: { ...queries, retryDelay: 1 } });

/** Makes device stores read local storage again, as when another tab has changed it. */
const reloadStoredValues = () => window.dispatchEvent(new StorageEvent('storage', { key: null }));

function seedDevice({ account, config = {} }: ScreenOptions): void {
  const now = Date.now();
  localStorage.setItem('waypost.config', JSON.stringify({ fetched: now, groups: createTestConfig(config) }));
  const token = {
    accessToken: 'test-token',
    expires: now + 3_600_000,
    grant: account ? 'password' : 'client_credentials',
  };
  localStorage.setItem('waypost.token', JSON.stringify(token));
  if (account) localStorage.setItem('waypost.account', JSON.stringify(account));
  reloadStoredValues();
}

/** Registers responses to requests that nearly every screen sends. A test can replace them. */
function registerDefaultResponses({ account, config = {} }: ScreenOptions): void {
  const groups = createTestConfig(config);
  apiServer.onDefault(listConfig, () => ({ count: groups.length, results: groups }));
  apiServer.onDefault(readConfig, ({ params }) => groups.find((it) => it.id === params.group) ?? groups[0]!);
  apiServer.onDefault(listRoles, () =>
    createTestPage([createTestRole({ name: 'admin', display_name: 'Admin' }), createTestRole({ id: 2 })]),
  );
  apiServer.onDefault(listSurveys, () => createTestPage([]));
  // Lists request the fields with pictures together with their posts.
  apiServer.onDefault(listAllAttributes, () => createTestPage([]));
  // The map behind the screens requests its first view.
  apiServer.onDefault(readPostExtent, () => ({ bbox: null }));
  apiServer.onDefault(listMapArchives, () => createTestPage([]));
  apiServer.onDefault(suggestPlaces, () => ({ count: 0, results: [] }));
  apiServer.onDefault(suggestPlacesForText, () => ({ count: 0, results: [] }));
  apiServer.onDefault(listMapLayers, () => ({ count: 0, results: [] }));
  apiServer.onDefault(listAreas, () => ({ count: 0, results: [] }));
  // A visitor's form requests a proof-of-work challenge in advance.
  apiServer.onDefault(readChallenge, () => ({ challenge: null, bits: 0 }));
  // Tests of reports are about servers without receipts, unless they say otherwise.
  apiServer.onDefault(openReceipt, () => createProblemResponse('request.no-route'));
  if (!account) return;
  // The general settings ask administrators whether mail leaves the server.
  apiServer.onDefault(listOutbox, () => ({ ...createTestPage([]), outgoing: 'ready' as const }));
  // The page of a report without an author asks whether its reporter has a receipt.
  apiServer.onDefault(readPostConsent, () => ({
    asked: null,
    current: null,
    earlier: [],
    refused: [],
    choices: [],
    can_change: null,
  }));
  apiServer.onDefault(listReporterMessages, () => ({
    has_receipt: false,
    reply: 'possible' as const,
    unread: 0,
    is_waiting: false,
    count: 0,
    results: [],
  }));
  // Lists mark the reports with unread messages, and the inbox counts its conversations.
  const noThreads = { count: 0, total_count: 0, results: [] };
  apiServer.onDefault(listReporterThreads, () => noThreads);
  apiServer.onDefault(listThreads, () => noThreads);
  // A list whose posts the account may change looks for a bulk change that is still running.
  apiServer.onDefault(listBulkChanges, () => createTestPage([]));
  apiServer.onDefault(readMe, () =>
    createTestUser({ id: account.id, realname: account.realname, role: account.role }),
  );
  apiServer.onDefault(readDeviceKey, () => ({ key: `${'A'.repeat(43)}=` }));
}

/**
 * Renders the app at a path. The test registers the responses of the screen's own requests before.
 * @returns functions that act as the user, and the router
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

/** Runs before each test: an unused device and a server with the default responses. */
export function startTest(): void {
  document.head.innerHTML = `<meta name="waypost-api" content="${apiServer.url}">`;
  localStorage.clear();
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  sessionStorage.clear();
  reloadStoredValues();
  // Removing the account of the previous test was not a logout.
  dismissLoggedOut();
}

/** Runs after each test. @throws when a screen sent a request without a handler, or a response did not fit the API */
export async function endTest(): Promise<void> {
  // A queued report that is being sent would otherwise be sent during the next test.
  await navigator.locks.request('waypost-waiting', () => undefined);
  unmount();
  // A form that is left writes its draft, which must not be that of the next test.
  await listDraftTimes();
  setGlobalDialog(null);
  setReauthenticationPending(false);
  notifications.clean();
  postponedDeletions.current?.takeAll();
  queryClient.clear();
  // Test files of a worker share modules: an import that is interrupted at the end of a file would never end for the next.
  await vi.dynamicImportSettled();
  const mistakes = apiServer.reset();
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
}
