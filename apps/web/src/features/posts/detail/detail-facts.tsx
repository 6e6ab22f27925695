import { Skeleton } from '@mantine/core';
import {
  IconBrandX,
  IconDeviceMobileMessage,
  IconEye,
  IconEyeOff,
  IconMail,
  IconUsers,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../api/session.ts';
import { ColorDot } from '../../../blocks/color-dot/color-dot.tsx';
import { useAuthor } from '../../../blocks/post-card/use-author.ts';
import { MergedBadge } from '../../../blocks/post-merge/merged-badge.tsx';
import { StatusBadge } from '../../../blocks/status-badge/status-badge.tsx';
import { TeamOnly } from '../../../blocks/team-only/team-only.tsx';
import { UserAvatar } from '../../../blocks/user/user-avatar.tsx';
import { VerificationBadge } from '../../../blocks/verification-badge/verification-badge.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { formatRelativeTime, RelativeTime } from '../../../ui/display/relative-time.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import { useRoleNames } from '../use-role-names.ts';
import classes from './detail-facts.module.css';

const ReporterIdentity = lazy(() => import('../../../blocks/reporter/reporter-identity.tsx'));

const sourceIcons = {
  web: IconWorld,
  sms: IconDeviceMobileMessage,
  email: IconMail,
  twitter: IconBrandX,
} as const;
const isKnownSource = (source: string | null): source is keyof typeof sourceIcons =>
  source !== null && source in sourceIcons;

/** Text and icon for who can see the post (spec 2 §4). */
function useVisibilityLabel({ status, published_to, public_from, user }: Post): [TablerIcon, string] {
  const { t, i18n } = useTranslation();
  const account = useAccount();
  const names = useRoleNames(status === 'published' ? published_to : []);
  if (status !== 'published' || public_from !== undefined) {
    const isOwn = account !== null && user?.id === account.id;
    return [IconEyeOff, t(isOwn ? 'post.seenBy.you' : user ? 'post.seenBy.author' : 'post.seenBy.team')];
  }
  if (names.length === 0) return [IconEye, t('post.seenBy.everyone')];
  const roles = new Intl.ListFormat(resolveFormatLocale(i18n.language)).format(names);
  return [IconUsers, t('post.seenBy.roles', { roles })];
}

interface Props {
  post: Post;
  survey: Survey | undefined;
  isSurveyLoading: boolean;
}

/** Facts about a post: survey, author, date, source and visibility. keys: post.source.* */
export function DetailFacts({ post, survey, isSurveyLoading }: Props) {
  const { t, i18n } = useTranslation();
  const author = useAuthor(post);
  const source = isKnownSource(post.source) ? post.source : 'web';
  const [now] = useState(Date.now);
  const formatTime = (date: string) => formatRelativeTime(new Date(date), now, i18n.language);
  /** The team sees when a report came in that is about an earlier time. */
  const isReceivedLater =
    post.allowed_privileges.includes('change_status') &&
    formatTime(post.created) !== formatTime(post.post_date);
  /** The public sees only the day, the viewer more. */
  const isTimeForTeam = survey?.hide_time === true && post.date_precision === undefined;
  const [visibilityIcon, visibilityLabel] = useVisibilityLabel(post);
  return (
    <div className={classes['about']}>
      <div className={classes['author']}>
        <UserAvatar
          hash={undefined}
          // Authors without an account are not all the same person.
          name={post.user ? `${post.user.id} ${author}` : String(post.id)}
          size={36}
        />
        <span>
          {post.user ? (
            <TextLink to="/users/$userId" params={{ userId: String(post.user.id) }}>
              <span dir="auto">{author}</span>
            </TextLink>
          ) : (
            <span dir="auto">{author}</span>
          )}
          {post.reporter && (
            <Suspense>
              <ReporterIdentity key={post.id} reporter={post.reporter} target={{ post: post.id }} />
            </Suspense>
          )}
          {post.author_email && (
            <span className={classes['email']} dir="ltr">
              {post.author_email}
            </span>
          )}
          <span className={classes['when']}>
            <RelativeTime date={post.post_date} precision={post.date_precision} />
            {isTimeForTeam && <TeamOnly fact="time" />}
            {isReceivedLater && (
              <span>
                {t('post.received')} <RelativeTime date={post.created} />
              </span>
            )}
            <span className={classes['source']}>
              <Icon icon={sourceIcons[source]} size={16} />
              {t(`post.source.${source}`)}
            </span>
          </span>
        </span>
      </div>
      <div className={classes['facts']}>
        <StatusBadge post={post} />
        <VerificationBadge verification={post.verification} />
        <MergedBadge merging={post.merging} />
        <span className={classes['fact']}>
          <Icon icon={visibilityIcon} size={16} />
          <span dir="auto">{visibilityLabel}</span>
        </span>
        {isSurveyLoading && <Skeleton width={96} height={21} radius="sm" />}
        {survey && (
          <span className={classes['fact']}>
            <ColorDot color={survey.color} />
            <span dir="auto">{survey.name}</span>
          </span>
        )}
      </div>
    </div>
  );
}
