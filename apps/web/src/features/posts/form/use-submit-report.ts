/** Submits a form: validation, then photos, then the post. The answers stay in the form when a step fails. */
import { useQueryClient } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isApiError, isTransientError } from '../../../api/api-error.ts';
import { isChunkLoadError } from '../../../api/chunk-load-error.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import {
  mapServerErrors,
  type SurveyFieldError,
  toAttributeTarget,
} from '../../../blocks/survey-form/answers/field-errors.ts';
import { findTaskOfError, focusFirstError } from '../../../blocks/survey-form/answers/focus-field-error.ts';
import { type Answers, toPostInput } from '../../../blocks/survey-form/answers/form-answers.ts';
import { isNewPhoto } from '../../../blocks/survey-form/photos/new-photo.ts';
import { PhotoError } from '../../../blocks/survey-form/photos/photo-error.ts';
import type { SurveyFormState } from '../../../blocks/survey-form/use-survey-form.ts';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';

/** A post in the format of the API. */
export type PostPayload = ReturnType<typeof toPostInput>;

/** Whether the server could not be reached or is unavailable, as opposed to rejecting the photo or the report. */
const isServerUnreachable = (error: unknown): boolean => {
  const cause = error instanceof PhotoError ? error.cause : error;
  return isChunkLoadError(cause) || isTransientError(cause);
};

/** The upload code is loaded only when there are photos, since few forms have any. */
const uploadPhotos = async (
  answers: Answers,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<Answers> => {
  if (!Object.values(answers.values).flat().some(isNewPhoto)) return answers;
  const { uploadPhotos: upload } = await import('../../../blocks/survey-form/photos/upload-photos.ts');
  return upload(answers, onProgress, signal);
};

/** Thrown by `send` when the screen itself shows the error. */
export class HandledSubmitError extends Error {}

interface SubmitReportOptions {
  form: SurveyFormState;
  /** The status that the post will get, as far as it is known. */
  status: PostStatus;
  /** @returns the stored post; null when the current user may not see it */
  send: (post: PostPayload) => Promise<Post | null>;
  onSent: (post: Post | null, answers: Answers) => Promise<void>;
  /**
   * Called when the server is unreachable or unavailable: stores the report to send it later.
   * @returns whether it was stored; if not, the form shows the error
   */
  queueForLater?: (answers: Answers) => Promise<boolean>;
  /** Opens the task that contains an invalid field. */
  openTask: (id: number) => void;
  container: RefObject<HTMLElement | null>;
}

/** Returns the submit handler of a form, with its progress and error messages. */
export function useSubmitReport({
  form,
  status,
  send,
  queueForLater,
  onSent,
  openTask,
  container,
}: SubmitReportOptions) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  /** Messages of the last attempt, besides the errors shown at the fields. */
  const [problems, setProblems] = useState<readonly string[]>([]);
  const abortController = useRef<AbortController | null>(null);
  // Leaving the page during the upload of photos also cancels the post.
  useEffect(() => () => abortController.current?.abort(), []);

  const showFirstError = (errors: readonly SurveyFieldError[]) => {
    const [first] = errors;
    if (!first) return;
    const task = findTaskOfError(first, form.survey.attributes);
    // The field must be rendered before it can take the focus.
    flushSync(() => task !== undefined && openTask(task));
    requestAnimationFrame(() => focusFirstError(errors, container.current ?? document));
  };

  const handleError = (error: unknown) => {
    if (error instanceof HandledSubmitError) return;
    if (error instanceof PhotoError) {
      form.replaceAnswers(error.answers);
      const label = form.survey.attributes.find((it) => it.key === error.key)?.label ?? '';
      const text = t('post.form.photoFailed', { label, why: formatErrorMessages(error.cause)[0] ?? '' });
      const photoError = { target: toAttributeTarget(error.key), index: error.index, text };
      form.showServerErrors([photoError]);
      showFirstError([photoError]);
      return;
    }
    const { errors, rest } = isApiError(error)
      ? mapServerErrors(error, form.survey)
      : { errors: [], rest: [] };
    form.showServerErrors(errors);
    showFirstError(errors);
    setProblems(errors.length + rest.length > 0 ? rest : formatErrorMessages(error));
    // The error may name fields that were added to the survey or removed from it. The next fetch shows them in the form.
    if (isApiError(error) && rest.length > 0)
      void cache.invalidateQueries({ queryKey: buildResourceKey('forms') });
  };

  const sending = useAsyncAction<void, void>(async () => {
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    let latest = form.answers;
    try {
      if (!navigator.onLine && (await queueForLater?.(latest))) return;
      const answers = await uploadPhotos(form.answers, setProgress, signal);
      latest = answers;
      // Uploaded photos are not uploaded again when sending the post itself fails.
      form.replaceAnswers(answers);
      if (signal.aborted) return;
      setProgress(null);
      await onSent(await send(toPostInput(form.survey, answers)), answers);
    } catch (error) {
      if (error instanceof PhotoError) latest = error.answers;
      if (!signal.aborted && isServerUnreachable(error) && (await queueForLater?.(latest))) return;
      handleError(error);
    } finally {
      setProgress(null);
    }
  });
  const submit = () => {
    if (sending.isPending) return;
    setProblems([]);
    const errors = form.validate(status);
    if (errors.length > 0) showFirstError(errors);
    else sending.mutate();
  };

  return {
    isBusy: sending.isPending,
    problems,
    progress: progress === null ? undefined : t('post.form.sendingPhotos', { part: progress }),
    submit,
    /** Brings the field of an error into view. */
    showError: (error: SurveyFieldError) => showFirstError([error]),
  };
}
