import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Icon } from '../display/icon.tsx';

/** An error that concerns a whole form, announced at once; renders nothing without one. */
export function ProblemAlert({ text }: { text: string | null }) {
  return (
    text !== null && (
      <Alert color="red" variant="light" role="alert" icon={<Icon icon={IconAlertTriangle} />}>
        {text}
      </Alert>
    )
  );
}
