import { Group, Menu } from '@mantine/core';
import { IconBook2, IconLogout, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { logout, useAccount, useHolds } from '../../api/session.ts';
import { PersonAvatar } from '../../blocks/person/person-avatar.tsx';
import { announce } from '../../ui/announcer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type MenuButton, useOpensAtOnce } from '../../ui/lazy-menu.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Everything that is not a mode (spec 1 §2, "More menu"); opened as soon as it is drawn. */
export default function MoreMenu({ target }: { target: MenuButton }) {
  const { t } = useTranslation();
  const opens = useOpensAtOnce();
  const phone = usePhone();
  const account = useAccount();
  const maySet = useHolds(
    'Manage Settings',
    'Manage Users',
    'Bulk Data Import and Export',
    'Bulk Data Import',
  );
  return (
    <Menu {...opens} position={phone ? 'top-end' : 'right-end'} width={260}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {account && (
          <Menu.Label>
            <Group gap="xs" wrap="nowrap">
              <PersonAvatar hash={account.gravatar} name={account.realname} size={28} />
              <span dir="auto">{t('nav.loggedInAs', { name: account.realname ?? account.email })}</span>
            </Group>
          </Menu.Label>
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
                logout();
                announce(t('login.out'));
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
