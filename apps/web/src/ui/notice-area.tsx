import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { t } from 'i18next';
import { Icon } from './icon.tsx';

const looks = {
  success: { color: 'green', icon: IconCheck },
  info: { color: 'accent', icon: IconInfoCircle },
  error: { color: 'red', icon: IconAlertTriangle },
} as const;

export type NoticeKind = keyof typeof looks;

/** Milliseconds (spec 1 §9). */
const autoClose = 5000;

/** Use `notify`, which fetches this. */
export function show(kind: NoticeKind, text: string): void {
  const { color, icon } = looks[kind];
  const notice: NotificationData = {
    id: crypto.randomUUID(),
    message: text,
    color,
    icon: <Icon of={icon} size={18} />,
    role: kind === 'error' ? 'alert' : 'group',
    closeButtonProps: { 'aria-label': t('action.close') },
    // The library waits for the pointer only; who reached the close button by keyboard must not lose it.
    onFocusCapture: () => void notifications.update({ ...notice, autoClose: false }),
    onBlurCapture: () => void notifications.update({ ...notice, autoClose }),
  };
  notifications.show(notice);
}

export default function NoticeArea() {
  // The area is there before what comes into it: only then is what is not urgent read aloud for sure.
  return <Notifications aria-live="polite" autoClose={autoClose} position="top-right" limit={4} />;
}
