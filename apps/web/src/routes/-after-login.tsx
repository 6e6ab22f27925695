/** What stands between a login and the work: terms, an administrator's own login, the deployment's first settings (spec 1 §4). */
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { readConfig } from '@waypost/contract/settings/settings';
import { listAgreements } from '@waypost/contract/tos/tos';
import { defaultAdminEmails } from '@waypost/contract/users/users';
import { lazy, Suspense, useState } from 'react';
import { useConfig } from '../api/config.ts';
import { buildEndpointQuery } from '../api/query-client.ts';
import { type Account, useAccount } from '../api/session.ts';
import type { FirstRunStep } from '../features/first-run/first-run-dialog.tsx';

const TermsDialog = lazy(() => import('../features/account/terms-dialog.tsx'));
const AdminSetupDialog = lazy(() => import('../features/account/admin-setup-dialog.tsx'));
const FirstRunDialog = lazy(() => import('../features/first-run/first-run-dialog.tsx'));

/** The date of terms that the account has not agreed to; null when there are none, undefined while that is not known. */
function useTermsDue(): string | null | undefined {
  const { site } = useConfig();
  const released = site.tos_release_date || null;
  const { data, isError } = useQuery({
    ...buildEndpointQuery(listAgreements, { query: {} }, { quiet: true }),
    enabled: released !== null,
  });
  // A server that cannot tell must not lock everybody out; it is asked again at the next start.
  if (released === null || isError) return null;
  if (!data) return undefined;
  const agreed = data.results[0]?.agreement_date;
  return agreed !== undefined && new Date(agreed) > new Date(released) ? null : released;
}

/** Whether the deployment waits for its first settings, and this account may make them. */
function useFirstRunDue(): boolean {
  const { site } = useConfig();
  const { data } = useQuery({
    ...buildEndpointQuery(readConfig, { params: { group: 'site' } }, { quiet: true }),
    enabled: site.first_login,
  });
  return site.first_login && (data?.allowed_privileges.includes('update') ?? false);
}

/** Whether the first page is open: whoever follows a link to another page came for that. */
const useIsFirstPage = () =>
  useRouterState({
    select: ({ location }) => location.pathname === '/' || location.pathname === '/views/map',
  });

const hasDefaultAdminEmail = ({ role, email }: Account) =>
  role === builtInRoles.admin && defaultAdminEmails.some((it) => it === email);

function AfterLoginSteps({ account }: { account: Account }) {
  const terms = useTermsDue();
  const isFirstRun = useFirstRunDue();
  const isFirstPage = useIsFirstPage();
  const [isAdminLater, setAdminLater] = useState(false);
  // Its first step ends what the dialog was opened for; the second follows all the same.
  const [step, setStep] = useState<FirstRunStep | 'over'>('customise');
  if (terms === undefined) return null;
  if (terms !== null) return <TermsDialog version={terms} />;
  if (hasDefaultAdminEmail(account) && !isAdminLater)
    return <AdminSetupDialog account={account} onLater={() => setAdminLater(true)} />;
  if (step === 'first-post' || (step === 'customise' && isFirstRun && isFirstPage))
    return (
      <FirstRunDialog step={step} onCustomised={() => setStep('first-post')} onDone={() => setStep('over')} />
    );
  return null;
}

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
