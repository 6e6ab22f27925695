/** The page of a person: who they are, as far as the reader may know, and their reports (spec 2 §1, `/users/{id}`). */
import './profile-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { listPosts } from '@waypost/contract/posts/posts';
import { readUser } from '@waypost/contract/users/users';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useAccount } from '../../api/session.ts';
import { buildPostQuery } from '../../blocks/post-search/post-query.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { NotFound } from '../../ui/layout/page-message.tsx';
import { ProfileHeader } from './profile-header.tsx';
import classes from './profile-page.module.css';
import { ProfileReports } from './profile-reports.tsx';

/** Number of reports on the page; the list shows all. */
const maxPosts = 10;

/**
 * The page of the account with this id. To readers who may not read the account it shows the name that its reports show. If
 * they can see no report of it either, the page does not tell whether the account exists.
 */
export function ProfilePage({ id }: { id: number }) {
  useLoadedTranslations();
  const isLoggedIn = useAccount() !== null;
  const user = useQuery({
    ...buildEndpointQuery(readUser, { params: { id } }),
    enabled: isLoggedIn,
    retry: false,
  });
  const postQuery = { ...buildPostQuery({ user: [String(id)] }, 'list'), limit: maxPosts, offset: 0 };
  const posts = useQuery(buildEndpointQuery(listPosts, { query: postQuery }));
  if (posts.isPending || (isLoggedIn && user.isPending)) return <ListSkeleton rows={4} height={112} />;
  if (!posts.data)
    return <ErrorState messages={formatErrorMessages(posts.error)} onRetry={() => void posts.refetch()} />;
  const [latestPost] = posts.data.results;
  if (!user.data && !latestPost) return <NotFound />;
  return (
    <div className={classes['page']}>
      <ProfileHeader id={id} user={user.data} post={latestPost} />
      <ProfileReports userId={id} posts={posts.data.results} total={posts.data.total_count} />
    </div>
  );
}
