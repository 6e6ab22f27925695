import { Group, Menu } from '@mantine/core';
import { IconBook2, IconDots, IconLogout, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { logout, useAccount, useHolds } from '../../api/session.ts';
import { PersonAvatar } from '../../blocks/person/person-avatar.tsx';
import { announce } from '../../ui/announcer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuLink } from '../../ui/links.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Everything that is not a mode (spec 1 §2, "More menu"). */
export function MoreMenu({ className }: { className: string }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const account = useAccount();
  const maySet = useHolds(
    'Manage Settings',
    'Manage Users',
    'Bulk Data Import and Export',
    'Bulk Data Import',
  );
  return (
    <Menu position={phone ? 'top-end' : 'right-end'} width={260} withinPortal>
      <Menu.Target>
        <button type="button" className={className}>
          <Icon of={IconDots} />
          <span>{t('nav.more')}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {account && (
          <Menu.Label>{t('nav.loggedInAs', { name: account.realname ?? account.email })}</Menu.Label>
        )}
        {maySet && (
          <MenuLink to="/settings" leftSection={<Icon of={IconSettings} size={18} />}>
            {t('nav.settings')}
          </MenuLink>
        )}
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<Icon of={IconBook2} size={18} />}>
          {t('nav.apiDocs')}
        </Menu.Item>
        <Menu.Divider />
        <ThemeSwitch />
        <LanguageSwitch />
        {account && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon of={IconLogout} size={18} />}
              onClick={() => {
                void logout().then(() => announce(t('login.out')));
              }}
            >
              {t('nav.logout')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
