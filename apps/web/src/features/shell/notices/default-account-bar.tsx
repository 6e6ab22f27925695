/** A bar for the administrator whose email is the one of every new deployment (spec 1 §4, "Admin setup"). */
import { Anchor, CloseButton } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { setGlobalDialog } from '../../../blocks/global-dialog/global-dialog.ts';
import { NoticeBar } from './notice-bar.tsx';

/** Renders the bar. @param onDismiss called by its close button */
export default function DefaultAccountBar({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation();
  return (
    <NoticeBar icon={IconUserShield} isShown>
      <span>
        {t('adminSetup.bar')}{' '}
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={() => setGlobalDialog({ name: 'admin-setup' })}
        >
          {t('adminSetup.title')}
        </Anchor>
      </span>
      <CloseButton ms="auto" size="md" c="inherit" aria-label={t('action.close')} onClick={onDismiss} />
    </NoticeBar>
  );
}
