/** The keys of the review screen, which can be changed here. */
import { Button, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceStore } from '../../../api/device-store.ts';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { announce } from '../../../ui/feedback/announcer.tsx';
import classes from './key-help-dialog.module.css';
import {
  assignKey,
  defaultReviewKeys,
  type ReviewAction,
  readKey,
  reviewActions,
  storedReviewKeys,
} from './review-keys.ts';

/** Lists the actions with their keys. keys: review.action.* */
export default function KeyHelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const keys = useDeviceStore(storedReviewKeys);
  /** The action that waits for its new key. */
  const [changed, setChanged] = useState<ReviewAction | null>(null);
  const assign = (action: ReviewAction, key: string | null) => {
    storedReviewKeys.set(assignKey(keys, action, key));
    setChanged(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!changed || event.key === 'Tab' || event.key === 'Shift') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') setChanged(null);
    else if (event.key === 'Backspace' || event.key === 'Delete') assign(changed, null);
    else {
      const key = readKey(event.nativeEvent);
      if (key === null) announce(t('review.keys.unusable'));
      else assign(changed, key);
    }
  };
  const showKey = (action: ReviewAction) => {
    const key = keys[action];
    return key === null ? t('review.keys.none') : <kbd className={classes['key']}>{key.toUpperCase()}</kbd>;
  };
  return (
    <Modal opened onClose={onClose} closeOnEscape={changed === null} title={t('review.keys.title')} size="md">
      <Stack gap="sm" onKeyDown={onKeyDown}>
        <Text size="sm" c="dimmed">
          {t('review.keys.lead')}
        </Text>
        <ul className={classes['keys']}>
          {reviewActions.map((action) => (
            <li key={action}>
              <span>{t(`review.action.${action}`)}</span>
              <span className={classes['value']}>{showKey(action)}</span>
              <Button
                size="sm"
                variant={changed === action ? 'filled' : 'default'}
                aria-label={t('review.keys.changeOf', { action: t(`review.action.${action}`) })}
                aria-pressed={changed === action}
                onClick={() => setChanged(changed === action ? null : action)}
              >
                {t(changed === action ? 'review.keys.press' : 'review.keys.change')}
              </Button>
            </li>
          ))}
        </ul>
        <Text size="sm" c="dimmed">
          {t('review.keys.note')}
        </Text>
        <DialogActions>
          <Button variant="default" onClick={() => storedReviewKeys.set(defaultReviewKeys)}>
            {t('review.keys.reset')}
          </Button>
          <Button onClick={onClose}>{t('action.done')}</Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
