import { Group, Menu } from '@mantine/core';
import {
  IconDeviceMobile,
  IconHelp,
  IconLogin2,
  IconLogout,
  IconSettings,
  IconUserCog,
  IconUserPlus,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPrivateDeployment, useConfig } from '../../../api/config.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { logout, useAccount } from '../../../api/session.ts';
import { getCacheOwner } from '../../../blocks/device/cache-names.ts';
import { setGlobalDialog } from '../../../blocks/global-dialog/global-dialog.ts';
import { canOpenSettings } from '../../../blocks/settings/settings-entries.ts';
import { readDraftTimes } from '../../../blocks/survey-form/drafts/draft-store.ts';
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

/** Menu with all entries that are not in the navigation bar (spec 1 §2, "More menu"); opens when it is mounted. */
export default function MoreMenu({ target }: { target: MenuButton }) {
  const { t } = useTranslation();
  const opens = useOpenOnMount();
  const phone = useIsPhone();
  const account = useAccount();
  const closed = isPrivateDeployment(useConfig());
  const modes = useSecondaryNavigationItems();
  const [asksForHelp, setAsksForHelp] = useState(false);
  /** Number of unsent reports of the account; 0 while the dialog is closed. */
  const [unsent, setUnsent] = useState(0);
  const [leaving, setLeaving] = useState<PendingLogout | null>(null);
  /** Whether the dialog about unsaved changes is open. */
  const [asksUnsaved, setAsksUnsaved] = useState(false);
  const leave = () => {
    setUnsent(0);
    setLeaving(null);
    logout();
  };
  const askToLeave = async () => {
    const drafts = await readDraftTimes().catch(() => new Map());
    const owner = getCacheOwner(account?.id);
    const [waiting, mayStay] = await loadDeviceModules()
      .then(([{ countQueuedReports: countWaiting }, { isKeyRecoverable: isKeyForLater }]) =>
        Promise.all([countWaiting(owner), isKeyForLater(owner)]),
      )
      .catch(() => [0, false] as const);
    if (waiting > 0)
      setLeaving({ owner, waitingCount: waiting, canKeepLocked: mayStay, hasDrafts: drafts.size > 0 });
    else if (drafts.size > 0) setUnsent(drafts.size);
    else leave();
  };
  const askForUnsaved = () => {
    if (hasUnsavedChanges()) setAsksUnsaved(true);
    else void askToLeave();
  };
  const maySet = canOpenSettings(account, '/settings');
  const menu = (
    <Menu {...opens} position={phone ? 'top-end' : 'right-end'} width={260} menuItemTabIndex={0}>
      <Menu.Target>{target}</Menu.Target>
      {/* With all languages the menu is taller than a phone screen; a scrollable area must contain a focusable element. */}
      <Menu.Dropdown mah="calc(100dvh - 6rem)" style={{ overflowY: 'auto' }}>
        {account && (
          <Menu.Label>
            <Group gap="xs" wrap="nowrap">
              <UserAvatar hash={account.gravatar} name={account.realname} size={28} />
              <span dir="auto">{t('nav.loggedInAs', { name: account.realname ?? account.email })}</span>
            </Group>
          </Menu.Label>
        )}
        {phone &&
          modes.map(({ name, to, icon }) => (
            <MenuLink key={name} to={to} leftSection={<Icon icon={icon} size={18} />}>
              {t(`nav.${name}`)}
            </MenuLink>
          ))}
        {account && (
          <Menu.Item
            leftSection={<Icon icon={IconUserCog} size={18} />}
            onClick={() => setGlobalDialog({ name: 'account' })}
          >
            {t('nav.account')}
          </Menu.Item>
        )}
        {maySet && (
          <MenuLink to="/settings" leftSection={<Icon icon={IconSettings} size={18} />}>
            {t('nav.settings')}
          </MenuLink>
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
        {listSupportLinks(account).length > 0 && (
          <Menu.Item leftSection={<Icon icon={IconHelp} size={18} />} onClick={() => setAsksForHelp(true)}>
            {t('nav.support')}
          </Menu.Item>
        )}
        <MenuLink to="/device" leftSection={<Icon icon={IconDeviceMobile} size={18} />}>
          {t('nav.device')}
        </MenuLink>
        <Menu.Divider />
        <ThemeSwitch />
        <LanguageSwitch />
        {account && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon icon={IconLogout} size={18} />} onClick={askForUnsaved}>
              {t('nav.logout')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <>
      {menu}
      {asksForHelp && <SupportDialog account={account} onClose={() => setAsksForHelp(false)} />}
      <UnsavedDialog
        opened={asksUnsaved}
        onStay={() => setAsksUnsaved(false)}
        onLeave={() => {
          setAsksUnsaved(false);
          void askToLeave();
        }}
      />
      {leaving && (
        <Suspense>
          <LogoutDialog {...leaving} onLogout={leave} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
      {unsent > 0 && (
        <ConfirmDialog
          title={t('login.unsent.title', { count: unsent })}
          confirmLabel={t('login.unsent.leave')}
          onConfirm={async () => leave()}
          formatErrors={formatErrorMessages}
          onClose={() => setUnsent(0)}
        >
          {t('login.unsent.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
