import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentAccount } from '../api/session.ts';
import { RegisterDialog } from '../features/account/register-dialog.tsx';
import { dialogWish } from '../features/shell/layout-wish.ts';
import { usePageTitle } from '../ui/screen-title.tsx';
import { rememberRegistered } from './-just-registered.ts';

/** Not on a private site: whoever comes there is sent to log in before. */
export const Route = createFileRoute('/_map/register')({
  staticData: { layout: dialogWish },
  beforeLoad: () => {
    if (currentAccount()) throw redirect({ to: '/' });
  },
  component: Register,
});

function Register() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('register.title'));
  return (
    <RegisterDialog
      onCancel={() => void navigate({ to: '/' })}
      onDone={(registered) => {
        rememberRegistered(registered);
        void navigate({ to: '/login' });
      }}
    />
  );
}
