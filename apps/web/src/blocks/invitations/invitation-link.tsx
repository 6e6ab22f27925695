/** A new invitation: its link and QR code, which are shown only once, and whether its mail leaves. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { CopyField } from '../share/copy-field.tsx';
import { QrCode } from '../share/qr-code.tsx';
import classes from './invitations.module.css';

interface Props {
  /** Below this site: `/invitation/TOKEN`. */
  path: string;
  /** Whom it was sent to; null for a link. */
  email: string | null;
  /** Whether its mail leaves; null for a link. */
  delivery: 'sent' | 'waiting' | null;
}

/** The link with its QR code. An invitation whose mail leaves shows no link: it arrives by mail. */
export function InvitationLink({ path, email, delivery }: Props) {
  const { t } = useTranslation();
  if (delivery === 'sent')
    return (
      <Alert color="green" variant="light" icon={<Icon icon={IconCircleCheck} />}>
        {t('invitation.sent', { email })}
      </Alert>
    );
  const link = `${window.location.origin}${path}`;
  return (
    <div className={classes['result']}>
      {delivery === 'waiting' && (
        <Alert
          color="yellow"
          variant="light"
          icon={<Icon icon={IconAlertTriangle} />}
          title={t('invitation.cannotLeave.title')}
        >
          {t('invitation.cannotLeave.text', { email })}
        </Alert>
      )}
      <p>{t('invitation.onlyNow')}</p>
      <CopyField label={t('invitation.link')} text={link} takesFocus />
      <QrCode text={link} label={t('invitation.qrLabel')} fileName="invitation" />
    </div>
  );
}
