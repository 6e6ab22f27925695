import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { AcceptInvitationDialog } from '../../features/invitations/accept-invitation-dialog.tsx';
import { dialogLayout } from '../../features/shell/layout/layout-options.ts';
import { usePageTitle } from '../../ui/layout/screen-title.tsx';
import { clearInvitationToken, getInvitationToken } from './-invitation-token.ts';

/** An invitation to the team. Open in a private deployment: whoever has the link may enter. */
export const Route = createFileRoute('/_map/invitation')({
  staticData: { layout: dialogLayout },
  onLeave: clearInvitationToken,
  component: Invitation,
});

function Invitation() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useAccount();
  usePageTitle(t('joining.pageTitle'));
  const goHome = () => void navigate({ to: '/', replace: true });
  return (
    <AcceptInvitationDialog
      token={getInvitationToken()}
      account={account}
      onCancel={goHome}
      onDone={goHome}
    />
  );
}
