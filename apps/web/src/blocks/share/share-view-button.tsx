/** The button above the list that shares the current view. */
import { ActionIcon } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { useCurrentViewShareTarget, useShareDialog } from './use-share-dialog.ts';

/** The button with its dialog. */
export default function ShareViewButton() {
  const { t } = useTranslation();
  const getShareTarget = useCurrentViewShareTarget();
  const { open, dialog } = useShareDialog();
  return (
    <>
      <ActionIcon aria-label={t('share.view')} title={t('share.view')} onClick={() => open(getShareTarget())}>
        <Icon icon={IconShare} />
      </ActionIcon>
      {dialog}
    </>
  );
}
