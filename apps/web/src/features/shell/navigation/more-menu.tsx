import { Group, Menu } from '@mantine/core';
import {
  IconDeviceMobile,
  IconHelp,
  IconLogin2,
  IconLogout,
  IconSettings,
  IconUserCog,
  IconUserPlus,
  IconUserShield,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPrivateDeployment, useConfig } from '../../../api/config.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { logout, useAccount } from '../../../api/session.ts';
import { getCacheOwner } from '../../../blocks/device/cache-names.ts';
import { setGlobalDialog } from '../../../blocks/global-dialog/global-dialog.ts';
import { canOpenSettings } from '../../../blocks/settings/settings-entries.ts';
import { readDraftTimes } from '../../../blocks/survey-form/drafts/draft-store.ts';
import { hasDefaultAdminEmail, openAdminSetup } from '../../../blocks/user/admin-setup.ts';
import { UserAvatar } from '../../../blocks/user/user-avatar.tsx';
import { useIsPhone } from '../../../ui/browser/use-is-phone.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { type MenuButton, useOpenOnMount } from '../../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { hasUnsavedChanges, UnsavedDialog } from '../../../ui/form/unsaved-changes-guard.tsx';
import { MenuLink } from '../../../ui/navigation/menu-link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import type { PendingLogout } from './logout-dialog.tsx';
import { useSecondaryNavigationItems } from './navigation-items.ts';
import { listSupportLinks, SupportDialog } from './support-dialog.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const LogoutDialog = lazy(() => import('./logout-dialog.tsx'));
const loadDeviceModules = () =>
  Promise.all([
    import('../../../blocks/device/report-queue.ts'),
    import('../../../blocks/device/device-encryption.ts'),
  ]);

/** Logs out after confirmations: about unsaved changes, and about drafts and reports that wait on this device. */
function useLogout(): { startLogout: () => void; logoutDialogs: ReactNode } {
  const { t } = useTranslation();
  const account = useAccount();
  /** Number of unsent reports of the account; 0 while the dialog is closed. */
  const [unsentCount, setUnsentCount] = useState(0);
  const [pendingLogout, setPendingLogout] = useState<PendingLogout | null>(null);
  /** Whether the dialog about unsaved changes is open. */
  const [isUnsavedDialogOpen, setUnsavedDialogOpen] = useState(false);
  const logOutNow = () => {
    setUnsentCount(0);
    setPendingLogout(null);
    logout();
  };
  const askToLeave = async () => {
    const drafts = await readDraftTimes().catch(() => new Map());
    const owner = getCacheOwner(account?.id);
    const [waitingCount, canKeepLocked] = await loadDeviceModules()
      .then(([{ countQueuedReports }, { isKeyRecoverable }]) =>
        Promise.all([countQueuedReports(owner), isKeyRecoverable(owner)]),
      )
      .catch(() => [0, false] as const);
    if (waitingCount > 0)
      setPendingLogout({ owner, waitingCount, canKeepLocked, hasDrafts: drafts.size > 0 });
    else if (drafts.size > 0) setUnsentCount(drafts.size);
    else logOutNow();
  };
  const startLogout = () => {
    if (hasUnsavedChanges()) setUnsavedDialogOpen(true);
    else void askToLeave();
  };
  const logoutDialogs = (
    <>
      <UnsavedDialog
        opened={isUnsavedDialogOpen}
        onStay={() => setUnsavedDialogOpen(false)}
        onLeave={() => {
          setUnsavedDialogOpen(false);
          void askToLeave();
        }}
      />
      {pendingLogout && (
        <Suspense>
          <LogoutDialog {...pendingLogout} onLogout={logOutNow} onClose={() => setPendingLogout(null)} />
        </Suspense>
      )}
      {unsentCount > 0 && (
        <ConfirmDialog
          title={t('login.unsent.title', { count: unsentCount })}
          confirmLabel={t('login.unsent.leave')}
          onConfirm={async () => logOutNow()}
          formatErrors={formatErrorMessages}
          onClose={() => setUnsentCount(0)}
        >
          {t('login.unsent.text')}
        </ConfirmDialog>
      )}
    </>
  );
  return { startLogout, logoutDialogs };
}

/** Menu with all entries that are not in the navigation bar (spec 1 §2, "More menu"); opens when it is mounted. */
export default function MoreMenu({ target }: { target: MenuButton }) {
  const { t } = useTranslation();
  const opens = useOpenOnMount();
  const phone = useIsPhone();
  const account = useAccount();
  const closed = isPrivateDeployment(useConfig());
  const modes = useSecondaryNavigationItems();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { startLogout, logoutDialogs } = useLogout();
  const canManageSettings = canOpenSettings(account, '/settings');
  const menu = (
    <Menu {...opens} position={phone ? 'top-end' : 'right-end'} width={260} menuItemTabIndex={0}>
      <Menu.Target>{target}</Menu.Target>
      {/* With an open section the menu may be taller than a phone screen; a scrollable area must contain a focusable element. */}
      <Menu.Dropdown mah="calc(100dvh - 6rem)" style={{ overflowY: 'auto' }}>
        {account && (
          <Menu.Label>
            <Group gap="xs" wrap="nowrap">
              <UserAvatar hash={account.gravatar} name={account.realname} size={28} />
              <span dir="auto">{t('nav.loggedInAs', { name: account.realname ?? account.email })}</span>
            </Group>
          </Menu.Label>
        )}
        {account && (
          <Menu.Item
            leftSection={<Icon icon={IconUserCog} size={18} />}
            onClick={() => setGlobalDialog({ name: 'account' })}
          >
            {t('nav.account')}
          </Menu.Item>
        )}
        {account && hasDefaultAdminEmail(account) && (
          <Menu.Item leftSection={<Icon icon={IconUserShield} size={18} />} onClick={openAdminSetup}>
            {t('adminSetup.title')}
          </Menu.Item>
        )}
        {account && (
          <Menu.Item leftSection={<Icon icon={IconLogout} size={18} />} onClick={startLogout}>
            {t('nav.logout')}
          </Menu.Item>
        )}
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
        <Menu.Divider />
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
      {logoutDialogs}
    </>
  );
}
