import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import type { ReviewState } from '../review-types.ts';

const noticeTypes = {
  undone: 'success',
  'change-undone': 'success',
  returned: 'error',
  'change-kept': 'error',
  taken: 'info',
  'decided-otherwise': 'info',
} as const;

/** Tells what happened to reports that are no longer shown. keys: review.notice.* */
export function useNotices({ notice }: ReviewState): void {
  const { t } = useTranslation();
  const shown = useRef(notice?.number ?? 0);
  useEffect(() => {
    if (!notice || notice.number === shown.current) return;
    shown.current = notice.number;
    const title = formatPostTitle(notice.post, t);
    const text = [t(`review.notice.${notice.kind}`, { title }), ...notice.reasons].join(' ');
    notify(noticeTypes[notice.kind], text);
  }, [notice, t]);
}
