import '../../../blocks/survey-form/public-view-labels.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { PublicView as PublicViewData } from '@waypost/contract/posts/public-view';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { PublicView, type RefusingPerson } from './public-view.tsx';

interface Props {
  query: Pick<UseQueryResult<PublicViewData>, 'data' | 'error' | 'refetch'>;
  /** Pictures that are not uploaded yet. */
  photos?: readonly Blob[];
  /** Who does not agree to publishing. */
  refusedBy?: RefusingPerson | undefined;
  onClose: () => void;
}

/** The dialog that shows a public view, while it is loading, and when that fails. */
export function PublicViewModal({ query: { data, error, refetch }, photos, refusedBy, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('publicView.title')} size="lg">
      {data && <PublicView view={data} refusedBy={refusedBy} {...(photos ? { photos } : {})} />}
      {!data && error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={72} />}
    </Modal>
  );
}
