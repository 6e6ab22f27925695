/** What visitors see, or will see, of a stored report: for its author and the team. */
import './public-view-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { readPublicView } from '@waypost/contract/posts/public-view';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { PublicView } from './public-view.tsx';

/** Renders the dialog. */
export default function PublicViewDialog({ postId, onClose }: { postId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(readPublicView, { params: { id: postId } }),
    staleTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title={t('publicView.title')} size="lg">
      {data && <PublicView view={data} />}
      {!data && error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={72} />}
    </Modal>
  );
}
