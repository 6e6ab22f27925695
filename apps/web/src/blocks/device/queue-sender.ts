/** Sends the queued reports when it may succeed: at the start, when the network is back, after a login. */
import { t } from 'i18next';
import { queryClient } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { storedToken } from '../../api/tokens.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import './device-labels.ts';
import { type OnReportResult, sendQueuedReports } from './send-queue.ts';

const notifyResult: OnReportResult = ({ answers, state }) => {
  const title = answers.title.trim() || t('post.untitled');
  if (state === 'sent') {
    notify('success', t('device.notice.sent', { title }));
    void queryClient.invalidateQueries({ queryKey: buildResourceKey('posts') });
  } else {
    notify('error', t('device.notice.refused', { title }));
    // The survey may have changed since it was answered: the form must show its current state.
    void queryClient.invalidateQueries({ queryKey: buildResourceKey('forms'), refetchType: 'all' });
  }
};

/** Sends the queue now. */
export const sendQueueNow = (): void => void sendQueuedReports(notifyResult);

let isStarted = false;
/** Starts sending the queue, now and at each of these events. */
export function startQueueSender(): void {
  if (!isStarted) {
    isStarted = true;
    window.addEventListener('online', sendQueueNow);
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && sendQueueNow(),
    );
    storedToken.subscribe(sendQueueNow);
  }
  sendQueueNow();
}
