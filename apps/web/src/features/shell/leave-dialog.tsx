/** Before a logout with reports that were not sent: whether they stay here locked, or go. */
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../blocks/device/device-words.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { removeAllOf } from '../../blocks/device/waiting-reports.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export interface Leaving {
  owner: string;
  /** Reports that wait, and whether there are begun ones, too. */
  waiting: number;
  hasDrafts: boolean;
  /** Whether what stays can be opened again. */
  mayStay: boolean;
}

interface Props extends Leaving {
  onLeave: () => void;
  onClose: () => void;
}

export default function LeaveDialog({ owner, waiting, hasDrafts, mayStay, onLeave, onClose }: Props) {
  const { t } = useTranslation();
  const [wish, setWish] = useState(mayStay ? 'lock' : 'delete');
  return (
    <ConfirmDialog
      title={t('device.leave.title', { count: waiting })}
      action={t('device.leave.action')}
      isHarmless={wish === 'lock' && !hasDrafts}
      onConfirm={async () => {
        if (wish === 'delete') await removeAllOf(owner);
        onLeave();
      }}
      textsOf={problemTexts}
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
