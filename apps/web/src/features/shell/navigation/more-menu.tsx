import '../../../ui/i18n/about-labels.ts';
import { Menu } from '@mantine/core';
import {
  IconDeviceMobile,
  IconHelp,
  IconLogin2,
  IconReceipt,
  IconSettings,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPrivateDeployment, useConfig } from '../../../api/config.ts';
import { useAccount } from '../../../api/session.ts';
import { anySettingsPermission, canOpen } from '../../../blocks/settings/settings-access.ts';
import { useIsPhone } from '../../../ui/browser/use-is-phone.ts';
import { type MenuButton, useOpenOnMount } from '../../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { MenuLink } from '../../../ui/navigation/menu-link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { useSecondaryNavigationItems } from './navigation-items.ts';
import { listSupportLinks, SupportDialog } from './support-dialog.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/**
 * Menu with the entries that are neither in the navigation bar nor in the menu of the account (spec 1 §2, "More menu"). Opens when it
 * is mounted.
 */
export default function MoreMenu({ target }: { target: MenuButton }) {
  const { t } = useTranslation();
  const opens = useOpenOnMount();
  const phone = useIsPhone();
  const account = useAccount();
  const closed = isPrivateDeployment(useConfig());
  const modes = useSecondaryNavigationItems();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const canManageSettings = canOpen(account, anySettingsPermission);
  const menu = (
    <Menu {...opens} position={phone ? 'top-end' : 'right-end'} width={260} menuItemTabIndex={0}>
      <Menu.Target>{target}</Menu.Target>
      {/* With an open section the menu may be taller than a phone screen; a scrollable area must contain a focusable element. */}
      <Menu.Dropdown mah="calc(100dvh - 6rem)" style={{ overflowY: 'auto' }}>
        {!account && (
          <MenuLink to="/login" leftSection={<Icon icon={IconLogin2} size={18} />}>
            {t('nav.login')}
          </MenuLink>
        )}
        {!account && !closed && (
          <MenuLink to="/register" leftSection={<Icon icon={IconUserPlus} size={18} />}>
            {t('nav.signup')}
          </MenuLink>
        )}
        {!account && (
          <MenuLink to="/receipt" leftSection={<Icon icon={IconReceipt} size={18} />}>
            {t('about.receipt')}
          </MenuLink>
        )}
        {!account && <Menu.Divider />}
        {phone &&
          modes.map(({ name, to, icon }) => (
            <MenuLink key={name} to={to} leftSection={<Icon icon={icon} size={18} />}>
              {t(`nav.${name}`)}
            </MenuLink>
          ))}
        {canManageSettings && (
          <MenuLink to="/settings" leftSection={<Icon icon={IconSettings} size={18} />}>
            {t('nav.settings')}
          </MenuLink>
        )}
        {listSupportLinks(account).length > 0 && (
          <Menu.Item leftSection={<Icon icon={IconHelp} size={18} />} onClick={() => setHelpOpen(true)}>
            {t('nav.support')}
          </Menu.Item>
        )}
        <MenuLink to="/device" leftSection={<Icon icon={IconDeviceMobile} size={18} />}>
          {t('nav.device')}
        </MenuLink>
        <Menu.Divider />
        <ThemeSwitch />
        <LanguageSwitch />
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <>
      {menu}
      {isHelpOpen && <SupportDialog account={account} onClose={() => setHelpOpen(false)} />}
    </>
  );
}
