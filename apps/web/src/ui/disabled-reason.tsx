import { Text } from '@mantine/core';

/**
 * Why a button is disabled; nothing while it is enabled. Must be the last child of the button group, which it does not move.
 * @param id for the button's `aria-describedby`
 */
export const DisabledReason = ({ id, text }: { id: string; text: string | null }) =>
  text !== null && (
    <Text id={id} size="sm" c="dimmed" flex="1 0 100%" ta="end">
      {text}
    </Text>
  );
