/** A post's status, always with a word and an icon, never by colour alone. keys: post.status.* */
import { IconArchive, IconCheck, IconHourglassEmpty, type TablerIcon } from '@tabler/icons-react';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { useTranslation } from 'react-i18next';
import { IconBadge } from '../../ui/display/icon-badge.tsx';
import classes from './status-badge.module.css';

const statusIcons: Record<PostStatus, TablerIcon> = {
  draft: IconHourglassEmpty,
  published: IconCheck,
  archived: IconArchive,
};

/** Shows the status with its icon. */
export function StatusBadge({ status }: { status: PostStatus }) {
  const { t } = useTranslation();
  return (
    <IconBadge icon={statusIcons[status]} className={classes['status']} data-status={status}>
      {t(`post.status.${status}`)}
    </IconBadge>
  );
}
