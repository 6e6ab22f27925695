/** Progress and result of the bulk change that was started last, above the list. */
import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BulkChange,
  listBulkChanges,
  readBulkChange,
} from '@waypost/contract/bulk-changes/bulk-changes';
import type { Post } from '@waypost/contract/posts/posts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { useLazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { useOpenNextPost } from '../use-open-next-post.ts';
import classes from './bulk.module.css';
import { showBulkChange, useShownBulkChange } from './shown-bulk-change.ts';
import { getProgress, isUnfinished, useBulkChangeText } from './use-bulk-change-text.ts';
import { useEndBulkChange } from './use-end-bulk-change.ts';

/** Milliseconds between two requests for the progress. */
const pollIntervalMs = 700;

const loadFailuresDialog = () => import('./bulk-failures-dialog.tsx');

interface Props {
  /** The loaded posts. */
  posts: readonly Post[];
  /** The open post, which may leave the list. */
  selected: number | undefined;
}

/** Shows the change of this tab; after the page was loaded again, one that is still running. */
export default function BulkChangeBar({ posts, selected }: Props) {
  const shownId = useShownBulkChange();
  // It only supplements the list.
  const own = useQuery({
    ...buildEndpointQuery(listBulkChanges, { query: { user: 'me', limit: 1 } }, { ignoresRefusal: true }),
    enabled: shownId === null,
  });
  const latest = own.data?.results[0];
  const runningId = latest && isUnfinished(latest) ? latest.id : null;
  useEffect(() => {
    if (shownId === null && runningId !== null) showBulkChange(runningId);
  }, [shownId, runningId]);
  return shownId === null ? null : (
    <ShownBulkChange key={shownId} id={shownId} posts={posts} selected={selected} />
  );
}

/** Fetches the list again when the change has ended, and leaves the open post if it no longer matches. */
function useRefreshWhenDone(change: BulkChange | undefined, { posts, selected }: Props): void {
  const cache = useQueryClient();
  const openNextPost = useOpenNextPost(selected ?? 0);
  const wasRunning = useRef(false);
  const isRunning = change !== undefined && isUnfinished(change);
  const refresh = useEffectEvent(async () => {
    void cache.invalidateQueries({ queryKey: buildResourceKey('collections') });
    await cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
    if (selected !== undefined) await openNextPost(false, [], posts);
  });
  useEffect(() => {
    if (isRunning) wasRunning.current = true;
    else if (wasRunning.current) {
      wasRunning.current = false;
      void refresh();
    }
  }, [isRunning]);
}

function ShownBulkChange({ id, ...list }: Props & { id: number }) {
  const { t } = useTranslation();
  const { data: change, isError } = useQuery({
    ...buildEndpointQuery(readBulkChange, { params: { id } }, { ignoresRefusal: true }),
    // The answer to the request that started it is never newer.
    staleTime: 0,
    refetchInterval: ({ state }) => (!state.data || isUnfinished(state.data) ? pollIntervalMs : false),
  });
  const { formatTitle, formatResult, formatFailure } = useBulkChangeText();
  const failures = useLazyDialog(loadFailuresDialog);
  const { stop, undo, isPending } = useEndBulkChange();
  useRefreshWhenDone(change, list);
  if (!change || isError) return null;
  const { done, total } = getProgress(change);
  const failure = formatFailure(change);
  const failedCount = change.state === 'undone' ? change.kept : change.failed;
  return (
    <section className={classes['status']} aria-label={formatTitle(change)}>
      <div className={classes['statusHead']}>
        <output>
          <Text component="span" display="block" fw={550} size="sm" dir="auto">
            {formatTitle(change)}
          </Text>
          <Text component="span" display="block" size="sm" data-figures>
            {formatResult(change)}
          </Text>
          {failure && (
            <Text component="span" display="block" size="sm">
              {failure}
            </Text>
          )}
        </output>
        {!isUnfinished(change) && (
          <ActionIcon aria-label={t('action.close')} onClick={() => showBulkChange(null)}>
            <Icon icon={IconX} />
          </ActionIcon>
        )}
      </div>
      {isUnfinished(change) && (
        <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={formatTitle(change)} />
      )}
      {(change.can_stop || change.can_undo || failedCount > 0) && (
        <Group gap="xs">
          {change.can_stop && (
            <Button size="sm" variant="default" disabled={isPending} onClick={() => stop(id)}>
              {t('bulkChange.stop')}
            </Button>
          )}
          {change.can_undo && (
            <Button size="sm" variant="default" disabled={isPending} onClick={() => undo(id)}>
              {t('action.undo')}
            </Button>
          )}
          {failedCount > 0 && (
            <Button size="sm" variant="subtle" onClick={() => failures.open({ change })}>
              {t('bulkChange.showFailed')}
            </Button>
          )}
        </Group>
      )}
      {failures.dialog}
    </section>
  );
}
