import { Text } from '@mantine/core';

/**
 * Why the button above it is disabled; nothing while it is not. Last in the group of buttons, which it does not move.
 * @param id for the button's `aria-describedby`
 */
export const DisabledReason = ({ id, text }: { id: string; text: string | null }) =>
  text !== null && (
    <Text id={id} size="sm" c="dimmed" flex="1 0 100%" ta="end">
      {text}
    </Text>
  );
