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
import { createRandomId } from '../browser/random-id.ts';
import { Icon } from '../display/icon.tsx';
import classes from './toast-area.module.css';

const toastStyles = {
  success: { color: 'green', icon: IconCheck },
  info: { color: 'accent', icon: IconInfoCircle },
  error: { color: 'red', icon: IconAlertTriangle },
} as const;

export type ToastKind = keyof typeof toastStyles;

export interface ToastAction {
  label: string;
  onClick: () => void;
}

/** Milliseconds (spec 1 §9); four times as long when something has to be decided and reached. */
const autoCloseMs = 5000;
const autoCloseWithActionMs = 20_000;

/** Use `notify`, which fetches this. */
export function showToast(
  kind: ToastKind,
  text: string,
  action?: ToastAction | readonly ToastAction[],
): void {
  const { color, icon } = toastStyles[kind];
  const actions = action ? [action].flat() : [];
  // Several ways on are the end of long work, which may have come while nobody looked.
  const autoClose = actions.length > 1 ? false : actions.length > 0 ? autoCloseWithActionMs : autoCloseMs;
  const id = createRandomId();
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
    role: kind === 'error' ? 'alert' : 'group',
    closeButtonProps: { 'aria-label': t('action.close') },
    // The library waits for the pointer only; who reached the close button by keyboard must not lose it.
    onFocusCapture: () => void notifications.update({ ...notice, autoClose: false }),
    onBlurCapture: () => void notifications.update({ ...notice, autoClose }),
  };
  notifications.show(notice);
}

export const clear = (): void => notifications.clean();

/** Pixels between the notices, the page's edge, and a dialog. */
const gap = 16;

/**
 * Tells the style sheets how high the notices are (`--wp-notices`): they stand below an open dialog, which ends above them.
 * What has the focus in the dialog stays in sight.
 */
function useNoticesHeight(): void {
  const isEmpty = useNotifications().notifications.length === 0;
  // The area is drawn by then; it is measured from there on, also while the last notice is on its way out.
  const [isMeasured, setMeasured] = useState(false);
  if (!isEmpty && !isMeasured) setMeasured(true);
  useEffect(() => {
    if (!isMeasured) return undefined;
    const area = document.querySelector('[data-notices][data-position="top-right"]');
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

export default function ToastArea() {
  useNoticesHeight();
  // The area is there before what comes into it: only then is what is not urgent read aloud for sure.
  return (
    <Notifications
      aria-live="polite"
      autoClose={autoCloseMs}
      position="top-right"
      limit={4}
      data-notices
      className={classes['area'] ?? ''}
    />
  );
}
