/** Asks before a logout with unsent reports whether they stay locked on the device or are deleted. */
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../blocks/device/device-labels.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { deleteQueuedReportsOf } from '../../../blocks/device/report-queue.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

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

export default function LogoutDialog({
  owner,
  waitingCount: waiting,
  hasDrafts,
  canKeepLocked: mayStay,
  onLogout: onLeave,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [wish, setWish] = useState(mayStay ? 'lock' : 'delete');
  return (
    <ConfirmDialog
      title={t('device.leave.title', { count: waiting })}
      confirmLabel={t('device.leave.action')}
      isHarmless={wish === 'lock' && !hasDrafts}
      onConfirm={async () => {
        if (wish === 'delete') await deleteQueuedReportsOf(owner);
        onLeave();
      }}
      formatErrors={formatErrorMessages}
      onClose={onClose}
    >
      <p>{t('device.leave.text')}</p>
      <Radio.Group value={wish} onChange={setWish} aria-label={t('device.leave.title', { count: waiting })}>
        <Stack gap="sm" my="sm">
          {mayStay && <Radio value="lock" label={t('device.leave.lock')} />}
          <Radio value="delete" label={t('device.leave.delete')} />
        </Stack>
      </Radio.Group>
      {hasDrafts && <p>{t('device.leave.drafts')}</p>}
    </ConfirmDialog>
  );
}
