import { Text } from '@mantine/core';

/**
 * Why the button beside it is disabled; nothing while it is not.
 * @param id for the button's `aria-describedby`
 */
export const DisabledReason = ({ id, text }: { id: string; text: string | null }) =>
  text !== null && (
    <Text id={id} size="sm" c="dimmed" flex="1 1 12rem">
      {text}
    </Text>
  );
