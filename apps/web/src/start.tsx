/** Starts the app: settings first, then translations, then screens (spec 1 §1). */
import './ui/styles/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import i18next, { changeLanguage } from 'i18next';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { tagChunkLoadErrors } from './api/chunk-load-error.ts';
import { getConfig, loadConfig, watchConfig } from './api/config.ts';
import { queryClient } from './api/query-client.ts';
import { dropExpiredSession, getCurrentAccount, onSessionChange } from './api/session.ts';
import { App } from './app.tsx';
import { getGlobalDialog, setGlobalDialog } from './blocks/global-dialog/global-dialog.ts';
import { BootstrapError } from './features/shell/errors/bootstrap-error.tsx';
import { router } from './router.ts';
import { clearNotices } from './ui/feedback/toast.tsx';
import { initTranslation, preferredLanguage } from './ui/i18n/i18n.ts';
import { setAppName } from './ui/layout/screen-title.tsx';
import { prepareFont } from './ui/network/web-font.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

/** The diagnostics page must open even when the settings cannot be loaded. */
const isDiagnosticsPage = /^\/verifier\/*$/.test(location.pathname);

const fontReady = prepareFont();

async function startApp(): Promise<void> {
  const problem = isDiagnosticsPage
    ? null
    : await loadConfig().then(
        () => null,
        (error: unknown) => error,
      );
  const { site } = getConfig();
  setAppName(site.name);
  await initTranslation(preferredLanguage(getCurrentAccount()?.language ?? site.language));
  await fontReady;
  // The page keeps the shape of its screen until the screen's own files are there, instead of turning blank in between.
  if (problem === null) await router.load();
  root.render(
    <StrictMode>
      <App>
        {problem !== null ? (
          <BootstrapError problem={problem} onRetry={() => void startApp()} />
        ) : (
          <RouterProvider router={router} />
        )}
      </App>
    </StrictMode>,
  );
}

// When somebody logs in or out, data of the previous person must not stay on screen.
onSessionChange((account, before) => {
  void import('./blocks/device/session-sync.ts').then(({ startSessionSync }) => startSessionSync());
  if (before && account?.id !== before.id) clearNotices();
  // Render with the new session first: queries that a visitor may not send are then not refetched below.
  flushSync(() => undefined);
  queryClient.removeQueries({ type: 'inactive' });
  // The same person logs in again after their session expired: forms keep what was typed.
  if (account && account.id === before?.id) void queryClient.invalidateQueries();
  else void queryClient.resetQueries();
  // A dialog about the previous person, such as the account settings, is closed.
  if (before && account?.id !== before.id && getGlobalDialog()?.name === 'account') setGlobalDialog(null);
  void router.invalidate();
  // The app starts with the language of whoever uses it then.
  if (i18next.isInitialized)
    void changeLanguage(preferredLanguage(account?.language ?? getConfig().site.language));
});

tagChunkLoadErrors();
watchConfig();
dropExpiredSession();

/** Settles when the app is rendered; rejects when a file that it needs cannot be loaded. */
export const started: Promise<void> = startApp();
