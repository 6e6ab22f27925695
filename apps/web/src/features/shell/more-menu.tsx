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
import { isPrivate, useConfig } from '../../api/config.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { logout, useAccount } from '../../api/session.ts';
import { askDialog } from '../../blocks/asked-dialog/asked-dialog.ts';
import { ownerOf } from '../../blocks/device/cache-names.ts';
import { PersonAvatar } from '../../blocks/person/person-avatar.tsx';
import { mayOpenSettings } from '../../blocks/settings/settings-entries.ts';
import { draftTimes } from '../../blocks/survey-form/draft-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type MenuButton, useOpensAtOnce } from '../../ui/lazy-menu.tsx';
import { hasUnsavedChanges, UnsavedDialog } from '../../ui/leave-guard.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { LanguageSwitch } from './language-switch.tsx';
import type { Leaving } from './leave-dialog.tsx';
import { useMoreModes } from './modes.ts';
import { SupportDialog, supportFor } from './support-dialog.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'));
const device = () =>
  Promise.all([import('../../blocks/device/waiting-reports.ts'), import('../../blocks/device/lock.ts')]);

/** Everything that is not a mode (spec 1 §2, "More menu"); opened as soon as it is drawn. */
export default function MoreMenu({ target }: { target: MenuButton }) {
  const { t } = useTranslation();
  const opens = useOpensAtOnce();
  const phone = usePhone();
  const account = useAccount();
  const closed = isPrivate(useConfig());
  const modes = useMoreModes();
  const [asksForHelp, setAsksForHelp] = useState(false);
  /** How many unsent reports would go with the login; 0 while nobody is asked. */
  const [unsent, setUnsent] = useState(0);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  /** Whether it is asked about changes on the screen that were not saved. */
  const [asksUnsaved, setAsksUnsaved] = useState(false);
  const leave = () => {
    setUnsent(0);
    setLeaving(null);
    logout();
  };
  const askToLeave = async () => {
    const drafts = await draftTimes().catch(() => new Map());
    const owner = ownerOf(account?.id);
    const [waiting, mayStay] = await device()
      .then(([{ countWaiting }, { isKeyForLater }]) =>
        Promise.all([countWaiting(owner), isKeyForLater(owner)]),
      )
      .catch(() => [0, false] as const);
    if (waiting > 0) setLeaving({ owner, waiting, mayStay, hasDrafts: drafts.size > 0 });
    else if (drafts.size > 0) setUnsent(drafts.size);
    else leave();
  };
  const askForUnsaved = () => {
    if (hasUnsavedChanges()) setAsksUnsaved(true);
    else void askToLeave();
  };
  const maySet = mayOpenSettings(account, '/settings');
  const menu = (
    <Menu {...opens} position={phone ? 'top-end' : 'right-end'} width={260} menuItemTabIndex={0}>
      <Menu.Target>{target}</Menu.Target>
      {/* With every language it is taller than a phone; what scrolls must hold something the Tab key reaches. */}
      <Menu.Dropdown mah="calc(100dvh - 6rem)" style={{ overflowY: 'auto' }}>
        {account && (
          <Menu.Label>
            <Group gap="xs" wrap="nowrap">
              <PersonAvatar hash={account.gravatar} name={account.realname} size={28} />
              <span dir="auto">{t('nav.loggedInAs', { name: account.realname ?? account.email })}</span>
            </Group>
          </Menu.Label>
        )}
        {phone &&
          modes.map(({ name, to, icon }) => (
            <MenuLink key={name} to={to} leftSection={<Icon of={icon} size={18} />}>
              {t(`nav.${name}`)}
            </MenuLink>
          ))}
        {account && (
          <Menu.Item
            leftSection={<Icon of={IconUserCog} size={18} />}
            onClick={() => askDialog({ name: 'account' })}
          >
            {t('nav.account')}
          </Menu.Item>
        )}
        {maySet && (
          <MenuLink to="/settings" leftSection={<Icon of={IconSettings} size={18} />}>
            {t('nav.settings')}
          </MenuLink>
        )}
        {!account && (
          <MenuLink to="/login" leftSection={<Icon of={IconLogin2} size={18} />}>
            {t('nav.login')}
          </MenuLink>
        )}
        {!account && !closed && (
          <MenuLink to="/register" leftSection={<Icon of={IconUserPlus} size={18} />}>
            {t('nav.signup')}
          </MenuLink>
        )}
        {supportFor(account).length > 0 && (
          <Menu.Item leftSection={<Icon of={IconHelp} size={18} />} onClick={() => setAsksForHelp(true)}>
            {t('nav.support')}
          </Menu.Item>
        )}
        <MenuLink to="/device" leftSection={<Icon of={IconDeviceMobile} size={18} />}>
          {t('nav.device')}
        </MenuLink>
        <Menu.Divider />
        <ThemeSwitch />
        <LanguageSwitch />
        {account && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon of={IconLogout} size={18} />} onClick={askForUnsaved}>
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
          <LeaveDialog {...leaving} onLeave={leave} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
      {unsent > 0 && (
        <ConfirmDialog
          title={t('login.unsent.title', { count: unsent })}
          action={t('login.unsent.leave')}
          onConfirm={async () => leave()}
          textsOf={problemTexts}
          onClose={() => setUnsent(0)}
        >
          {t('login.unsent.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
