/** Has what waits on this device sent whenever there is a chance: at the start, when the line is back, after a login. */
import { t } from 'i18next';
import { queryClient } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import { keptToken } from '../../api/tokens.ts';
import { notify } from '../../ui/notice.tsx';
import './device-words.ts';
import { type OnOutcome, sendWaiting } from './send-waiting.ts';

const tell: OnOutcome = ({ answers, state }) => {
  const title = answers.title.trim() || t('post.untitled');
  if (state === 'sent') {
    notify('success', t('device.notice.sent', { title }));
    void queryClient.invalidateQueries({ queryKey: forResource('posts') });
  } else {
    notify('error', t('device.notice.refused', { title }));
    // The survey may have changed since it was answered: the form shows it as it is now.
    void queryClient.invalidateQueries({ queryKey: forResource('forms'), refetchType: 'all' });
  }
};

/** Tries now. */
export const sendNow = (): void => void sendWaiting(tell);

let isOn = false;
export function startSending(): void {
  if (!isOn) {
    isOn = true;
    window.addEventListener('online', sendNow);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sendNow());
    keptToken.subscribe(sendNow);
  }
  sendNow();
}
