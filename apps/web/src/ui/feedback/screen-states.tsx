/** States of a screen without content: empty, failed, loading. */
import { Alert, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../display/icon.tsx';
import classes from './screen-states.module.css';

interface EmptyStateProps {
  title: string;
  /** What will appear here. */
  children?: ReactNode;
  /** The main action, such as creating the first entry. */
  action?: ReactNode;
}

/** Shown instead of an empty list. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
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

interface ErrorStateProps {
  /** Sentences from `formatErrorMessages`. */
  messages: readonly string[];
  onRetry?: () => void;
}

/** Shown when content could not be loaded; read aloud at once. */
export function ErrorState({ messages, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" icon={<Icon icon={IconAlertTriangle} />} role="alert" m="md">
      <Stack gap="xs" align="flex-start">
        {messages.map((text) => (
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

/** A placeholder while a list is loading. */
export function ListSkeleton({ rows = 5, height = 84 }: { rows?: number; height?: number }) {
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
