/** The start: settings first, then words, then screens (spec 1 §1). */
import './ui/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { changeLanguage } from 'i18next';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { config, loadConfig, watchConfig } from './api/config.ts';
import { nameMissingParts } from './api/missing-part.ts';
import { queryClient } from './api/query-client.ts';
import { currentAccount, dropExpiredSession, onSessionChange } from './api/session.ts';
import { App } from './app.tsx';
import { askDialog, askedDialog } from './blocks/asked-dialog/asked-dialog.ts';
import { BootstrapError } from './features/shell/bootstrap-error.tsx';
import { router } from './router.ts';
import { preferredLanguage, startTranslation } from './ui/i18n.ts';
import { hasLetters, loadLetters } from './ui/letters.ts';
import { clearNotices } from './ui/notice.tsx';
import { nameApp } from './ui/screen-title.tsx';

const root = createRoot(document.getElementById('root') as HTMLElement);

/** The page that finds out why nothing works must open when nothing works. */
const diagnostics = /^\/verifier\/*$/.test(location.pathname);

async function start(): Promise<void> {
  const problem = diagnostics
    ? null
    : await loadConfig().then(
        () => null,
        (error: unknown) => error,
      );
  const { site } = config();
  nameApp(site.name);
  await startTranslation(preferredLanguage(currentAccount()?.language ?? site.language));
  root.render(
    <StrictMode>
      <App>
        {problem !== null ? (
          <BootstrapError problem={problem} onRetry={() => void start()} />
        ) : (
          <RouterProvider router={router} />
        )}
      </App>
    </StrictMode>,
  );
}

// What one person was shown is not what the next one may see.
onSessionChange((account, before) => {
  void import('./blocks/device/tell-worker.ts').then((it) => it.followSession());
  if (before && account?.id !== before.id) clearNotices();
  // First what is on the screen learns who is here: what a visitor may not ask is not asked again for them.
  flushSync(() => undefined);
  queryClient.removeQueries({ type: 'inactive' });
  // Who logs in again after a login ended goes on where they were: a form keeps what was typed.
  if (account && account.id === before?.id) void queryClient.invalidateQueries();
  else void queryClient.resetQueries();
  // What is about the person who left, such as their account settings, does not stay open over the screen either.
  if (before && account?.id !== before.id && askedDialog()?.name === 'account') askDialog(null);
  void router.invalidate();
  void changeLanguage(preferredLanguage(account?.language ?? config().site.language));
});

nameMissingParts();
if (hasLetters()) void loadLetters().catch(() => undefined);
watchConfig();
dropExpiredSession();
void start();
