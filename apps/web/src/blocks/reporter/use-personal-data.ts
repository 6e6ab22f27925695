/** Looks at who sent a report or a message. */
import {
  type PersonalData,
  viewPersonalDataOfPost,
  viewPersonalDataOfThread,
} from '@waypost/contract/review/personal-data';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';

/** Whose sender is shown: a report by its id, or a conversation by the id of its contact. */
export type ReporterTarget = { post: number } | { contact: number };

/**
 * The personal data of a report or conversation, once somebody has looked.
 * @returns `look` records a look and shows the data @throws ApiError
 */
export function usePersonalData(target: ReporterTarget) {
  const [data, setData] = useState<PersonalData | null>(null);
  const ofPost = useCall(viewPersonalDataOfPost);
  const ofThread = useCall(viewPersonalDataOfThread);
  const look = async (body: { reason?: string } = {}) =>
    setData(
      'post' in target
        ? await ofPost.mutateAsync({ params: { id: target.post }, body })
        : await ofThread.mutateAsync({ params: { contact: target.contact }, body }),
    );
  return { data, look, isBusy: ofPost.isPending || ofThread.isPending };
}
