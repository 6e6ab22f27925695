/** The page of the unsubscribe link in mails: what would end, and a button that ends it. Needs no login. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  readUnsubscription,
  type Unsubscription,
  unsubscribe,
} from '@waypost/contract/notifications/notifications';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorMessage, formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { PageMessage } from '../../ui/layout/page-message.tsx';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import './unsubscribe-labels.ts';
import { useCall } from '../../api/use-call.ts';
import classes from './unsubscribe-page.module.css';

/** @param linkKey the key in the link */
export function UnsubscribePage({ linkKey }: { linkKey: string }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(
    buildEndpointQuery(readUnsubscription, { params: { key: linkKey } }),
  );
  const isUnknown = isApiError(error) && error.status === 404;
  return (
    <main className={classes['page']}>
      {isUnknown && (
        <PageMessage title={t('unsubscribe.unknown.title')}>{t('unsubscribe.unknown.text')}</PageMessage>
      )}
      {error && !isUnknown && (
        <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSkeleton rows={1} height={160} />}
      {data && <UnsubscribeForm linkKey={linkKey} about={data} />}
    </main>
  );
}

function UnsubscribeForm({ linkKey, about }: { linkKey: string; about: Unsubscription }) {
  const { t } = useTranslation();
  const { data, error, mutate, isPending } = useCall(unsubscribe, { invalidates: [] });
  const { site, address, all, set, ended } = data ?? about;
  if (ended)
    return (
      <PageMessage title={t('unsubscribe.done.title')}>
        {all ? t('unsubscribe.done.all', { site, address }) : t('unsubscribe.done.one')}
      </PageMessage>
    );
  return (
    <Stack gap="md" className={classes['question']}>
      <ScreenTitle title={all ? t('unsubscribe.all.title') : t('unsubscribe.one.title')} />
      <Text>{t(all ? 'unsubscribe.all.text' : 'unsubscribe.one.text', { site, address, set })}</Text>
      <ProblemAlert text={error ? formatErrorMessage(error) : null} />
      <Group>
        <Button size="md" loading={isPending} onClick={() => mutate({ params: { key: linkKey } })}>
          {t('unsubscribe.stop')}
        </Button>
      </Group>
    </Stack>
  );
}
