import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { announce } from './announcer.tsx';
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
  const urgent = kind === 'error';
  const notice: NotificationData = {
    id: crypto.randomUUID(),
    message: text,
    color,
    icon: <Icon of={icon} size={18} />,
    // What is not urgent is said by the announcer, which waits its turn.
    role: urgent ? 'alert' : 'group',
    // The library waits for the pointer only; who reached the close button by keyboard must not lose it.
    onFocusCapture: () => void notifications.update({ ...notice, autoClose: false }),
    onBlurCapture: () => void notifications.update({ ...notice, autoClose }),
  };
  notifications.show(notice);
  if (!urgent) announce(text);
}

export default function NoticeArea() {
  return <Notifications autoClose={autoClose} position="top-right" limit={4} />;
}
