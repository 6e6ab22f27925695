import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { takeRememberedAddress } from '../api/remembered-address.ts';
import { currentAccount } from '../api/session.ts';
import { LoginDialog } from '../features/people/login-dialog.tsx';
import { dialogWish } from '../features/shell/layout-wish.ts';

const reasons = ['expired', 'forbidden'] as const;

export const Route = createFileRoute('/_map/login')({
  staticData: { layout: dialogWish },
  validateSearch: (raw: Record<string, unknown>): { why?: (typeof reasons)[number] } => {
    const why = reasons.find((it) => it === raw['why']);
    return why ? { why } : {};
  },
  beforeLoad: () => {
    if (currentAccount()) throw redirect({ href: takeRememberedAddress() ?? '/views/map' });
  },
  component: Login,
});

function Login() {
  const { t } = useTranslation();
  const router = useRouter();
  const { site } = useConfig();
  const { why } = Route.useSearch();
  function giveUp() {
    takeRememberedAddress();
    void router.navigate({ to: why === 'forbidden' ? '/forbidden' : '/views/map' });
  }
  const leave = () => router.history.push(takeRememberedAddress() ?? '/views/map');
  return (
    <LoginDialog
      onDone={leave}
      {...(site.private ? {} : { onCancel: giveUp })}
      {...(why ? { reason: t(`login.why.${why}`) } : {})}
    />
  );
}
