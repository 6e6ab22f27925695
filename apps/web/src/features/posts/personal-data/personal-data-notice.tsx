/** What may identify somebody in the public texts of a report, for the team before it publishes it. */
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../api/notify-error.ts';
import { useCall } from '../../../api/use-call.ts';
import FoundPersonalData from '../../../blocks/personal-data/found-personal-data.tsx';
import { listPublicTexts } from '../../../blocks/personal-data/public-texts.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import type { FullSurvey } from '../use-full-survey.ts';
import { useUndoChange } from '../use-undo-change.ts';

/** Saves a report with a part of its text removed; the message offers to undo it. */
function useRedaction({ revision: previous }: Post) {
  const { t } = useTranslation();
  const { undoSave } = useUndoChange();
  return useCall(updatePost, {
    onSuccess(saved) {
      if (!saved || previous === undefined || previous === null) return;
      const undo = { label: t('action.undo'), onClick: () => void undoSave(previous, saved) };
      notify('success', t('personalData.removed'), undo);
    },
    onError: notifyError,
  });
}

/** Renders the findings; nothing if there are none. */
export default function PersonalDataNotice({ post, survey }: { post: Post; survey: FullSurvey }) {
  const { mutate } = useRedaction(post);
  const mayEdit = post.allowed_privileges.includes('update');
  const texts = useMemo(
    () =>
      listPublicTexts(post, survey).map(({ text, replaceWith }) => ({
        text,
        onChange: mayEdit
          ? (shortened: string) =>
              mutate({
                params: { id: post.id },
                body: { ...replaceWith(shortened), ...(post.revision ? { based_on: post.revision } : {}) },
              })
          : undefined,
      })),
    [post, survey, mayEdit, mutate],
  );
  return <FoundPersonalData texts={texts} isForTeam />;
}
