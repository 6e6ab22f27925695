/**
 * What follows a login: terms of service, a personal login for the default administrator, and the set-up of a new deployment (spec 1 §4).
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { readConfig } from '@waypost/contract/settings/settings';
import { listAgreements } from '@waypost/contract/tos/tos';
import { lazy, Suspense, useEffect } from 'react';
import { call } from '../api/call.ts';
import { useConfig } from '../api/config.ts';
import { buildEndpointQuery } from '../api/query-client.ts';
import { onSessionChange, useAccount } from '../api/session.ts';
import { setGlobalDialog, useGlobalDialog } from '../blocks/global-dialog/global-dialog.ts';
import { hasDefaultAdminEmail } from '../blocks/user/admin-setup.ts';

const TermsDialog = lazy(() => import('../features/account/terms-dialog.tsx'));

/** Date of the terms that the account has not agreed to; null when there are none, undefined while unknown. */
function useTermsDue(): string | null | undefined {
  const { site } = useConfig();
  const releaseDate = site.tos_release_date || null;
  const { data, isError } = useQuery({
    ...buildEndpointQuery(listAgreements, { query: {} }),
    enabled: releaseDate !== null,
  });
  // An error of the server must not lock everybody out; the terms are checked again at the next start.
  if (releaseDate === null || isError) return null;
  if (!data) return undefined;
  const agreementDate = data.results[0]?.agreement_date;
  return agreementDate !== undefined && new Date(agreementDate) > new Date(releaseDate) ? null : releaseDate;
}

/**
 * Opens the set-up once, after the first login of somebody who may change the settings. A link to another page than the start page is
 * not interrupted.
 */
function useFirstSetup(isFree: boolean): void {
  const { site } = useConfig();
  const navigate = useNavigate();
  const isFirstPage = useRouterState({
    select: ({ location }) => location.pathname === '/' || location.pathname === '/views/map',
  });
  const isPossible = site.first_login && isFree && isFirstPage;
  const { data } = useQuery({
    // Not the query of the settings pages: they must not find what was stored before the set-up.
    queryKey: ['first-setup'],
    queryFn: ({ signal }) => call(readConfig, { params: { group: 'site' } }, { signal }),
    enabled: isPossible,
  });
  const isDue = isPossible && (data?.allowed_privileges.includes('update') ?? false);
  useEffect(() => {
    if (isDue) void navigate({ to: '/settings/setup', replace: true });
  }, [isDue, navigate]);
}

/** Whether somebody logged in on this page with the default account; the dialog opens once. Later the notice above the screen leads to it. */
let isAdminSetupAsked = false;
onSessionChange((account, before) => {
  if (account?.id !== before?.id) isAdminSetupAsked = account !== null && hasDefaultAdminEmail(account);
});

/** Opens the dialog for a personal login. @returns whether nothing is in the way of what follows it */
function useAdminSetup(isFree: boolean): boolean {
  const isOpen = useGlobalDialog() !== null;
  useEffect(() => {
    if (!isFree || isOpen || !isAdminSetupAsked) return;
    isAdminSetupAsked = false;
    setGlobalDialog({ name: 'admin-setup' });
  }, [isFree, isOpen]);
  return isFree && !isOpen && !isAdminSetupAsked;
}

function AfterLoginSteps() {
  const terms = useTermsDue();
  const isFree = useAdminSetup(terms === null);
  useFirstSetup(isFree);
  return terms ? <TermsDialog version={terms} /> : null;
}

/** Opens what is due for the logged-in account. */
export function AfterLogin() {
  const account = useAccount();
  return (
    account && (
      <Suspense fallback={null}>
        <AfterLoginSteps key={account.id} />
      </Suspense>
    )
  );
}
