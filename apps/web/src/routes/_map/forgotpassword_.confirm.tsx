import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NewPasswordDialog } from '../../features/account/new-password-dialog.tsx';
import { dialogLayout } from '../../features/shell/layout/layout-options.ts';
import { usePageTitle } from '../../ui/layout/screen-title.tsx';
import { clearResetToken, getResetToken } from './-reset-token.ts';

export const Route = createFileRoute('/_map/forgotpassword_/confirm')({
  staticData: { layout: dialogLayout },
  onLeave: clearResetToken,
  component: ConfirmReset,
});

function ConfirmReset() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('reset.confirmTitle'));
  const goHome = () => void navigate({ to: '/', replace: true });
  return <NewPasswordDialog token={getResetToken()} onCancel={goHome} onDone={goHome} />;
}
