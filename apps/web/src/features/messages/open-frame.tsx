import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readPost } from '@waypost/contract/posts/posts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import type { InboxSearch } from './inbox-search.ts';
import classes from './messages-page.module.css';

interface Props {
  search: InboxSearch;
  /** The report that the conversation is about, if there is one. */
  postId: number | null;
  /** What can be done with the conversation. */
  action?: ReactNode;
  children: ReactNode;
}

/** Names the report and leads to it. */
function ReportLink({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { data: post } = useQuery(
    buildEndpointQuery(readPost, { params: { id: postId } }, { ignoresRefusal: true }),
  );
  return (
    <TextLink to="/posts/$postId" params={{ postId: String(postId) }}>
      {post ? t('inbox.about', { title: formatPostTitle(post, t) }) : t('inbox.post')}
    </TextLink>
  );
}

/** The frame of the conversation that is open, with the way back on phones. */
export function OpenFrame({ search, postId, action, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['open']}>
      <div className={classes['openHead']}>
        <Link
          to="/messages"
          search={{ ...search, contact: undefined, post: undefined }}
          className={classes['back']}
        >
          <Icon icon={IconArrowLeft} size={18} />
          {t('inbox.back')}
        </Link>
        {action && <div className={classes['action']}>{action}</div>}
        {postId !== null && <ReportLink postId={postId} />}
      </div>
      {children}
    </div>
  );
}
