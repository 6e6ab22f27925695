/** Claiming by key: the report in front for longer, or the next one. */
import { limits } from '@waypost/contract/common/limits';
import { useTranslation } from 'react-i18next';
import { notify } from '../../ui/feedback/toast.tsx';
import { getDateFormat } from '../../ui/i18n/formats.ts';
import type { ReviewQueue } from './review-queue.ts';

/**
 * @returns claims the report in front anew and says until when it is held; without one, the next report, also after a pause. One that
 *   somebody else has taken meanwhile leaves the queue, which says so.
 */
export function useClaim(queue: ReviewQueue): () => Promise<void> {
  const { t, i18n } = useTranslation();
  return async () => {
    const { phase, current } = queue.getState();
    if (phase === 'paused') return queue.resume();
    if (!current) return queue.fill();
    const isRenewed = await queue.renew();
    if (!isRenewed) notify('error', t('problem.network'));
    else if (queue.getState().current?.post.id === current.post.id) {
      const end = new Date(Date.now() + limits.claimSeconds * 1000);
      const time = getDateFormat(i18n.language, { timeStyle: 'short' }).format(end);
      notify('success', t('review.claimed', { time }));
    }
  };
}
