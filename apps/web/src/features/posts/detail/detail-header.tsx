import { Title } from '@mantine/core';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { ScreenTitle, usePageTitle } from '../../../ui/layout/screen-title.tsx';
import { BackLink } from '../../../ui/navigation/back-link.tsx';
import { needsSurvey } from '../needs-survey.ts';
import { usePostLinkState } from '../use-post-link-state.ts';
import classes from './detail-header.module.css';
import { DetailLock } from './detail-lock.tsx';
import { PostActions } from './post-actions.tsx';
import { readPreviewTitle } from './preview-title.ts';

/** A title that does not take the focus: beside the list it stays in the list, so that the arrow keys continue to work. */
function UnfocusedTitle({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <Title order={1} size="h3" dir="auto">
      {title}
    </Title>
  );
}

interface Props {
  postId: number;
  /** Undefined while it is loading. */
  post: Post | undefined;
}

/** Sticky header of a post: back link, title and actions. */
export function DetailHeader({ postId, post }: Props) {
  const { t } = useTranslation();
  const { withList } = usePostLinkState();
  const title = post ? formatPostTitle(post, t) : (readPreviewTitle(postId) ?? t('post.detail.loading'));
  return (
    <header className={classes['head']}>
      <div className={classes['bar']}>
        <BackLink to={withList ? '/views/data' : '/views/map'} className={classes['back']}>
          {t(withList ? 'post.detail.toList' : 'post.detail.toMap')}
        </BackLink>
        {post && <PostActions post={post} />}
      </div>
      {withList ? <UnfocusedTitle title={title} /> : <ScreenTitle title={title} />}
      {post && needsSurvey(post) && <p className={classes['note']}>{t('post.action.needsSurvey')}</p>}
      {post && <DetailLock post={post} />}
    </header>
  );
}
