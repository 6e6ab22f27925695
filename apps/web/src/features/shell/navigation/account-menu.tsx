import { Menu } from '@mantine/core';
import { IconLogout, IconUserCog, IconUserShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../api/session.ts';
import { setGlobalDialog } from '../../../blocks/global-dialog/global-dialog.ts';
import { hasDefaultAdminEmail } from '../../../blocks/user/admin-setup.ts';
import { useIsPhone } from '../../../ui/browser/use-is-phone.ts';
import { type MenuButton, useOpenOnMount } from '../../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { useLogout } from './use-logout.tsx';

/** Menu of the logged-in account: who is logged in, the account settings, and the logout. Opens when it is mounted. */
export default function AccountMenu({ target, account }: { target: MenuButton; account: Account }) {
  const { t } = useTranslation();
  const opens = useOpenOnMount();
  const phone = useIsPhone();
  const { startLogout, logoutDialogs } = useLogout();
  return (
    <>
      <Menu {...opens} position={phone ? 'top-end' : 'right-end'} width={260} menuItemTabIndex={0}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <span dir="auto">{t('nav.loggedInAs', { name: account.realname ?? account.email })}</span>
          </Menu.Label>
          <Menu.Item
            leftSection={<Icon icon={IconUserCog} size={18} />}
            onClick={() => setGlobalDialog({ name: 'account' })}
          >
            {t('nav.account')}
          </Menu.Item>
          {hasDefaultAdminEmail(account) && (
            <Menu.Item
              leftSection={<Icon icon={IconUserShield} size={18} />}
              onClick={() => setGlobalDialog({ name: 'admin-setup' })}
            >
              {t('adminSetup.title')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon icon={IconLogout} size={18} />} onClick={startLogout}>
            {t('nav.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {logoutDialogs}
    </>
  );
}
