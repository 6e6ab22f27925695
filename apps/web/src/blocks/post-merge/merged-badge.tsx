/** How many posts are merged into a post. */
import { IconArrowMerge } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { IconBadge } from '../../ui/display/icon-badge.tsx';

/** The badge. Renders nothing where no post is merged. */
export function MergedBadge({ merging }: Pick<Post, 'merging'>) {
  const { t } = useTranslation();
  if (!merging || merging.merged_count === 0) return null;
  return <IconBadge icon={IconArrowMerge}>{t('post.merged', { count: merging.merged_count })}</IconBadge>;
}
