/** Whether the messages of a sender are published at once. */
import '../post-record/record-labels.ts';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { readSender, type Sender, trustSender } from '@waypost/contract/posts/senders';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';

interface Props {
  postId: number;
  sender: Pick<Sender, 'trusted'>;
}

/** Renders nothing for senders who cannot be recognised by a number or address. keys: record.trust.* */
export default function SenderTrust({ postId, sender: { trusted } }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const params = { id: postId };
  const options = { invalidates: [buildCallKey(readSender, { params })], onError: notifyError };
  const textOf = (isTrusted: boolean) => t(isTrusted ? 'record.trust.on' : 'record.trust.off');
  // A call of its own: the first one is pending until the queries are fetched again.
  const undo = useCall(trustSender, {
    ...options,
    onSuccess: (sender) => notify('success', textOf(sender.trusted === true)),
  });
  const trust = useCall(trustSender, {
    ...options,
    onSuccess: (sender) =>
      notify('success', textOf(sender.trusted === true), {
        label: t('action.undo'),
        onClick: () => undo.mutate({ params, body: { trusted: sender.trusted !== true } }),
      }),
  });
  if (trusted === undefined) return null;
  return (
    <Switch
      size="md"
      checked={trusted}
      label={t('record.trust.label')}
      description={t('record.trust.hint')}
      onChange={(event) => trust.mutate({ params, body: { trusted: event.currentTarget.checked } })}
    />
  );
}
