/** Keys that other programs write with (API v3 §2.20): made, made anew, revoked. A key is shown once, when it is made. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '@waypost/contract/api-keys/api-keys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatErrorMessage, formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from './api-keys-section.module.css';
import { NewApiKey } from './new-api-key.tsx';

interface PendingAction {
  action: 'renew' | 'revoke';
  apiKey: ApiKey;
}

/** The last characters, by which keys are told apart. */
const getKeySuffix = ({ api_key }: ApiKey) => api_key.slice(-4);

export function ApiKeysSection() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(buildEndpointQuery(listApiKeys, {}, { quiet: true }));
  const [newKey, setNewKey] = useState<ApiKey | null>(null);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const reload = () => cache.invalidateQueries({ queryKey: buildResourceKey('apikeys') });
  const make = useMutation({
    mutationFn: () => call(createApiKey, {}, { quiet: true }),
    onSuccess: (key) => {
      setNewKey(key);
      void reload();
    },
    onError: (failure) => notify('error', formatErrorMessage(failure)),
  });

  async function confirm({ action: what, apiKey: of }: PendingAction): Promise<void> {
    const params = { id: of.id };
    if (what === 'renew') setNewKey(await call(updateApiKey, { params }, { quiet: true }));
    else {
      await call(deleteApiKey, { params }, { quiet: true });
      if (newKey?.id === of.id) setNewKey(null);
      notify('success', t('apiKey.revoked', { end: getKeySuffix(of) }));
    }
    setPending(null);
    await reload();
  }

  return (
    <FormSection title={t('apiKey.title')} lead={t('apiKey.lead')}>
      {newKey && <NewApiKey value={newKey.api_key} onHide={() => setNewKey(null)} />}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={1} height={56} />}
      {data?.results.length === 0 && <p className={classes['empty']}>{t('apiKey.none')}</p>}
      {data && data.results.length > 0 && (
        <ul className={classes['keys']} aria-label={t('apiKey.title')}>
          {data.results.map((key) => (
            <li key={key.id} className={classes['key']}>
              <div className={classes['content']}>
                <code className={classes['keySuffix']} dir="ltr">
                  …{getKeySuffix(key)}
                </code>
                <span className={classes['dates']}>
                  {t('apiKey.made')} <RelativeTime date={key.updated ?? key.created} />
                  {' · '}
                  {key.last_used ? (
                    <>
                      {t('apiKey.used')} <RelativeTime date={key.last_used} />
                    </>
                  ) : (
                    t('apiKey.unused')
                  )}
                </span>
              </div>
              <Button
                variant="default"
                aria-label={t('apiKey.renewThis', { end: getKeySuffix(key) })}
                onClick={() => setPending({ action: 'renew', apiKey: key })}
              >
                {t('apiKey.renew')}
              </Button>
              <Button
                variant="outline"
                color="red"
                aria-label={t('apiKey.revokeThis', { end: getKeySuffix(key) })}
                onClick={() => setPending({ action: 'revoke', apiKey: key })}
              >
                {t('apiKey.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes['actions']}>
        <Button
          variant="default"
          size="md"
          leftSection={<Icon icon={IconPlus} size={18} />}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {t('apiKey.create')}
        </Button>
        <TextLink to="/settings/api">{t('apiKey.docs')}</TextLink>
      </div>
      {pending && (
        <ConfirmDialog
          title={t(`apiKey.${pending.action}Question`, { end: getKeySuffix(pending.apiKey) })}
          confirmLabel={t(`apiKey.${pending.action}`)}
          onConfirm={() => confirm(pending)}
          formatErrors={formatErrorMessages}
          onClose={() => setPending(null)}
        >
          {t(`apiKey.${pending.action}Text`)}
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
