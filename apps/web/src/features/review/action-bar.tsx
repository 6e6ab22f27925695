/** The actions on the current report, each with its key. */
import { Button } from '@mantine/core';
import { IconClipboardList, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../ui/browser/use-is-phone.ts';
import { LazyMenu } from '../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { usePageBarHeight } from '../../ui/layout/use-page-bar-height.ts';
import classes from './action-bar.module.css';
import { actionIcons, type BarAction } from './action-icons.ts';
import type { ReviewAction, ReviewKeys } from './keys/review-keys.ts';
import { ShortcutKey } from './keys/shortcut-key.tsx';
import type { ReviewHandlers } from './keys/use-review-keys.ts';

interface Props {
  handlers: ReviewHandlers;
  keys: ReviewKeys;
  /** The report has no survey: choosing one takes the place of publishing. */
  needsSurvey: boolean;
  /** The last decision, and whether decisions are still being saved. */
  status: ReactNode;
}

/** Actions with a button of their own beside the menu. */
const buttonActions = [
  'back',
  'undo',
  'tasks',
  'categories',
  'assign',
  'note',
  'verify',
  'merge',
  'translate',
] as const satisfies readonly BarAction[];
/** Those of them that a phone has room for. */
const phoneButtonCount = 4;
/** Actions in the menu. A phone has no keyboard, whose keys the last one lists. */
const menuActions = ['edit', 'map', 'claim', 'pause', 'help'] as const satisfies readonly BarAction[];

const loadMenu = () => import('./action-menu.tsx');

/** Renders the buttons. keys: review.action.* review.word.* */
export function ActionBar({ handlers, keys, needsSurvey, status }: Props) {
  const { t } = useTranslation();
  const bar = usePageBarHeight<HTMLElement>();
  const isPhone = useIsPhone();
  const buttons = isPhone ? buttonActions.slice(0, phoneButtonCount) : buttonActions;
  const inMenu = isPhone
    ? [...buttonActions.slice(phoneButtonCount), ...menuActions.filter((action) => action !== 'help')]
    : menuActions;
  const shortcut = (action: ReviewAction) => keys[action]?.toUpperCase();
  const secondaryButton = { variant: 'default', size: 'sm', className: classes['other'] ?? '' } as const;
  const mainButton = (action: BarAction, variant: 'default' | 'filled', icon = actionIcons[action]) => (
    <Button
      variant={variant}
      size="md"
      className={classes['main'] ?? ''}
      data-action={action}
      disabled={!handlers[action]}
      onClick={handlers[action]}
      leftSection={<Icon icon={icon} size={18} />}
      aria-keyshortcuts={shortcut(action)}
      rightSection={<ShortcutKey shortcut={shortcut(action)} />}
    >
      {action === 'publish' && needsSurvey ? t('post.action.chooseSurvey') : t(`review.action.${action}`)}
    </Button>
  );
  return (
    <footer ref={bar} className={classes['bar']}>
      <div className={classes['rows']}>
        <fieldset className={classes['secondary']} aria-label={t('review.moreActions')}>
          {buttons.map((action) => {
            const name = t(`review.action.${action}`);
            const key = shortcut(action);
            return (
              <Button
                key={action}
                {...secondaryButton}
                data-action={action}
                aria-label={name}
                aria-keyshortcuts={key}
                title={key ? t('review.withKey', { action: name, key }) : name}
                disabled={!handlers[action]}
                onClick={handlers[action]}
              >
                <Icon icon={actionIcons[action]} size={16} />
                <span className={classes['word']}>{t(`review.word.${action}`)}</span>
              </Button>
            );
          })}
          <LazyMenu
            load={loadMenu}
            menuProps={{ actions: inMenu, handlers, keys }}
            target={
              <Button {...secondaryButton} aria-label={t('review.word.more')} title={t('review.word.more')}>
                <Icon icon={IconDots} size={16} />
                <span className={classes['word']}>{t('review.word.more')}</span>
              </Button>
            }
          />
        </fieldset>
        <output className={classes['status']}>{status}</output>
        <div className={classes['primary']}>
          {mainButton('archive', 'default')}
          {mainButton('pass', 'default')}
          {needsSurvey ? mainButton('publish', 'filled', IconClipboardList) : mainButton('publish', 'filled')}
        </div>
      </div>
    </footer>
  );
}
