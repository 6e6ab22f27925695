/** Runs the actions of the review screen by key. */
import { useEffect, useEffectEvent } from 'react';
import { useDeviceStore } from '../../../api/device-store.ts';
import { isDialogOpening } from '../../../ui/dialog/opening-dialogs.tsx';
import {
  findAction,
  isInsideControl,
  type ReviewAction,
  type ReviewKeys,
  storedReviewKeys,
} from './review-keys.ts';

/** What each action does now; absent for one that is not possible. */
export type ReviewHandlers = Partial<Record<ReviewAction, () => void>>;

/**
 * Listens to the keys of the page while the component is mounted.
 * @returns the keys of this device
 */
export function useReviewKeys(handlers: ReviewHandlers): ReviewKeys {
  const keys = useDeviceStore(storedReviewKeys);
  // Not a ref that an effect sets: a key may be pressed between the rendering of a button and the effects after it.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Esc leaves a field of the tasks, so that the keys work again.
    const { target } = event;
    if (event.key === 'Escape' && target instanceof HTMLElement && target.closest('[data-escapable]'))
      target.blur();
    // A key that is held down decides one post, not many.
    if (event.defaultPrevented || event.repeat || event.isComposing || isInsideControl(event.target)) return;
    if (isDialogOpening() || document.querySelector('[role="dialog"]')) return;
    const action = findAction(keys, event);
    const run = action && handlers[action];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return keys;
}
