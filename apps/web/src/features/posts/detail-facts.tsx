/** What kind of post it is, from whom, when, by which way. keys: post.source.* */
import type { Post } from '@waypost/contract/posts';
import type { Survey } from '@waypost/contract/surveys';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../blocks/person/person-avatar.tsx';
import { useAuthor } from '../../blocks/post-card/use-author.ts';
import { StatusBadge } from '../../blocks/status-badge/status-badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './detail-facts.module.css';

export function DetailFacts({ post, survey }: { post: Post; survey: Survey | undefined }) {
  const { t } = useTranslation();
  const author = useAuthor(post);
  const source =
    post.source === 'sms' || post.source === 'email' || post.source === 'twitter' ? post.source : 'web';
  return (
    <div className={classes['about']}>
      <div className={classes['facts']}>
        <StatusBadge status={post.status} />
        {survey && (
          <span className={classes['survey']}>
            <span className={classes['dot']} style={{ background: markerColor(survey.color) }} />
            <span dir="auto">{survey.name}</span>
          </span>
        )}
      </div>
      <div className={classes['author']}>
        <PersonAvatar
          hash={undefined}
          // People without a name are not all the same person.
          name={post.user ? `${post.user.id} ${author}` : String(post.id)}
          size={36}
        />
        <span>
          <span dir="auto">{author}</span>
          <span className={classes['when']}>
            <RelativeTime date={post.post_date} /> · {t(`post.source.${source}`)}
          </span>
        </span>
      </div>
    </div>
  );
}
