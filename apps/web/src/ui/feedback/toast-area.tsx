import {
  type NotificationData,
  Notifications,
  notifications,
  useNotifications,
} from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { t } from 'i18next';
import { useEffect, useState } from 'react';
import { watchLostFocus } from '../browser/lost-focus.ts';
import { createRandomId } from '../browser/random-id.ts';
import { Icon } from '../display/icon.tsx';
import classes from './toast-area.module.css';

/** Colour and icon of each kind of toast. */
const toastStyles = {
  success: { color: 'green', icon: IconCheck },
  info: { color: 'accent', icon: IconInfoCircle },
  error: { color: 'red', icon: IconAlertTriangle },
} as const;

/** Errors are read aloud at once. */
export type ToastKind = keyof typeof toastStyles;

/** A button in a toast. */
export interface ToastAction {
  label: string;
  onClick: () => void;
}

/** Milliseconds (spec 1 §9); four times as long when the toast has a button. */
const autoCloseMs = 5000;
const autoCloseWithActionMs = 20_000;

/** Ids of the short messages that are shown: the next one replaces them. Errors and ends of long tasks stay beside it. */
let replaceableIds: string[] = [];

/** Shows a toast. Call `notify` instead, which loads this module. */
export function showToast(
  kind: ToastKind,
  text: string,
  action?: ToastAction | readonly ToastAction[],
  onEnd?: () => void,
): () => void {
  const { color, icon } = toastStyles[kind];
  const actions = action ? [action].flat() : [];
  // Several actions mark the end of a long task, which the user may not have watched: such a toast stays.
  const autoClose = actions.length > 1 ? false : actions.length > 0 ? autoCloseWithActionMs : autoCloseMs;
  const id = createRandomId();
  let isActionChosen = false;
  if (kind !== 'error') {
    for (const shownId of replaceableIds) notifications.hide(shownId);
    replaceableIds = autoClose === false ? [] : [id];
  }
  const notice: NotificationData = {
    id,
    autoClose,
    message:
      actions.length > 0 ? (
        <>
          {text}
          {actions.map(({ label, onClick }) => (
            <span key={label}>
              {' '}
              <button
                type="button"
                className={classes['action']}
                onClick={() => {
                  isActionChosen = true;
                  notifications.hide(id);
                  onClick();
                }}
              >
                {label}
              </button>
            </span>
          ))}
        </>
      ) : (
        text
      ),
    color,
    icon: <Icon icon={icon} size={18} />,
    onClose: () => {
      if (!isActionChosen) onEnd?.();
    },
    role: kind === 'error' ? 'alert' : 'group',
    closeButtonProps: { 'aria-label': t('action.close') },
    // Mantine stops the timer only for the pointer; a toast must not close while the keyboard focus is in it.
    onFocusCapture: () => void notifications.update({ ...notice, autoClose: false }),
    onBlurCapture: () => void notifications.update({ ...notice, autoClose }),
  };
  notifications.show(notice);
  return () => void notifications.hide(id);
}

/** Removes all toasts. Call `clearNotices` instead. */
export const clear = (): void => notifications.clean();

/** Pixels between the toasts, the page's edge, and a dialog. */
const gap = 16;

/**
 * Writes the height of the toasts into the CSS variable `--wp-notices`: an open dialog ends above them. Scrolls the focused
 * element of the dialog back into view.
 */
function useNoticesHeight(): void {
  const isEmpty = useNotifications().notifications.length === 0;
  // Starts with the first toast, when the area exists, and goes on while the last toast fades out.
  const [isMeasured, setMeasured] = useState(false);
  if (!isEmpty && !isMeasured) setMeasured(true);
  useEffect(() => {
    if (!isMeasured) return undefined;
    const area = document.querySelector('[data-notices][data-position="bottom-center"]');
    if (!area) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry && entry.contentRect.height > 0 ? entry.contentRect.height + 2 * gap : 0;
      document.documentElement.style.setProperty('--wp-notices', `${Math.ceil(height)}px`);
      const focused = document.activeElement;
      if (height > 0 && focused?.closest('.mantine-Modal-body')) focused.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, [isMeasured]);
}

/** The live region in which toasts appear. */
export default function ToastArea() {
  useNoticesHeight();
  // Here, since every page loads this module after its first screen.
  useEffect(watchLostFocus, []);
  // The live region exists before its first content: only then do screen readers announce polite messages reliably.
  return (
    <Notifications
      aria-live="polite"
      autoClose={autoCloseMs}
      position="bottom-center"
      limit={4}
      data-notices
      className={classes['area'] ?? ''}
    />
  );
}
