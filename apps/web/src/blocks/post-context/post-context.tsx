/** What helps the team to judge a report: possible duplicates, reports nearby, photographs, the sender's numbers, decisions. */
import './context-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { readPostContext } from '@waypost/contract/review/post-context';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import {
  DecisionsSection,
  DuplicatesSection,
  NearbySection,
  PhotosSection,
  SenderSection,
} from './context-sections.tsx';
import classes from './post-context.module.css';

/** The query of the context; also for prefetching. */
export const buildContextQuery = (postId: number) =>
  buildEndpointQuery(readPostContext, { params: { id: postId } }, { ignoresRefusal: true });

/** Renders the context. */
export function PostContext({ postId }: { postId: number }) {
  useLoadedTranslations();
  const { data, error, refetch } = useQuery(buildContextQuery(postId));
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} height={64} />;
  return (
    <div className={classes['context']}>
      <DuplicatesSection duplicates={data.duplicates} />
      <PhotosSection photos={data.photos} />
      <NearbySection nearby={data.nearby} location={data.location} />
      <SenderSection sender={data.sender} />
      <DecisionsSection decisions={data.decisions} />
    </div>
  );
}
