/** Where the link in a mail leads: what would end, and the button that ends it. No login is asked for. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { readUnsubscription, type Unsubscription, unsubscribe } from '@waypost/contract/notifications';
import { Trans, useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { problemText, problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { useLoadedWords } from '../../ui/i18n.ts';
import { PageMessage } from '../../ui/page-message.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import './unsubscribe-words.ts';
import classes from './unsubscribe-page.module.css';

/** @param linkKey of the link */
export function UnsubscribePage({ linkKey }: { linkKey: string }) {
  useLoadedWords();
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(
    read(readUnsubscription, { params: { key: linkKey } }, { quiet: true }),
  );
  const isUnknown = isApiError(error) && error.status === 404;
  return (
    <main className={classes['page']}>
      {isUnknown && (
        <PageMessage title={t('unsubscribe.unknown.title')}>{t('unsubscribe.unknown.text')}</PageMessage>
      )}
      {error && !isUnknown && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingList rows={1} height={160} />}
      {data && <Asked linkKey={linkKey} about={data} />}
    </main>
  );
}

function Asked({ linkKey, about }: { linkKey: string; about: Unsubscription }) {
  const { t } = useTranslation();
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => call(unsubscribe, { params: { key: linkKey } }, { quiet: true }),
  });
  const { site, address, all, set, ended } = data ?? about;
  if (ended)
    return (
      <PageMessage title={t('unsubscribe.done.title')}>
        {all ? t('unsubscribe.done.all', { site, address }) : t('unsubscribe.done.one')}
      </PageMessage>
    );
  return (
    <Stack gap="md" className={classes['asked']}>
      <ScreenTitle title={all ? t('unsubscribe.all.title') : t('unsubscribe.one.title')} />
      <Text>
        {all ? (
          t('unsubscribe.all.text', { site, address })
        ) : (
          <Trans i18nKey="unsubscribe.one.text" values={{ site, set }} components={{ name: <bdi /> }} />
        )}
      </Text>
      <ProblemAlert text={error ? problemText(error) : null} />
      <Group>
        <Button size="md" loading={isPending} onClick={() => mutate()}>
          {t('unsubscribe.stop')}
        </Button>
      </Group>
    </Stack>
  );
}
