import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readReturnUrl, takeReturnUrl } from '../../api/return-url.ts';
import { getCurrentAccount } from '../../api/session.ts';
import { LoginDialog } from '../../features/account/login-dialog.tsx';
import { dialogLayout } from '../../features/shell/layout/layout-options.ts';
import { usePageTitle } from '../../ui/layout/screen-title.tsx';
import { forgetRegistered, justRegistered } from '../-just-registered.ts';

export const Route = createFileRoute('/_map/login')({
  staticData: { layout: dialogLayout },
  validateSearch: (raw: Record<string, unknown>): { why?: 'forbidden' } =>
    raw['why'] === 'forbidden' ? { why: 'forbidden' } : {},
  beforeLoad: () => {
    // The stored URL is read and not cleared: this route is evaluated again while `leave` navigates to it.
    if (getCurrentAccount()) throw redirect({ href: readReturnUrl() ?? '/', replace: true });
  },
  component: Login,
});

function Login() {
  const { t } = useTranslation();
  const router = useRouter();
  const { why } = Route.useSearch();
  const [registered] = useState(justRegistered);
  useEffect(() => forgetRegistered, []);
  usePageTitle(t('login.title'));
  const goToReturnUrl = () => router.history.replace(takeReturnUrl() ?? '/');
  function giveUp() {
    takeReturnUrl();
    void router.navigate({ to: '/' });
  }
  return (
    <LoginDialog
      onDone={goToReturnUrl}
      onCancel={giveUp}
      registered={registered}
      {...(why ? { reason: t('login.why.forbidden') } : {})}
    />
  );
}
