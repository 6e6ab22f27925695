/** Recording how sure the team is about a post, with an undo in the message about it. */
import { listPosts, readPost } from '@waypost/contract/posts/posts';
import {
  readVerifications,
  type VerificationRecord,
  verifyPost,
  withdrawVerification,
} from '@waypost/contract/review/verifications';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { buildCallKey, buildEndpointKey, buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';

/** @returns the calls that add an entry, and that withdraw one or let it count again */
export function useVerify(postId: number) {
  const { t } = useTranslation();
  const params = { id: postId };
  const invalidates = [
    buildCallKey(readVerifications, { params }),
    buildCallKey(readPost, { params }),
    buildEndpointKey(listPosts),
    buildResourceKey('review'),
  ];
  const setWithdrawn = (call: typeof withdraw, id: number, withdrawn: boolean) =>
    call.mutate({ params: { id: postId, verificationId: id }, body: { withdrawn } });
  // A call of its own: the first one is pending until the queries are fetched again.
  const undo = useCall(withdrawVerification, {
    invalidates,
    onSuccess: (_record, { body }) =>
      notify('success', t(`record.verification.${body.withdrawn ? 'resultWithdrawn' : 'resultRestored'}`)),
    onError: notifyError,
  });
  const withdraw = useCall(withdrawVerification, {
    invalidates,
    onSuccess: (_record, { params: { verificationId }, body }) =>
      notify('success', t(`record.verification.${body.withdrawn ? 'resultWithdrawn' : 'resultRestored'}`), {
        label: t('action.undo'),
        onClick: () => setWithdrawn(undo, Number(verificationId), !body.withdrawn),
      }),
    onError: notifyError,
  });
  const verify = useCall(verifyPost, {
    invalidates,
    onSuccess({ history: [entry] }: VerificationRecord) {
      notify('success', t('record.verification.saved'), {
        label: t('action.undo'),
        onClick: () => entry && setWithdrawn(undo, entry.id, true),
      });
    },
  });
  return {
    verify,
    isWithdrawing: withdraw.isPending,
    setWithdrawn: (id: number, isWithdrawn: boolean) => setWithdrawn(withdraw, id, isWithdrawn),
  };
}
