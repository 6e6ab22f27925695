import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ForgotPasswordDialog } from '../features/account/forgot-password-dialog.tsx';
import { dialogWish } from '../features/shell/layout-wish.ts';
import { usePageTitle } from '../ui/screen-title.tsx';

export const Route = createFileRoute('/_map/forgotpassword')({
  staticData: { layout: dialogWish },
  component: ForgotPassword,
});

function ForgotPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('reset.title'));
  return <ForgotPasswordDialog onCancel={() => void navigate({ to: '/' })} />;
}
