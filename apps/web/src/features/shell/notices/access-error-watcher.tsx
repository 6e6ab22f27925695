import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onApiError } from '../../../api/api-error-events.ts';
import { storeReturnUrl } from '../../../api/return-url.ts';
import { getCurrentAccount, suspendSession } from '../../../api/session.ts';
import { getGlobalDialog, setGlobalDialog } from '../../../blocks/global-dialog/global-dialog.ts';

/** Handles 401 and 403 responses (spec 1 §4): stores the URL and asks for a login, or says that the permission is missing. */
export function AccessErrorWatcher() {
  const router = useRouter();
  useEffect(() => {
    const unsubscribeUnauthorized = onApiError('unauthorized', () => {
      storeReturnUrl(router.state.location.href);
      suspendSession();
      setGlobalDialog({ name: 'login', reason: 'expired' });
    });
    const unsubscribeForbidden = onApiError('forbidden', () => {
      // Requests behind the open login dialog are sent without an account; their errors are ignored.
      if (getGlobalDialog()?.name === 'login') return;
      if (!getCurrentAccount()) {
        storeReturnUrl(router.state.location.href);
        setGlobalDialog({ name: 'login', reason: 'forbidden' });
      }
      void router.navigate({ to: '/forbidden' });
    });
    return () => {
      unsubscribeUnauthorized();
      unsubscribeForbidden();
    };
  }, [router]);
  return null;
}
