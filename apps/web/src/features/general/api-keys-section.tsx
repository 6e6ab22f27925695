/** Keys that other programs write with (wire 2.20): made, made anew, revoked. A key is shown once, when it is made. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '@waypost/contract/api-keys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemText, problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './api-keys-section.module.css';
import { NewKey } from './new-key.tsx';

interface Asked {
  what: 'renew' | 'revoke';
  of: ApiKey;
}

/** The last characters, by which keys are told apart. */
const endOf = ({ api_key }: ApiKey) => api_key.slice(-4);

export function ApiKeysSection() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(read(listApiKeys, {}, { quiet: true }));
  const [made, setMade] = useState<ApiKey | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const reload = () => cache.invalidateQueries({ queryKey: forResource('apikeys') });
  const make = useMutation({
    mutationFn: () => call(createApiKey, {}, { quiet: true }),
    onSuccess: (key) => {
      setMade(key);
      void reload();
    },
    onError: (failure) => notify('error', problemText(failure)),
  });

  async function confirm({ what, of }: Asked): Promise<void> {
    const params = { id: of.id };
    if (what === 'renew') setMade(await call(updateApiKey, { params }, { quiet: true }));
    else {
      await call(deleteApiKey, { params }, { quiet: true });
      if (made?.id === of.id) setMade(null);
      notify('success', t('apiKey.revoked', { end: endOf(of) }));
    }
    setAsked(null);
    await reload();
  }

  return (
    <FormSection title={t('apiKey.title')} lead={t('apiKey.lead')}>
      {made && <NewKey value={made.api_key} onHide={() => setMade(null)} />}
      {error && !data && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingList rows={1} height={56} />}
      {data?.results.length === 0 && <p className={classes['none']}>{t('apiKey.none')}</p>}
      {data && data.results.length > 0 && (
        <ul className={classes['keys']} aria-label={t('apiKey.title')}>
          {data.results.map((key) => (
            <li key={key.id} className={classes['key']}>
              <div className={classes['words']}>
                <code className={classes['end']} dir="ltr">
                  …{endOf(key)}
                </code>
                <span className={classes['when']}>
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
                aria-label={t('apiKey.renewThis', { end: endOf(key) })}
                onClick={() => setAsked({ what: 'renew', of: key })}
              >
                {t('apiKey.renew')}
              </Button>
              <Button
                variant="outline"
                color="red"
                aria-label={t('apiKey.revokeThis', { end: endOf(key) })}
                onClick={() => setAsked({ what: 'revoke', of: key })}
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
          leftSection={<Icon of={IconPlus} size={18} />}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {t('apiKey.create')}
        </Button>
        <TextLink to="/settings/api">{t('apiKey.docs')}</TextLink>
      </div>
      {asked && (
        <ConfirmDialog
          title={t(`apiKey.${asked.what}Question`, { end: endOf(asked.of) })}
          action={t(`apiKey.${asked.what}`)}
          onConfirm={() => confirm(asked)}
          textsOf={problemTexts}
          onClose={() => setAsked(null)}
        >
          {t(`apiKey.${asked.what}Text`)}
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
