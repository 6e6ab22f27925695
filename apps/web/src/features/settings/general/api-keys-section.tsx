/** API keys of other programs (API v3 §2.20): creates, renews and revokes them. A key is shown only when it is created. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '@waypost/contract/api-keys/api-keys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useCall } from '../../../api/use-call.ts';
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

/** The last characters, which identify a key. */
const getKeySuffix = ({ api_key }: ApiKey) => api_key.slice(-4);

/** The section of the general settings. */
export function ApiKeysSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(buildEndpointQuery(listApiKeys, {}));
  const [newKey, setNewKey] = useState<ApiKey | null>(null);
  const [confirming, setConfirming] = useState<PendingAction | null>(null);
  const create = useCall(createApiKey, {
    onSuccess: (key) => setNewKey(key),
    onError: (failure) => notify('error', formatErrorMessage(failure)),
  });
  const renew = useCall(updateApiKey, {
    onSuccess(key) {
      setNewKey(key);
      setConfirming(null);
    },
  });
  const revoke = useCall(deleteApiKey, {
    onSuccess(key) {
      if (newKey?.id === key.id) setNewKey(null);
      notify('success', t('apiKey.revoked', { end: getKeySuffix(key) }));
      setConfirming(null);
    },
  });

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
                onClick={() => setConfirming({ action: 'renew', apiKey: key })}
              >
                {t('apiKey.renew')}
              </Button>
              <Button
                variant="outline"
                color="red"
                aria-label={t('apiKey.revokeThis', { end: getKeySuffix(key) })}
                onClick={() => setConfirming({ action: 'revoke', apiKey: key })}
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
          loading={create.isPending}
          onClick={() => create.mutate({})}
        >
          {t('apiKey.create')}
        </Button>
        <TextLink to="/settings/api">{t('apiKey.docs')}</TextLink>
      </div>
      {confirming && (
        <ConfirmDialog
          title={t(`apiKey.${confirming.action}Question`, { end: getKeySuffix(confirming.apiKey) })}
          confirmLabel={t(`apiKey.${confirming.action}`)}
          onConfirm={() =>
            (confirming.action === 'renew' ? renew : revoke).mutateAsync({
              params: { id: confirming.apiKey.id },
            })
          }
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(null)}
        >
          {t(`apiKey.${confirming.action}Text`)}
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
