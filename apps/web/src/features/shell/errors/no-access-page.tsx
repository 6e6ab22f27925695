import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { logout, refreshAccount, useAccount } from '../../../api/session.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import { PageMessage } from '../../../ui/layout/page-message.tsx';

/** Shown to an account whose role has no permission in a private deployment: what is missing and who can grant it. */
export function NoAccessPage() {
  const { t } = useTranslation();
  const account = useAccount();
  const cache = useQueryClient();
  const retry = useAsyncAction<void, void>(
    async () => {
      await refreshAccount();
      await cache.resetQueries();
    },
    { onError: (error) => notify('error', formatErrorMessage(error)) },
  );
  return (
    <main>
      <PageMessage
        title={t('error.noAccess.title')}
        hasMapLink={false}
        action={
          <>
            <Button size="md" loading={retry.isPending} onClick={() => retry.mutate()}>
              {t('error.noAccess.retry')}
            </Button>
            <Button size="md" variant="default" onClick={logout}>
              {t('nav.logout')}
            </Button>
          </>
        }
      >
        {t('error.noAccess.text')}{' '}
        <Text span dir="auto">
          {t('nav.loggedInAs', { name: account?.realname ?? account?.email })}
        </Text>
      </PageMessage>
    </main>
  );
}
