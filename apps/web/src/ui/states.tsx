/** What a screen shows instead of its content: nothing there, something failed, still loading. */
import { Alert, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import classes from './states.module.css';

interface EmptyProps {
  title: string;
  /** What will appear here. */
  children?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyProps) {
  return (
    <Stack className={classes['empty']} gap="xs">
      <Text fw={550}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

interface ErrorProps {
  /** Sentences from `problemTexts`. */
  texts: readonly string[];
  onRetry?: () => void;
}

export function ErrorState({ texts, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" icon={<Icon of={IconAlertTriangle} />} role="alert" m="md">
      <Stack gap="xs" align="flex-start">
        {texts.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        {onRetry && (
          <Button size="sm" variant="default" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The shape of a list that is on its way. */
export function LoadingList({ rows = 5, height = 84 }: { rows?: number; height?: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" p="md" component="output">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}
