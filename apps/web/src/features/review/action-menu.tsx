/** The actions that have no button of their own in the bar. keys: review.action.* */
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type MenuButton, useOpenOnMount } from '../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { actionIcons, type BarAction } from './action-icons.ts';
import type { ReviewKeys } from './keys/review-keys.ts';
import { ShortcutKey } from './keys/shortcut-key.tsx';
import type { ReviewHandlers } from './keys/use-review-keys.ts';

interface Props {
  target: MenuButton;
  actions: readonly BarAction[];
  handlers: ReviewHandlers;
  keys: ReviewKeys;
}

/** Some actions focus a field: the menu would take the focus back if they ran while it closes. */
const runAfterClosing = (run: (() => void) | undefined) => void setTimeout(() => run?.());

/** Renders the menu with the key of each action. */
export default function ActionMenu({ target, actions, handlers, keys }: Props) {
  const { t } = useTranslation();
  const opens = useOpenOnMount();
  return (
    <Menu {...opens} position="top-end" withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action}
            data-action={action}
            disabled={!handlers[action]}
            leftSection={<Icon icon={actionIcons[action]} size={18} />}
            rightSection={<ShortcutKey shortcut={keys[action]?.toUpperCase()} />}
            aria-keyshortcuts={keys[action]?.toUpperCase()}
            onClick={() => runAfterClosing(handlers[action])}
          >
            {t(`review.action.${action}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
