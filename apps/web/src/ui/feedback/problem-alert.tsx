import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Icon } from '../display/icon.tsx';

/** What went wrong with a whole form, read aloud at once; nothing while all is well. */
export function ProblemAlert({ text }: { text: string | null }) {
  return (
    text !== null && (
      <Alert color="red" variant="light" role="alert" icon={<Icon icon={IconAlertTriangle} />}>
        {text}
      </Alert>
    )
  );
}
