/** The dialog that merges posts: which others, and which of them stays. */
import './merge-labels.ts';
import { Button, Stack } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type Post, readPost } from '@waypost/contract/posts/posts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { ChooseCandidate } from './choose-candidate.tsx';
import { ChoosePrimary, findPostWithMerged } from './choose-primary.tsx';
import { type MergeChange, useMerge } from './use-merge.ts';

interface Props {
  postId: number;
  /** The other posts; absent: one is chosen in the dialog. */
  otherIds?: readonly number[];
  onChange?: ((change: MergeChange) => void) | undefined;
  onClose: () => void;
}

/** The post that stays unless somebody chooses the other: one with merged posts, a published one, the older one. */
export function suggestPrimary(posts: readonly Post[]): Post | undefined {
  const rank = ({ status, merging }: Post) =>
    (merging?.merged_count ?? 0) > 0 ? 0 : status === 'published' ? 1 : status === 'draft' ? 2 : 3;
  return posts.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)[0];
}

/** The posts, once the others are chosen. */
function useChosenPosts(ids: readonly number[]) {
  const queries = useQueries({
    queries: ids.map((id) => buildEndpointQuery(readPost, { params: { id } }, { ignoresRefusal: true })),
  });
  const posts = queries.flatMap(({ data }) => data ?? []);
  return {
    posts: posts.length === ids.length ? posts : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  };
}

/** Renders the form. */
export default function MergeDialog({ postId, otherIds, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const { merge } = useMerge((change) => {
    onChange?.(change);
    // At once, not when the lists behind the dialog are fetched again.
    if (change.kind === 'merged') onClose();
  });
  const [chosenIds, setChosenIds] = useState(otherIds ?? []);
  const isChosen = chosenIds.length > 0;
  const [primaryId, setPrimaryId] = useState<number>();
  const refusalId = useId();
  const [fault, setFault] = useState<string>();
  const ids = isChosen ? [postId, ...chosenIds] : [];
  const { posts, error, retry } = useChosenPosts(ids);
  const primary = primaryId ?? suggestPrimary(posts ?? [])?.id;
  const isRefused = primary !== undefined && findPostWithMerged(posts ?? [], primary) !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (primary === undefined) {
      setFault(t('merge.choose'));
      return;
    }
    const post_ids = ids.filter((id) => id !== primary);
    merge.mutate({ params: { id: primary }, body: { post_ids } });
  };
  const choose = (id: number) => {
    setChosenIds([id]);
    setPrimaryId(undefined);
    setFault(undefined);
  };
  return (
    <FormDialog title={t('merge.dialogTitle')} onClose={onClose} size="md">
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {merge.error && <ProblemList problems={formatErrorMessages(merge.error)} />}
          {otherIds === undefined && <ChooseCandidate postId={postId} fault={fault} onChoose={choose} />}
          {error && <ErrorState messages={formatErrorMessages(error)} onRetry={retry} />}
          {isChosen && !posts && !error && <ListSkeleton rows={2} height={64} />}
          {isChosen && posts && primary !== undefined && (
            <ChoosePrimary posts={posts} primaryId={primary} refusalId={refusalId} onChange={setPrimaryId} />
          )}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              type="submit"
              loading={merge.isPending}
              disabled={isRefused}
              aria-describedby={isRefused ? refusalId : undefined}
            >
              {t('merge.confirm')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  );
}
