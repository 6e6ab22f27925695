/** What visitors see, or will see, of a stored report: for its author and the team. */
import { useQuery } from '@tanstack/react-query';
import { type PostConsent, readPostConsent } from '@waypost/contract/posts/post-consent';
import { readPublicView } from '@waypost/contract/posts/public-view';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { RefusingPerson } from './public-view.tsx';
import { PublicViewModal } from './public-view-modal.tsx';

function findRefusingPerson({ refused, can_change }: PostConsent): RefusingPerson | undefined {
  if (!refused.some(({ use }) => use === 'publish')) return undefined;
  return can_change === 'author' ? 'you' : 'reporter';
}

/** Renders the dialog. */
export default function PublicViewDialog({ postId, onClose }: { postId: number; onClose: () => void }) {
  const query = useQuery({
    ...buildEndpointQuery(readPublicView, { params: { id: postId } }),
    staleTime: 0,
  });
  const consent = useQuery(buildEndpointQuery(readPostConsent, { params: { id: postId } }));
  return (
    <PublicViewModal
      query={query}
      refusedBy={consent.data && findRefusingPerson(consent.data)}
      onClose={onClose}
    />
  );
}
