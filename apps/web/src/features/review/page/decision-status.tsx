import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { useSiteTimeFormat } from '../../../blocks/site-time/use-site-time-format.ts';
import classes from '../review-page.module.css';
import type { ReviewState } from '../review-types.ts';

/** The last decision, and what is still being saved. keys: review.done.* */
export function DecisionStatus({
  state: { lastDecision, unsavedCount, decidedCount, saveErrors },
}: {
  state: ReviewState;
}) {
  const { t } = useTranslation();
  const formatSiteTime = useSiteTimeFormat();
  if (unsavedCount > 0 && saveErrors.length > 0)
    return (
      <span className={classes['problem']}>
        {t('review.unsaved', { count: unsavedCount })} {saveErrors[0]}
      </span>
    );
  if (!lastDecision) return null;
  const { status, post } = lastDecision;
  return (
    <>
      <span className={classes['last']} dir="auto">
        {t(`review.done.${status}`, { title: formatPostTitle(post, t) })}
      </span>
      {status === 'published' && post.public_from && (
        <span>{t('post.seenBy.later', { date: formatSiteTime(post.public_from) })}</span>
      )}
      <span className={classes['count']} data-figures>
        {t('review.decided', { count: decidedCount })}
      </span>
    </>
  );
}
