/** Above a post: the way back, its title and facts, what can be done. */
import { Title } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts';
import type { Survey } from '@waypost/contract/surveys';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../blocks/person/person-avatar.tsx';
import { useAuthor } from '../../blocks/post-card/use-author.ts';
import { StatusBadge } from '../../blocks/status-badge/status-badge.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ScreenTitle, usePageTitle } from '../../ui/screen-title.tsx';
import classes from './detail-head.module.css';
import { PostActions } from './post-actions.tsx';

/** Beside the list the focus stays there, so that the arrow keys go on working. keys: post.source.* */
function QuietTitle({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <Title order={1} size="h3" dir="auto">
      {title}
    </Title>
  );
}

function Facts({ post, survey }: { post: Post; survey: Survey | undefined }) {
  const { t } = useTranslation();
  const author = useAuthor(post);
  const name = author.name ?? t('post.anonymous');
  const source =
    post.source === 'sms' || post.source === 'email' || post.source === 'twitter' ? post.source : 'web';
  return (
    <>
      <div className={classes['facts']}>
        <StatusBadge status={post.status} />
        {survey && (
          <span className={classes['survey']}>
            <span className={classes['dot']} style={{ background: markerColor(survey.color) }} />
            <span dir="auto">{survey.name}</span>
          </span>
        )}
      </div>
      <div className={classes['author']}>
        <PersonAvatar hash={author.hash} name={author.name ?? String(post.id)} size={36} />
        <span>
          <span dir="auto">{name}</span>
          <span className={classes['when']}>
            <RelativeTime date={post.post_date} /> · {t(`post.source.${source}`)}
          </span>
        </span>
      </div>
    </>
  );
}

export function DetailHead({ post, survey }: { post: Post | undefined; survey: Survey | undefined }) {
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
      {post && <Facts post={post} survey={survey} />}
      {post?.lock && (
        <p className={classes['lock']}>
          <Icon of={IconLock} size={18} />
          {t('post.detail.locked')}
        </p>
      )}
    </header>
  );
}
