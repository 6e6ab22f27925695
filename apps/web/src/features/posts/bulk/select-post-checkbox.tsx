import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, type MantineSize } from '@mantine/core';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import type { PostSelection } from './use-post-selection.ts';

interface Props {
  post: Post;
  selection: PostSelection;
  size?: MantineSize;
}

/** Checkbox that selects one post in the list. */
export default function SelectPostCheckbox({ post, selection, size = 'sm' }: Props) {
  const { t } = useTranslation();
  return (
    <Checkbox
      size={size}
      aria-label={t('post.bulk.choose', { title: post.title || t('post.untitled') })}
      checked={selection.has(post.id)}
      onChange={(event) => selection.setSelected([post.id], event.currentTarget.checked)}
    />
  );
}
