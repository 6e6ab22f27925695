/** Draws the dialogs that open over any screen. */
import { useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { takeRememberedAddress } from '../api/remembered-address.ts';
import { giveUpSession } from '../api/session.ts';
import { type AskedDialog, askDialog, useAskedDialog } from '../blocks/asked-dialog/asked-dialog.ts';

const LoginDialog = lazy(() =>
  import('../features/account/login-dialog.tsx').then((it) => ({ default: it.LoginDialog })),
);
const AccountDialog = lazy(() => import('../features/account/account-dialog.tsx'));

const close = () => askDialog(null);

function LoginAsked({ why }: Extract<AskedDialog, { name: 'login' }>) {
  const { t } = useTranslation();
  const router = useRouter();
  /** As a visitor from here on. */
  function giveUp() {
    close();
    if (why === 'expired') {
      takeRememberedAddress();
      giveUpSession();
    }
  }
  function goOn() {
    close();
    const wanted = takeRememberedAddress();
    if (wanted !== null && wanted !== router.state.location.href) router.history.push(wanted);
  }
  return <LoginDialog reason={t(`login.why.${why}`)} onCancel={giveUp} onDone={goOn} onLeave={giveUp} />;
}

export function AskedDialogs() {
  const asked = useAskedDialog();
  // An address that is a dialog itself takes the place of one that was asked for.
  const isDialogBelow = useMatches({
    select: (matches) => matches.at(-1)?.staticData.layout?.desk === 'dialog',
  });
  useEffect(() => {
    if (isDialogBelow) close();
  }, [isDialogBelow]);
  if (asked === null || isDialogBelow) return null;
  return (
    <Suspense fallback={null}>
      {asked.name === 'login' ? <LoginAsked {...asked} /> : <AccountDialog onClose={close} tab={asked.tab} />}
    </Suspense>
  );
}
