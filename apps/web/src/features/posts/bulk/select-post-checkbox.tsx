import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import type { PostSelection } from './use-post-selection.ts';

interface Props {
  post: Post;
  selection: PostSelection;
}

/** Checkbox that selects one post in the list. */
export default function SelectPostCheckbox({ post, selection }: Props) {
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t('post.bulk.choose', { title: formatPostTitle(post, t) })}
      checked={selection.has(post.id)}
      onChange={(event) => selection.setSelected([post.id], event.currentTarget.checked)}
    />
  );
}
