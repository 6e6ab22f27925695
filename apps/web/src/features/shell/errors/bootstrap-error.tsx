import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import classes from './bootstrap-error.module.css';

/** Shown when the app cannot load its configuration: the error of the server and a retry button (spec 1 §8). */
export function BootstrapError({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main className={classes['page']}>
      <Stack gap="md" align="flex-start" role="alert">
        <ScreenTitle title={t('error.bootstrap.title')} />
        <Text>{formatErrorMessages(problem)[0]}</Text>
        <Text c="dimmed">{t('error.bootstrap.text')}</Text>
        <Button size="md" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </Stack>
    </main>
  );
}
