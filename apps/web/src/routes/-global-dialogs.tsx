/** Renders the dialogs that can open over any screen. */
import { useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { takeReturnUrl } from '../api/return-url.ts';
import { giveUpSession } from '../api/session.ts';
import {
  type GlobalDialog,
  setGlobalDialog,
  useGlobalDialog,
} from '../blocks/global-dialog/global-dialog.ts';

const LoginDialog = lazy(() =>
  import('../features/account/login-dialog.tsx').then((it) => ({ default: it.LoginDialog })),
);
const AccountDialog = lazy(() => import('../features/account/account-dialog.tsx'));

const closeDialog = () => setGlobalDialog(null);

function GlobalLoginDialog({ reason: why }: Extract<GlobalDialog, { name: 'login' }>) {
  const { t } = useTranslation();
  const router = useRouter();
  /** Continues as a visitor. */
  function giveUp() {
    closeDialog();
    if (why === 'expired') {
      takeReturnUrl();
      giveUpSession();
    }
  }
  function goOn() {
    closeDialog();
    const wanted = takeReturnUrl();
    if (wanted !== null && wanted !== router.state.location.href) router.history.push(wanted);
  }
  return <LoginDialog reason={t(`login.why.${why}`)} onCancel={giveUp} onDone={goOn} onLeave={giveUp} />;
}

export function GlobalDialogs() {
  const asked = useGlobalDialog();
  // A route that is a dialog itself replaces a global dialog.
  const isDialogBelow = useMatches({
    select: (matches) => matches.at(-1)?.staticData.layout?.desktop === 'dialog',
  });
  useEffect(() => {
    if (isDialogBelow) closeDialog();
  }, [isDialogBelow]);
  if (asked === null || isDialogBelow) return null;
  return (
    <Suspense fallback={null}>
      {asked.name === 'login' ? (
        <GlobalLoginDialog {...asked} />
      ) : (
        <AccountDialog onClose={closeDialog} tab={asked.tab} />
      )}
    </Suspense>
  );
}
