import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onRefusal } from '../../api/refusals.ts';
import { rememberAddress } from '../../api/remembered-address.ts';
import { currentAccount, forgetSession } from '../../api/session.ts';

/** What follows a refusal (spec 1 §4): the address is kept, the reader logs in again or is told that they may not. */
export function RefusalWatch() {
  const router = useRouter();
  useEffect(() => {
    const offUnauthorized = onRefusal('unauthorized', () => {
      rememberAddress(router.state.location.href);
      forgetSession();
      void router.navigate({ to: '/login', search: { why: 'expired' } });
    });
    const offForbidden = onRefusal('forbidden', () => {
      rememberAddress(router.state.location.href);
      if (currentAccount()) void router.navigate({ to: '/forbidden' });
      else void router.navigate({ to: '/login', search: { why: 'forbidden' } });
    });
    return () => {
      offUnauthorized();
      offForbidden();
    };
  }, [router]);
  return null;
}
