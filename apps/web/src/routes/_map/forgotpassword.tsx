import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ForgotPasswordDialog } from '../../features/account/forgot-password-dialog.tsx';
import { dialogLayout } from '../../features/shell/layout/layout-options.ts';
import { usePageTitle } from '../../ui/layout/screen-title.tsx';

export const Route = createFileRoute('/_map/forgotpassword')({
  staticData: { layout: dialogLayout },
  component: ForgotPassword,
});

function ForgotPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('reset.title'));
  return <ForgotPasswordDialog onCancel={() => void navigate({ to: '/' })} />;
}
