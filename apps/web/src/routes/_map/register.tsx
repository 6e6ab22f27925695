import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getCurrentAccount } from '../../api/session.ts';
import { RegisterDialog } from '../../features/account/register-dialog.tsx';
import { dialogLayout } from '../../features/shell/layout/layout-options.ts';
import { usePageTitle } from '../../ui/layout/screen-title.tsx';
import { rememberRegistered } from '../-just-registered.ts';

/** Registration. Not available on private deployments, which redirect to the login. */
export const Route = createFileRoute('/_map/register')({
  staticData: { layout: dialogLayout },
  beforeLoad: () => {
    if (getCurrentAccount()) throw redirect({ to: '/' });
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
