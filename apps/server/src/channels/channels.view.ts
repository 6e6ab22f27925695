/** The status of a channel as the API returns it. */
import {
  type ChannelErrorCode,
  type ChannelStatus,
  channelErrorCodes,
} from '@waypost/contract/channels/channels';
import { toApiDateOrNull } from '../kernel/http/api-format.ts';
import type { ChannelHealthRow } from './channels.sql.ts';

const toErrorCode = (code: string | null): ChannelErrorCode =>
  channelErrorCodes.find((it) => it === code) ?? 'other';

const latest = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);

/**
 * The status of a channel.
 * @param setup whether it is switched on and complete
 * @param health what is stored of it, if it was used
 * @param lastReceived when a message last arrived, for channels that also receive
 */
export function viewChannelStatus(
  setup: 'off' | 'not-configured' | 'configured',
  health: ChannelHealthRow | undefined,
  lastReceived: Date | null = null,
): ChannelStatus {
  const lastSuccess = latest(health?.last_success ?? null, lastReceived);
  const last_success = toApiDateOrNull(lastSuccess);
  if (setup !== 'configured') return { state: setup, last_success, failing_since: null, error: null };
  if (health?.failing_since)
    return {
      state: 'failing',
      last_success,
      failing_since: toApiDateOrNull(health.failing_since),
      error: { code: toErrorCode(health.error_code), message: health.error_message },
    };
  return { state: lastSuccess ? 'working' : 'unused', last_success, failing_since: null, error: null };
}
