/** The actions on the current report, each with its key. */
import { Button } from '@mantine/core';
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowForward,
  IconArrowLeft,
  IconArrowMerge,
  IconClipboardList,
  IconKeyboard,
  IconListCheck,
  IconMap2,
  IconNote,
  IconPencil,
  IconPlayerPause,
  IconShieldCheck,
  IconUserPlus,
  IconWorldCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { usePageBarHeight } from '../../ui/layout/use-page-bar-height.ts';
import classes from './action-bar.module.css';
import type { ReviewAction, ReviewKeys } from './review-keys.ts';
import type { ReviewHandlers } from './use-review-keys.ts';

interface Props {
  handlers: ReviewHandlers;
  keys: ReviewKeys;
  /** The report has no survey: choosing one takes the place of publishing. */
  needsSurvey: boolean;
  /** The last decision, and whether decisions are still being saved. */
  status: ReactNode;
}

const secondaryActions = [
  ['back', IconArrowLeft],
  ['undo', IconArrowBackUp],
  ['tasks', IconListCheck],
  ['assign', IconUserPlus],
  ['note', IconNote],
  ['verify', IconShieldCheck],
  ['merge', IconArrowMerge],
  ['edit', IconPencil],
  ['map', IconMap2],
  ['pause', IconPlayerPause],
  ['help', IconKeyboard],
] as const satisfies readonly [ReviewAction, TablerIcon][];

/** Renders the buttons. keys: review.action.* review.word.* */
export function ActionBar({ handlers, keys, needsSurvey, status }: Props) {
  const { t } = useTranslation();
  const bar = usePageBarHeight<HTMLElement>();
  const shortcut = (action: ReviewAction) => keys[action]?.toUpperCase();
  const mainButton = (action: ReviewAction, icon: TablerIcon, variant: 'default' | 'filled') => (
    <Button
      variant={variant}
      size="md"
      className={classes['main'] ?? ''}
      data-action={action}
      disabled={!handlers[action]}
      onClick={handlers[action]}
      leftSection={<Icon icon={icon} size={18} />}
      aria-keyshortcuts={shortcut(action)}
      rightSection={
        shortcut(action) && (
          <kbd className={classes['key']} aria-hidden>
            {shortcut(action)}
          </kbd>
        )
      }
    >
      {action === 'publish' && needsSurvey ? t('post.action.chooseSurvey') : t(`review.action.${action}`)}
    </Button>
  );
  return (
    <footer ref={bar} className={classes['bar']}>
      <fieldset className={classes['secondary']} aria-label={t('review.moreActions')}>
        {secondaryActions.map(([action, icon]) => {
          const name = t(`review.action.${action}`);
          const key = shortcut(action);
          return (
            <Button
              key={action}
              variant="default"
              size="sm"
              className={classes['other'] ?? ''}
              data-action={action}
              aria-label={name}
              aria-keyshortcuts={key}
              title={key ? t('review.withKey', { action: name, key }) : name}
              disabled={!handlers[action]}
              onClick={handlers[action]}
            >
              <Icon icon={icon} size={16} />
              <span className={classes['word']}>{t(`review.word.${action}`)}</span>
            </Button>
          );
        })}
      </fieldset>
      <output className={classes['status']}>{status}</output>
      <div className={classes['primary']}>
        {mainButton('archive', IconArchive, 'default')}
        {mainButton('pass', IconArrowForward, 'default')}
        {mainButton('publish', needsSurvey ? IconClipboardList : IconWorldCheck, 'filled')}
      </div>
    </footer>
  );
}
