/** A post's status, always with a word and an icon, never by colour alone. keys: post.status.* */
import { IconArchive, IconCheck, IconClock, IconHourglassEmpty, type TablerIcon } from '@tabler/icons-react';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { IconBadge } from '../../ui/display/icon-badge.tsx';
import { useSiteTimeFormat } from '../site-time/use-site-time-format.ts';
import classes from './status-badge.module.css';

const statusIcons: Record<PostStatus, TablerIcon> = {
  draft: IconHourglassEmpty,
  published: IconCheck,
  archived: IconArchive,
};

/** Shows the status with its icon, and for a published post that is public only later from when on. */
export function StatusBadge({
  post: { status, public_from },
}: {
  post: Pick<Post, 'status' | 'public_from'>;
}) {
  const { t } = useTranslation();
  const formatSiteTime = useSiteTimeFormat();
  const isDelayed = status === 'published' && public_from !== undefined;
  return (
    <IconBadge
      icon={isDelayed ? IconClock : statusIcons[status]}
      className={classes['status']}
      data-status={isDelayed ? 'delayed' : status}
    >
      {isDelayed ? t('post.seenBy.later', { date: formatSiteTime(public_from) }) : t(`post.status.${status}`)}
    </IconBadge>
  );
}
