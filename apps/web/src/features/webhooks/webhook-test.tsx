/** Whether a webhook works, and a test of its saved settings. */
import { testWebhook, type Webhook } from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { ChannelDetail, ChannelState } from '../../blocks/channels/channel-status.tsx';
import { ChannelTest } from '../../blocks/channels/channel-test.tsx';
import classes from './webhooks.module.css';

interface Props {
  webhook: Webhook;
  onTested: () => void;
}

/** The status with the button that tests it. */
export function WebhookTest({ webhook, onTested }: Props) {
  const { t } = useTranslation();
  const test = useCall(testWebhook, { onSuccess: onTested });
  const { status } = webhook;
  if (!status) return null;
  return (
    <section className={classes['test']} aria-label={t('channel.test.send')}>
      <p className={classes['status']}>
        <ChannelState state={status.state} /> <ChannelDetail status={status} />
      </p>
      {webhook.allowed_privileges.includes('update') && (
        <ChannelTest kind="webhook" run={() => test.mutateAsync({ params: { id: webhook.id } })} />
      )}
    </section>
  );
}
