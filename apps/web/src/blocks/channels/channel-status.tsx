/** Whether a channel works, by what happened last. keys: channel.state.* channel.error.* */
import type { ChannelError, ChannelStatus } from '@waypost/contract/channels/channels';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import classes from './channel-status.module.css';

/** The state with its light. The form of the light differs too, for people who see no colours. */
export function ChannelState({ state }: Pick<ChannelStatus, 'state'>) {
  const { t } = useTranslation();
  return (
    <span className={classes['state']} data-state={state}>
      <span className={classes['dot']} aria-hidden="true" />
      {t(`channel.state.${state}`)}
    </span>
  );
}

/** What failed, and what the other side said. */
export function ChannelErrorText({ error: { code, message } }: { error: ChannelError }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`channel.error.${code}`)}
      {message !== null && (
        <>
          {' '}
          {t('channel.said')}{' '}
          <q className={classes['words']} dir="auto">
            {message}
          </q>
        </>
      )}
    </>
  );
}

/** When it last worked, and since when and why it fails; nothing for a channel that was never used. */
export function ChannelDetail({ status }: { status: ChannelStatus }) {
  const { t } = useTranslation();
  const { last_success: lastSuccess, failing_since: failingSince, error } = status;
  if (lastSuccess === null && failingSince === null) return null;
  return (
    <span className={classes['detail']}>
      {failingSince !== null && (
        <span className={classes['problem']}>
          {t('channel.failingSince')} <RelativeTime date={failingSince} />.{' '}
          {error && <ChannelErrorText error={error} />}{' '}
        </span>
      )}
      {lastSuccess !== null && (
        <span>
          {t('channel.lastSuccess')} <RelativeTime date={lastSuccess} />
        </span>
      )}
    </span>
  );
}
