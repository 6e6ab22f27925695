/** What kind of post it is, from whom, when, by which way, and who can see it. keys: post.source.* */
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
import type { Post } from '@waypost/contract/posts';
import type { Survey } from '@waypost/contract/surveys';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { PersonAvatar } from '../../blocks/person/person-avatar.tsx';
import { useAuthor } from '../../blocks/post-card/use-author.ts';
import { StatusBadge } from '../../blocks/status-badge/status-badge.tsx';
import { formatsOf } from '../../ui/formats-of.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './detail-facts.module.css';
import { useRoleNames } from './use-role-names.ts';

const sources = {
  web: IconWorld,
  sms: IconDeviceMobileMessage,
  email: IconMail,
  twitter: IconBrandX,
} as const;
const isSource = (it: string | null): it is keyof typeof sources => it !== null && it in sources;

/** For whom the post is, in words (spec 2 §4). */
function useSeenBy({ status, published_to, user }: Post): [TablerIcon, string] {
  const { t, i18n } = useTranslation();
  const account = useAccount();
  const names = useRoleNames(status === 'published' ? published_to : []);
  if (status !== 'published') {
    const isOwn = account !== null && user?.id === account.id;
    return [IconEyeOff, t(isOwn ? 'post.seenBy.you' : user ? 'post.seenBy.author' : 'post.seenBy.team')];
  }
  if (names.length === 0) return [IconEye, t('post.seenBy.everyone')];
  const roles = new Intl.ListFormat(formatsOf(i18n.language)).format(names);
  return [IconUsers, t('post.seenBy.roles', { roles })];
}

export function DetailFacts({ post, survey }: { post: Post; survey: Survey | undefined }) {
  const { t } = useTranslation();
  const author = useAuthor(post);
  const source = isSource(post.source) ? post.source : 'web';
  const [seenIcon, seenBy] = useSeenBy(post);
  return (
    <div className={classes['about']}>
      <div className={classes['author']}>
        <PersonAvatar
          hash={undefined}
          // People without a name are not all the same person.
          name={post.user ? `${post.user.id} ${author}` : String(post.id)}
          size={36}
        />
        <span>
          <span dir="auto">{author}</span>
          {post.author_email && (
            <span className={classes['email']} dir="ltr">
              {post.author_email}
            </span>
          )}
          <span className={classes['when']}>
            <RelativeTime date={post.post_date} />
            <span className={classes['source']}>
              <Icon of={sources[source]} size={16} />
              {t(`post.source.${source}`)}
            </span>
          </span>
        </span>
      </div>
      <div className={classes['facts']}>
        <StatusBadge status={post.status} />
        <span className={classes['fact']}>
          <Icon of={seenIcon} size={16} />
          <span dir="auto">{seenBy}</span>
        </span>
        {survey && (
          <span className={classes['fact']}>
            <span className={classes['dot']} style={{ background: markerColor(survey.color) }} />
            <span dir="auto">{survey.name}</span>
          </span>
        )}
      </div>
    </div>
  );
}
