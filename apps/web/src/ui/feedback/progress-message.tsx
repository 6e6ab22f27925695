import { Group, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ProgressMessageProps {
  /** What is in progress; "Loading" by default. */
  text?: string;
  /** Progress as `done` of `total`, where it is known. */
  done?: number;
  total?: number;
}

/** A progress message, with numbers where they are known. */
export function ProgressMessage({ text, done, total }: ProgressMessageProps) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" component="output" wrap="nowrap">
      <Loader size="sm" aria-hidden="true" />
      <Text size="sm" c="dimmed" data-figures>
        {text ?? t('state.loading')}
        {done !== undefined && total !== undefined && ` ${t('state.progress', { done, of: total })}`}
      </Text>
    </Group>
  );
}
