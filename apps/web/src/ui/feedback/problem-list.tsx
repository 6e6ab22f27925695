/** The errors of a form that belong to no field; renders nothing without one. */
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Icon } from '../display/icon.tsx';

/** Lists form errors. @param problems texts to show, one per line */
export function ProblemList({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon icon={IconAlertTriangle} />}>
      {problems.map((text) => (
        <Text key={text} inherit>
          {text}
        </Text>
      ))}
    </Alert>
  );
}
