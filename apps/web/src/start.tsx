/** The start: settings first, then words, then screens (spec 1 §1). */
import './ui/styles/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { changeLanguage } from 'i18next';
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
import { hasCachedWebFont, loadWebFont } from './ui/network/web-font.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

/** The page that finds out why nothing works must open when nothing works. */
const isDiagnosticsPage = /^\/verifier\/*$/.test(location.pathname);

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

// What one person was shown is not what the next one may see.
onSessionChange((account, before) => {
  void import('./blocks/device/session-sync.ts').then((it) => it.startSessionSync());
  if (before && account?.id !== before.id) clearNotices();
  // First what is on the screen learns who is here: what a visitor may not ask is not asked again for them.
  flushSync(() => undefined);
  queryClient.removeQueries({ type: 'inactive' });
  // Who logs in again after a login ended goes on where they were: a form keeps what was typed.
  if (account && account.id === before?.id) void queryClient.invalidateQueries();
  else void queryClient.resetQueries();
  // What is about the person who left, such as their account settings, does not stay open over the screen either.
  if (before && account?.id !== before.id && getGlobalDialog()?.name === 'account') setGlobalDialog(null);
  void router.invalidate();
  void changeLanguage(preferredLanguage(account?.language ?? getConfig().site.language));
});

tagChunkLoadErrors();
if (hasCachedWebFont()) void loadWebFont().catch(() => undefined);
watchConfig();
dropExpiredSession();
void startApp();
