import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onRefusal } from '../../api/refusals.ts';
import { rememberAddress } from '../../api/remembered-address.ts';
import { currentAccount, suspendSession } from '../../api/session.ts';
import { askDialog, askedDialog } from '../../blocks/asked-dialog/asked-dialog.ts';

/** What follows a refusal (spec 1 §4): the address is kept, the reader logs in again or is told that they may not. */
export function RefusalWatch() {
  const router = useRouter();
  useEffect(() => {
    const offUnauthorized = onRefusal('unauthorized', () => {
      rememberAddress(router.state.location.href);
      suspendSession();
      askDialog({ name: 'login', why: 'expired' });
    });
    const offForbidden = onRefusal('forbidden', () => {
      // What is asked behind the dialog, by nobody yet, is refused to nobody.
      if (askedDialog()?.name === 'login') return;
      if (!currentAccount()) {
        rememberAddress(router.state.location.href);
        askDialog({ name: 'login', why: 'forbidden' });
      }
      void router.navigate({ to: '/forbidden' });
    });
    return () => {
      offUnauthorized();
      offForbidden();
    };
  }, [router]);
  return null;
}
