/** Above the list: passes on what is listed. */
import { ActionIcon } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { useShare, useSharedView } from './use-share.ts';

export default function ShareView() {
  const { t } = useTranslation();
  const shared = useSharedView();
  const { open, dialog } = useShare();
  return (
    <>
      <ActionIcon aria-label={t('share.view')} title={t('share.view')} onClick={() => open(shared())}>
        <Icon of={IconShare} />
      </ActionIcon>
      {dialog}
    </>
  );
}
