/** Pauses and resumes a webhook. One that failed too often is paused automatically; its events are kept meanwhile. */
import { Button } from '@mantine/core';
import { updateWebhook, type Webhook } from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { useCall } from '../../api/use-call.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { mayReadContent } from './may-read-content.ts';
import classes from './webhooks.module.css';

/** The state, with a button to change it. */
export function WebhookPause({ webhook, onChanged }: { webhook: Webhook; onChanged: () => void }) {
  const { t } = useTranslation();
  const { paused } = webhook;
  const update = useCall(updateWebhook, {
    onSuccess() {
      notify('success', t(paused ? 'webhook.paused.resumed' : 'webhook.paused.done', { name: webhook.name }));
      onChanged();
    },
    onError: notifyError,
  });
  // Other servers cannot pause webhooks.
  if (paused === undefined) return null;
  // The user who resumes it is responsible for what it sends.
  const canToggle =
    webhook.allowed_privileges.includes('update') &&
    (webhook.pause_reason !== 'owner' || mayReadContent(webhook));
  const toggle = () => update.mutate({ params: { id: webhook.id }, body: { paused: !paused } });
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
              ? `${t('webhook.paused.whyOwner')} ${t(canToggle ? 'webhook.paused.youResume' : 'webhook.paused.whoResumes')}`
              : (webhook.failures ?? 0) > 0 && t('webhook.paused.why', { count: webhook.failures ?? 0 })}{' '}
            {t('webhook.paused.kept')}
          </>
        ) : (
          t('webhook.paused.on')
        )}
      </p>
      {canToggle && (
        <Button size="md" variant="default" loading={update.isPending} onClick={toggle}>
          {t(paused ? 'webhook.paused.resume' : 'webhook.paused.pause')}
        </Button>
      )}
    </section>
  );
}
