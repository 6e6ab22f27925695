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
  import('../features/account/login-dialog.tsx').then((module) => ({ default: module.LoginDialog })),
);
const AccountDialog = lazy(() => import('../features/account/account-dialog.tsx'));
const AdminSetupDialog = lazy(() => import('../features/account/admin-setup-dialog.tsx'));

const closeDialog = () => setGlobalDialog(null);

function GlobalLoginDialog({ reason }: Extract<GlobalDialog, { name: 'login' }>) {
  const { t } = useTranslation();
  const router = useRouter();
  /** Continues as a visitor. */
  function giveUp() {
    closeDialog();
    if (reason === 'expired') {
      takeReturnUrl();
      giveUpSession();
    }
  }
  function goOn() {
    closeDialog();
    const returnUrl = takeReturnUrl();
    if (returnUrl !== null && returnUrl !== router.state.location.href) router.history.push(returnUrl);
  }
  return <LoginDialog reason={t(`login.why.${reason}`)} onCancel={giveUp} onDone={goOn} onLeave={giveUp} />;
}

/** The open global dialog: login, account or the set-up of the first administrator. Renders nothing over a route that is a dialog itself. */
export function GlobalDialogs() {
  const dialog = useGlobalDialog();
  // A route that is a dialog itself replaces a global dialog.
  const isDialogBelow = useMatches({
    select: (matches) => matches.at(-1)?.staticData.layout?.desktop === 'dialog',
  });
  useEffect(() => {
    if (isDialogBelow) closeDialog();
  }, [isDialogBelow]);
  if (dialog === null || isDialogBelow) return null;
  return (
    <Suspense fallback={null}>
      {dialog.name === 'login' ? (
        <GlobalLoginDialog {...dialog} />
      ) : dialog.name === 'admin-setup' ? (
        <AdminSetupDialog onClose={closeDialog} />
      ) : (
        <AccountDialog onClose={closeDialog} tab={dialog.tab} />
      )}
    </Suspense>
  );
}
