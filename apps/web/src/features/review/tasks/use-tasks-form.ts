/** The answers to the tasks of a report: what was stored, read from the text, and typed before. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import {
  type Answers,
  createAnswersFromPost,
  isUnchanged,
  toPostInput,
} from '../../../blocks/survey-form/answers/form-answers.ts';
import { isNewPhoto } from '../../../blocks/survey-form/photos/new-photo.ts';
import { arePhotosAccepted, arePhotosPending } from '../../../blocks/survey-form/photos/photo-preparation.ts';
import { uploadPhotos } from '../../../blocks/survey-form/photos/upload-photos.ts';
import { type SurveyFormState, useSurveyForm } from '../../../blocks/survey-form/use-survey-form.ts';
import { announce } from '../../../ui/feedback/announcer.tsx';
import type { Decision, Draft } from '../review-types.ts';
import { applyDraft, toDraft } from './apply-draft.ts';
import type { ReviewSurvey } from './use-review-survey.ts';

const hasNewPhotos = ({ values }: Answers) => Object.values(values).flat().some(isNewPhoto);

/** The form, and what becomes of its answers. */
export interface TasksForm {
  form: SurveyFormState;
  /** What went wrong with pictures. */
  problems: readonly string[];
  clearProblems: () => void;
  /** Whether a decision with this status needs valid answers. An archived report need not be complete. */
  isChecked: (status: PostStatus) => boolean;
  /** The decision with the answers; new pictures are uploaded first. @returns undefined if that failed */
  toDecision: (status: PostStatus) => Decision | Promise<Decision | undefined>;
  readDraft: () => Draft | undefined;
  /** The fields whose answers are still those of the text. */
  filled: readonly Attribute[];
  clearFilled: () => void;
}

interface Options {
  post: Post;
  survey: ReviewSurvey;
  draft: Draft | undefined;
  /** What the text answers; read once. */
  textAnswers: TextAnswers;
}

/** Answers of the text are saved with a decision, like those that were typed; alone they do not change a report. */
export function useTasksForm({ post, survey, draft, textAnswers: readAnswers }: Options): TasksForm {
  const [textAnswers] = useState(readAnswers);
  const stored = useMemo(() => createAnswersFromPost(post), [post]);
  const initial = useMemo(
    () => ({ ...stored, values: { ...stored.values, ...textAnswers } }),
    [stored, textAnswers],
  );
  const form = useSurveyForm({
    survey,
    initialAnswers: applyDraft(initial, draft),
    storedContent: post.content,
    ...(Array.isArray(post.values) ? {} : { storedValues: post.values }),
  });
  const { filled, clearFilled } = useFilledFields(form, textAnswers);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const build = (status: PostStatus, answers: Answers): Decision => {
    const before = status === 'published' ? stored : initial;
    if (isUnchanged(answers, before)) return { status };
    const { values, completed_stages } = toPostInput(survey, answers);
    return { status, values, completed_stages };
  };
  const upload = async (status: PostStatus): Promise<Decision | undefined> => {
    try {
      // The field of one that is refused says why.
      if (!(await arePhotosAccepted())) return undefined;
      return build(status, await uploadPhotos(form.readAnswers(), { onAnswers: form.replaceAnswers }));
    } catch (error) {
      setProblems(formatErrorMessages(error instanceof Error && error.cause ? error.cause : error));
      return undefined;
    }
  };
  return {
    form,
    problems,
    clearProblems: () => setProblems([]),
    isChecked: (status) => status === 'published' || !isUnchanged(form.answers, initial),
    toDecision: (status) =>
      arePhotosPending() || hasNewPhotos(form.answers) ? upload(status) : build(status, form.answers),
    readDraft: () => (isUnchanged(form.answers, initial) ? undefined : toDraft(form.answers, initial)),
    filled,
    clearFilled,
  };
}

/** The fields that the text has answered, and clearing them. */
function useFilledFields(form: SurveyFormState, textAnswers: TextAnswers) {
  const { t } = useTranslation();
  const { answers, survey, actions } = form;
  const filled = survey.attributes.filter(
    ({ key }) =>
      Object.hasOwn(textAnswers, key) &&
      JSON.stringify(answers.values[key]) === JSON.stringify(textAnswers[key]),
  );
  const clearFilled = () => {
    for (const { key } of filled) actions.setAnswers(key, () => []);
    if (filled.length > 0) announce(t('review.textAnswers.cleared'));
  };
  return { filled, clearFilled };
}
