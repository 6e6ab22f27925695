/** Assigning a post, with an undo in the message about it. */
import { assignPost, readPostAssignment } from '@waypost/contract/review/assignments';
import type { TeamMember } from '@waypost/contract/review/reviewers';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { buildCallKey, buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { useMemberName } from './use-member-name.ts';

/** Called after a post was assigned, and after that was undone: then without `undo`. */
export type OnAssigned = (user: TeamMember | null, undo?: () => void) => void;

/**
 * @param onAssigned called after each change
 * @returns `assign`, which also works after the component was unmounted; null assigns the post to nobody
 */
export function useAssign(postId: number, onAssigned?: OnAssigned) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  const params = { id: postId };
  const invalidates = [buildCallKey(readPostAssignment, { params }), buildResourceKey('review')];
  // A call of its own: the first one is pending until the queries are fetched again.
  const undo = useCall(assignPost, {
    invalidates,
    onSuccess({ user }) {
      onAssigned?.(user);
      notify('success', t('record.assignment.undone'));
    },
    onError: notifyError,
  });
  const { mutate, isPending } = useCall(assignPost, {
    invalidates,
    onSuccess({ user, history }) {
      const before = history[1]?.user?.id ?? null;
      const undoAssignment = () => undo.mutate({ params, body: { user: before } });
      onAssigned?.(user, undoAssignment);
      const text = user
        ? t('record.assignment.done', { name: nameOf(user) })
        : t('record.assignment.removed');
      notify('success', text, { label: t('action.undo'), onClick: undoAssignment });
    },
    onError: notifyError,
  });
  return { assign: (userId: number | null) => mutate({ params, body: { user: userId } }), isPending };
}
