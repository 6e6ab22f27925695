import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readPost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';

/** Link to a post that is the answer of another post. */
export function LinkedPost({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery(
    buildEndpointQuery(readPost, { params: { id } }, { ignoresRefusal: true }),
  );
  if (isError) return <span>{t('post.linked.hidden', { id })}</span>;
  return (
    <Link to="/posts/$postId" params={{ postId: String(id) }} dir="auto">
      {data?.title || t('post.linked.number', { id })}
    </Link>
  );
}
