import { UnstyledButton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './new-posts-banner.module.css';
import { useNewPostCount } from './use-posts.ts';

interface Props {
  search: PostSearch;
  posts: readonly Post[];
  /** When the list was fetched, in milliseconds since the epoch. */
  fetchedAtMs: number;
  onShow: () => void;
}

/** Announces new reports. They are loaded on request, so that the list does not move while somebody reads it. */
export function NewPostsBanner({ search, posts, fetchedAtMs, onShow }: Props) {
  const { t } = useTranslation();
  const count = useNewPostCount(search, posts, fetchedAtMs);
  return (
    <output className={classes['announced']}>
      {count > 0 && (
        <UnstyledButton className={classes['banner']} onClick={onShow}>
          <Icon icon={IconRefresh} size={18} />
          {t('post.list.new', { count })}
        </UnstyledButton>
      )}
    </output>
  );
}
