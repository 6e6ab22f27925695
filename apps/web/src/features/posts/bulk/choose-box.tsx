import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, type MantineSize } from '@mantine/core';
import type { Post } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import type { Selection } from './use-selection.ts';

interface Props {
  post: Post;
  selection: Selection;
  size?: MantineSize;
}

/** Chooses one post of several. */
export default function ChooseBox({ post, selection, size = 'sm' }: Props) {
  const { t } = useTranslation();
  return (
    <Checkbox
      size={size}
      aria-label={t('post.bulk.choose', { title: post.title || t('post.untitled') })}
      checked={selection.has(post.id)}
      onChange={(event) => selection.set([post.id], event.currentTarget.checked)}
    />
  );
}
