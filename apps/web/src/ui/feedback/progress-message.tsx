import { Group, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ProgressMessageProps {
  /** What is being done; "Loading" when not said. */
  text?: string;
  /** How many of how many are done, where that is known. */
  done?: number;
  total?: number;
}

/** Says that something takes its time, with numbers where there are any. */
export function ProgressMessage({ text, done, total: of }: ProgressMessageProps) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" component="output" wrap="nowrap">
      <Loader size="sm" aria-hidden="true" />
      <Text size="sm" c="dimmed" data-figures>
        {text ?? t('state.loading')}
        {done !== undefined && of !== undefined && ` ${t('state.progress', { done, of })}`}
      </Text>
    </Group>
  );
}
