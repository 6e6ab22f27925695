/** Above the list: passes on what is listed. */
import { ActionIcon } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { useCurrentViewShareTarget, useShareDialog } from './use-share-dialog.ts';

export default function ShareViewButton() {
  const { t } = useTranslation();
  const shared = useCurrentViewShareTarget();
  const { open, dialog } = useShareDialog();
  return (
    <>
      <ActionIcon aria-label={t('share.view')} title={t('share.view')} onClick={() => open(shared())}>
        <Icon icon={IconShare} />
      </ActionIcon>
      {dialog}
    </>
  );
}
