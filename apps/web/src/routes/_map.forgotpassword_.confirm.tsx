import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NewPasswordDialog } from '../features/account/new-password-dialog.tsx';
import { dialogWish } from '../features/shell/layout-wish.ts';
import { usePageTitle } from '../ui/screen-title.tsx';
import { dropResetToken, heldResetToken } from './-reset-token.ts';

export const Route = createFileRoute('/_map/forgotpassword_/confirm')({
  staticData: { layout: dialogWish },
  onLeave: dropResetToken,
  component: ConfirmReset,
});

function ConfirmReset() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('reset.confirmTitle'));
  const leave = () => void navigate({ to: '/', replace: true });
  return <NewPasswordDialog token={heldResetToken()} onCancel={leave} onDone={leave} />;
}
