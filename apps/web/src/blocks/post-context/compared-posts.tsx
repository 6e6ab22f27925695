/** A list of other reports, each with what it has in common with the current one. */
import { Button } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import type { DuplicateReason } from '@waypost/contract/review/post-context';
import { useTranslation } from 'react-i18next';
import list from '../../ui/display/divided-list.module.css';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import { formatPostTitle } from '../post-card/post-title.ts';
import { formatDistance, formatTimeDifference } from './format-comparison.ts';
import type { RelatedPost } from './list-related-posts.ts';
import classes from './post-context.module.css';

/** Place and time are shown by a distance and a duration. */
const isNamed = (reason: DuplicateReason) => reason !== 'place' && reason !== 'time';

/** What two reports have in common, in words. keys: context.picture context.words context.sender */
function useComparisonText() {
  const { t, i18n } = useTranslation();
  return ({ distance, seconds_later, reasons }: RelatedPost): string => {
    const parts = reasons.filter(isNamed).map((reason) => t(`context.${reason}`));
    if (distance !== null)
      parts.push(
        distance === 0
          ? t('context.samePlace')
          : t('context.away', { distance: formatDistance(distance, i18n.language) }),
      );
    if (seconds_later !== undefined) {
      const duration = formatTimeDifference(seconds_later, i18n.language);
      parts.push(duration === null ? t('context.sameTime') : t('context.apart', { duration }));
    }
    return parts.join(' · ');
  };
}

interface Props {
  posts: readonly RelatedPost[];
  /** The numbers are those of the points on the map. */
  isNumbered: boolean;
  /** Opens the dialog that merges a post with the current one. */
  onMerge: (postId: number) => void;
}

/** Renders the list. Links open another window, so that the current report stays. keys: post.status.* */
export function ComparedPosts({ posts, isNumbered, onMerge }: Props) {
  const { t } = useTranslation();
  const describe = useComparisonText();
  return (
    <ol className={`${list['list']} ${classes['posts']}`} data-numbered={isNumbered || undefined}>
      {posts.map((post) => (
        <li key={post.id}>
          <TextLink to="/posts/$postId" params={{ postId: String(post.id) }} target="_blank" dir="auto">
            {formatPostTitle(post, t)}
          </TextLink>
          {post.isPossibleDuplicate && <strong>{t('context.possibleDuplicate')}</strong>}
          <span className={classes['reasons']}>{describe(post)}</span>
          <span className={list['meta']}>
            {t(`post.status.${post.status}`)}
            {' · '}
            {post.post_date !== undefined && <RelativeTime date={post.post_date} />}
            {post.created !== undefined && (
              <>
                {t('post.received')} <RelativeTime date={post.created} />
              </>
            )}
          </span>
          <Button
            variant="default"
            size="compact-sm"
            className={classes['merge'] ?? ''}
            aria-label={t('merge.withTitle', { title: formatPostTitle(post, t) })}
            leftSection={<Icon icon={IconArrowMerge} size={16} />}
            onClick={() => onMerge(post.id)}
          >
            {t('merge.with')}
          </Button>
        </li>
      ))}
    </ol>
  );
}
