import { markerColor } from '@waypost/survey-logic/post-display';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import { StatusBadge } from '../../blocks/status-badge/status-badge.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import type { TimeRange } from './time-range.ts';
import { useLatestPosts } from './use-activity-queries.ts';
import classes from './wall.module.css';

/** The latest reports; those that do not fit on the screen are cut off. */
export function WallPosts({ range }: { range: TimeRange }) {
  const { t } = useTranslation();
  const { data } = useLatestPosts(1, 20, range, { isPolling: true });
  return (
    <section className={classes['posts']} aria-labelledby="wall-posts">
      <h2 id="wall-posts">{t('activity.wall.latest')}</h2>
      {data?.results.length === 0 && <p className={classes['none']}>{t('activity.timeline.none')}</p>}
      <ol>
        {data?.results.map((post) => (
          <li key={post.id} style={{ '--survey-color': markerColor(post.color) } as React.CSSProperties}>
            <span className={classes['title']} dir="auto">
              {formatPostTitle(post, t)}
            </span>
            <span className={classes['about']}>
              <RelativeTime date={post.post_date} precision={post.date_precision} />
              {(post.status !== 'published' || post.public_from !== undefined) && <StatusBadge post={post} />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
