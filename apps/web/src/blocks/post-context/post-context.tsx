/** What helps the team to judge a report: possible duplicates, reports nearby, photographs, the sender's numbers, decisions. */
import './context-labels.ts';
import '../post-merge/merge-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { readPostContext } from '@waypost/contract/review/post-context';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import type { MergeChange } from '../post-merge/use-merge.ts';
import {
  DecisionsSection,
  DuplicatesSection,
  NearbySection,
  PhotosSection,
  SenderSection,
} from './context-sections.tsx';
import classes from './post-context.module.css';

const loadMergeDialog = () => import('../post-merge/merge-dialog.tsx');

/** The query of the context; also for prefetching. */
export const buildContextQuery = (postId: number) =>
  buildEndpointQuery(readPostContext, { params: { id: postId } }, { ignoresRefusal: true });

interface Props {
  postId: number;
  /** Called after the post was merged with another one, and after that was undone. */
  onMergeChange?: (change: MergeChange) => void;
}

/** Renders the context. */
export function PostContext({ postId, onMergeChange }: Props) {
  useLoadedTranslations();
  const { data, error, refetch } = useQuery(buildContextQuery(postId));
  const merge = useLazyDialog(loadMergeDialog);
  const onMerge = (otherId: number) => merge.open({ postId, otherIds: [otherId], onChange: onMergeChange });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} height={64} />;
  return (
    <div className={classes['context']}>
      <DuplicatesSection duplicates={data.duplicates} onMerge={onMerge} />
      <PhotosSection photos={data.photos} />
      <NearbySection nearby={data.nearby} location={data.location} onMerge={onMerge} />
      <SenderSection sender={data.sender} />
      <DecisionsSection decisions={data.decisions} />
      {merge.dialog}
    </div>
  );
}
