/** What may identify somebody in the public texts of a report, for the team before it publishes it. */
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../api/notify-error.ts';
import { useCall } from '../../../api/use-call.ts';
import FoundPersonalData, { type CheckedText } from '../../../blocks/personal-data/found-personal-data.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import type { FullSurvey } from '../use-full-survey.ts';
import { useUndoChange } from '../use-undo-change.ts';

/** Saves a report with a part of its text removed; the message offers to undo it. */
function useRedaction(post: Post) {
  const { t } = useTranslation();
  const { undoSave } = useUndoChange();
  return useCall(updatePost, {
    onSuccess(saved) {
      if (!saved || post.revision === undefined) return;
      const previous = post.revision;
      notify('success', t('post.done.saved'), {
        label: t('post.bulk.undo'),
        onClick: () => void undoSave(previous, saved),
      });
    },
    onError: notifyError,
  });
}

/** Answers with text that visitors see. */
const findPublicTextKeys = ({ attributes, tasks }: FullSurvey): string[] =>
  attributes
    .filter((it) => fieldTypes[it.type].answerKind === 'text' && !it.response_private)
    .filter((it) => tasks.some((task) => task.id === it.form_stage_id && !task.task_is_internal_only))
    .map((it) => it.key);

/** Renders the findings; nothing if there are none. */
export default function PersonalDataNotice({ post, survey }: { post: Post; survey: FullSurvey }) {
  const redaction = useRedaction(post);
  const mayEdit = post.allowed_privileges.includes('update');
  const { mutate } = redaction;
  const texts = useMemo((): CheckedText[] => {
    const save = (body: object) =>
      mayEdit
        ? mutate({ params: { id: post.id }, body: { ...body, ...(post.revision ? { based_on: post.revision } : {}) } })
        : undefined;
    const values = Array.isArray(post.values) ? {} : post.values;
    const answers = findPublicTextKeys(survey).flatMap((key) =>
      (values[key] ?? []).map((answer, index) => ({
        text: String(answer),
        onChange: (text: string) =>
          save({ values: { ...values, [key]: (values[key] ?? []).with(index, text) } }),
      })),
    );
    return [
      { text: post.title ?? '', onChange: (title: string) => save({ title }) },
      { text: post.content ?? '', onChange: (content: string) => save({ content }) },
      ...answers,
    ].map((it) => (mayEdit ? it : { text: it.text }));
  }, [post, survey, mayEdit, mutate]);
  return <FoundPersonalData texts={texts} isForTeam />;
}
