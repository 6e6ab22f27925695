/** What visitors see, or will see, of a stored report: for its author and the team. */
import { useQuery } from '@tanstack/react-query';
import { readPublicView } from '@waypost/contract/posts/public-view';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { PublicViewModal } from './public-view-modal.tsx';

/** Renders the dialog. */
export default function PublicViewDialog({ postId, onClose }: { postId: number; onClose: () => void }) {
  const query = useQuery({
    ...buildEndpointQuery(readPublicView, { params: { id: postId } }),
    staleTime: 0,
  });
  return <PublicViewModal query={query} onClose={onClose} />;
}
