/**
 * Dialogs after a login: terms of service, a personal login for the default administrator, and the first settings (spec 1 §4).
 */
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { readConfig } from '@waypost/contract/settings/settings';
import { listAgreements } from '@waypost/contract/tos/tos';
import { lazy, Suspense, useState } from 'react';
import { useConfig } from '../api/config.ts';
import { buildEndpointQuery } from '../api/query-client.ts';
import { type Account, useAccount } from '../api/session.ts';
import { postponeAdminSetup, useIsAdminSetupDue } from '../blocks/user/admin-setup.ts';
import type { FirstRunStep } from '../features/first-run/first-run-dialog.tsx';

const TermsDialog = lazy(() => import('../features/account/terms-dialog.tsx'));
const AdminSetupDialog = lazy(() => import('../features/account/admin-setup-dialog.tsx'));
const FirstRunDialog = lazy(() => import('../features/first-run/first-run-dialog.tsx'));

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

/** Whether the deployment needs its first settings and this account may make them. */
function useFirstRunDue(): boolean {
  const { site } = useConfig();
  const { data } = useQuery({
    ...buildEndpointQuery(readConfig, { params: { group: 'site' } }),
    enabled: site.first_login,
  });
  return site.first_login && (data?.allowed_privileges.includes('update') ?? false);
}

/** Whether the start page is open. A link to another page must not be interrupted. */
const useIsFirstPage = () =>
  useRouterState({
    select: ({ location }) => location.pathname === '/' || location.pathname === '/views/map',
  });

function AfterLoginSteps({ account }: { account: Account }) {
  const terms = useTermsDue();
  const isFirstRun = useFirstRunDue();
  const isFirstPage = useIsFirstPage();
  const isAdminSetupDue = useIsAdminSetupDue(account);
  // Completing the first step removes the reason for the dialog; the second step follows nevertheless.
  const [step, setStep] = useState<FirstRunStep | 'over'>('customise');
  if (terms === undefined) return null;
  if (terms !== null) return <TermsDialog version={terms} />;
  if (isAdminSetupDue)
    return <AdminSetupDialog account={account} onLater={() => postponeAdminSetup(account)} />;
  if (step === 'first-post' || (step === 'customise' && isFirstRun && isFirstPage))
    return (
      <FirstRunDialog step={step} onCustomised={() => setStep('first-post')} onDone={() => setStep('over')} />
    );
  return null;
}

/** Opens the dialogs that are due for the logged-in account, one after another. */
export function AfterLogin() {
  const account = useAccount();
  return (
    account && (
      <Suspense fallback={null}>
        <AfterLoginSteps key={account.id} account={account} />
      </Suspense>
    )
  );
}
