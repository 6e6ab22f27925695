/** Asks before a logout with unsent reports whether they stay locked on the device or are deleted. */
import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../blocks/device/device-labels.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { deleteQueuedReportsOf } from '../../../blocks/device/stored-reports.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

/** Unsent reports of the account that is about to log out. */
export interface PendingLogout {
  owner: string;
  /** Number of queued reports, and whether there are drafts. */
  waitingCount: number;
  hasDrafts: boolean;
  /** Whether the reports could be unlocked again after the next login. */
  canKeepLocked: boolean;
}

interface Props extends PendingLogout {
  onLogout: () => void;
  onClose: () => void;
}

/** Renders the dialog and logs out when it is confirmed. */
export default function LogoutDialog({
  owner,
  waitingCount,
  hasDrafts,
  canKeepLocked,
  onLogout,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [draftAction, setDraftAction] = useState(canKeepLocked ? 'lock' : 'delete');
  return (
    <ConfirmDialog
      title={t('device.leave.title', { count: waitingCount })}
      confirmLabel={t('device.leave.action')}
      isHarmless={draftAction === 'lock' && !hasDrafts}
      onConfirm={async () => {
        if (draftAction === 'delete') await deleteQueuedReportsOf(owner);
        onLogout();
      }}
      formatErrors={formatErrorMessages}
      onClose={onClose}
    >
      <p>{t('device.leave.text')}</p>
      <Radio.Group
        value={draftAction}
        onChange={setDraftAction}
        aria-label={t('device.leave.title', { count: waitingCount })}
      >
        <Stack gap="sm" my="sm">
          {canKeepLocked && <Radio value="lock" label={t('device.leave.lock')} />}
          <Radio value="delete" label={t('device.leave.delete')} />
        </Stack>
      </Radio.Group>
      {hasDrafts && <p>{t('device.leave.drafts')}</p>}
    </ConfirmDialog>
  );
}
