/** Dialog with support links. Only links that the operator has configured are shown. */
import { Anchor, Stack } from '@mantine/core';
import {
  IconBook2,
  IconBug,
  IconExternalLink,
  IconHelp,
  IconMessage,
  IconSparkles,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pageSettings } from '../../../api/page-settings.ts';
import type { Account } from '../../../api/session.ts';
import { ModalWindow } from '../../../ui/dialog/modal-window.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './support-dialog.module.css';

const supportLinks = [
  { name: 'documentation', icon: IconBook2 },
  { name: 'bugs', icon: IconBug },
  { name: 'features', icon: IconSparkles },
  { name: 'messaging', icon: IconMessage },
] as const;

/** The support links for a user; messaging is for logged-in users (spec 1 §2). */
export const listSupportLinks = (account: Account | null) =>
  supportLinks.flatMap(({ name, icon }) => {
    const address = pageSettings.support[name];
    return address && (name !== 'messaging' || account) ? [{ name, icon, address }] : [];
  });

/** Renders the support links that are available to the user. */
export function SupportDialog({ account, onClose }: { account: Account | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ModalWindow title={t('support.title')} icon={IconHelp} onClose={onClose}>
      <Stack gap="xs" component="ul" className={classes['list'] ?? ''}>
        {listSupportLinks(account).map(({ name, icon, address }) => (
          <li key={name}>
            <Anchor className={classes['entry']} href={address} target="_blank" rel="noopener noreferrer">
              <Icon icon={icon} />
              <span className={classes['text']}>
                {t(`support.${name}`)}
                <small>{t(`support.${name}Hint`)}</small>
              </span>
              <Icon icon={IconExternalLink} size={16} />
            </Anchor>
          </li>
        ))}
      </Stack>
    </ModalWindow>
  );
}
