import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Icon } from './icon.tsx';

const looks = {
  success: { color: 'green', icon: IconCheck },
  info: { color: 'accent', icon: IconInfoCircle },
  error: { color: 'red', icon: IconAlertTriangle },
} as const;

export type NoticeKind = keyof typeof looks;

/** Use `notify`, which fetches this. */
export function show(kind: NoticeKind, text: string): void {
  const { color, icon } = looks[kind];
  notifications.show({
    message: text,
    color,
    icon: <Icon of={icon} size={18} />,
    role: kind === 'error' ? 'alert' : 'status',
  });
}

export default function NoticeArea() {
  return <Notifications autoClose={5000} position="top-right" limit={4} />;
}
