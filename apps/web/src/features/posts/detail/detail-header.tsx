import { useNavigate } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts/posts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { BackLink } from '../../../ui/navigation/back-link.tsx';
import { needsSurvey } from '../needs-survey.ts';
import { usePostLinkState } from '../use-post-link-state.ts';
import classes from './detail-header.module.css';
import { DetailLock } from './detail-lock.tsx';
import { PostActions } from './post-actions.tsx';
import { readPreviewTitle } from './preview-title.ts';
import { useEscapeToClose } from './use-escape-to-close.ts';

/** Whether a pointer opened the screen from a row of a list beside it: the row keeps the focus, and the arrow keys go on from it. */
function isBesideClickedRow(): boolean {
  const row = document.activeElement;
  return (
    row?.matches('[data-post]:not(:focus-visible)') === true &&
    (row.checkVisibility?.({ visibilityProperty: true }) ?? true)
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
  const [isBesideRow] = useState(isBesideClickedRow);
  const header = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const back = withList ? '/views/data' : '/views/map';
  useEscapeToClose(header, () => void navigate({ to: back }));
  const title = post ? formatPostTitle(post, t) : (readPreviewTitle(postId) ?? t('post.detail.loading'));
  return (
    <header ref={header} className={classes['head']}>
      <div className={classes['bar']}>
        <BackLink to={back} className={classes['back']}>
          {t(withList ? 'post.detail.toList' : 'post.detail.toMap')}
        </BackLink>
        {post && <PostActions post={post} />}
      </div>
      <ScreenTitle title={title} takesFocus={!isBesideRow} />
      {post && needsSurvey(post) && <p className={classes['note']}>{t('post.action.needsSurvey')}</p>}
      {post && <DetailLock post={post} />}
    </header>
  );
}
