import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onApiError } from '../../../api/api-error-events.ts';
import { storeReturnUrl } from '../../../api/return-url.ts';
import { getCurrentAccount, suspendSession } from '../../../api/session.ts';
import { getGlobalDialog, setGlobalDialog } from '../../../blocks/global-dialog/global-dialog.ts';

/** What follows a refusal (spec 1 §4): the address is kept, the reader logs in again or is told that they may not. */
export function AccessErrorWatcher() {
  const router = useRouter();
  useEffect(() => {
    const offUnauthorized = onApiError('unauthorized', () => {
      storeReturnUrl(router.state.location.href);
      suspendSession();
      setGlobalDialog({ name: 'login', reason: 'expired' });
    });
    const offForbidden = onApiError('forbidden', () => {
      // What is asked behind the dialog, by nobody yet, is refused to nobody.
      if (getGlobalDialog()?.name === 'login') return;
      if (!getCurrentAccount()) {
        storeReturnUrl(router.state.location.href);
        setGlobalDialog({ name: 'login', reason: 'forbidden' });
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
