/** Short news at the edge of the screen; gone after five seconds unless pointed at (spec 1 §9). */
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Icon } from './icon.tsx';

const looks = {
  success: { color: 'green', icon: IconCheck },
  info: { color: 'accent', icon: IconInfoCircle },
  error: { color: 'red', icon: IconAlertTriangle },
} as const;

/** @param text translated. Errors interrupt a screen reader, other news wait. */
export function notify(kind: keyof typeof looks, text: string): void {
  const { color, icon } = looks[kind];
  notifications.show({
    message: text,
    color,
    icon: <Icon of={icon} size={18} />,
    autoClose: 5000,
    role: kind === 'error' ? 'alert' : 'status',
  });
}
