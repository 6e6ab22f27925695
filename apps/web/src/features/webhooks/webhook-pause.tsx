/** Whether a webhook is told at all. One that failed too often pauses by itself; what happens meanwhile is kept for it. */
import { Button } from '@mantine/core';
import { updateWebhook, type Webhook } from '@waypost/contract/webhooks/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notifyError } from '../../api/notify-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { mayReadContent } from './may-read-content.ts';
import classes from './webhooks.module.css';

export function WebhookPause({ webhook, onChanged }: { webhook: Webhook; onChanged: () => void }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const { paused } = webhook;
  // Another server has no such thing.
  if (paused === undefined) return null;
  async function change() {
    setBusy(true);
    try {
      const body = { paused: !paused };
      await call(updateWebhook, { params: { id: webhook.id }, body }, { quiet: true });
      notify('success', t(paused ? 'webhook.paused.goneOn' : 'webhook.paused.done', { name: webhook.name }));
      onChanged();
      await queryClient.invalidateQueries({ queryKey: buildResourceKey('webhooks') });
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  }
  // Who lets it go on answers for what it sends.
  const mayChange =
    webhook.allowed_privileges.includes('update') &&
    (webhook.pause_reason !== 'owner' || mayReadContent(webhook));
  return (
    <section
      className={classes['pauseStatus']}
      data-paused={paused ? true : undefined}
      aria-label={t('webhook.paused.label')}
    >
      <p>
        {paused ? (
          <>
            <strong>{t('webhook.paused.since')}</strong> <RelativeTime date={paused} />.{' '}
            {webhook.pause_reason === 'owner'
              ? t('webhook.paused.whyOwner')
              : (webhook.failures ?? 0) > 0 && t('webhook.paused.why', { count: webhook.failures ?? 0 })}{' '}
            {t('webhook.paused.kept')}
          </>
        ) : (
          t('webhook.paused.on')
        )}
      </p>
      {mayChange && (
        <Button size="md" variant="default" loading={isBusy} onClick={() => void change()}>
          {t(paused ? 'webhook.paused.goOn' : 'webhook.paused.pause')}
        </Button>
      )}
    </section>
  );
}
