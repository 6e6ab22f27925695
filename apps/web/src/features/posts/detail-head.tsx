/** Above a post, and always in sight: the way back, its title, what can be done. */
import { Title } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ScreenTitle, usePageTitle } from '../../ui/screen-title.tsx';
import classes from './detail-head.module.css';
import { PostActions } from './post-actions.tsx';

/** Beside the list the focus stays there, so that the arrow keys go on working. */
function QuietTitle({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <Title order={1} size="h3" dir="auto">
      {title}
    </Title>
  );
}

export function DetailHead({ post }: { post: Post | undefined }) {
  const { t } = useTranslation();
  const withList = useRouterState({ select: ({ location }) => location.state.withList === true });
  const title = post ? post.title || t('post.untitled') : t('post.detail.loading');
  return (
    <header className={classes['head']}>
      <div className={classes['bar']}>
        <ButtonLink
          to={withList ? '/views/data' : '/views/map'}
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={
            <span className={classes['arrow']}>
              <Icon of={IconArrowLeft} />
            </span>
          }
        >
          {t(withList ? 'post.detail.toList' : 'post.detail.toMap')}
        </ButtonLink>
        {post && <PostActions post={post} />}
      </div>
      {withList ? <QuietTitle title={title} /> : <ScreenTitle title={title} />}
      {post?.lock && (
        <p className={classes['lock']}>
          <Icon of={IconLock} size={18} />
          {t('post.detail.locked')}
        </p>
      )}
    </header>
  );
}
