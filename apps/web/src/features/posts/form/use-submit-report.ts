/** Submits a form: validation, then what the screen sends. The answers stay in the form when it fails. */
import { useQueryClient } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/api-error.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import {
  mapServerErrors,
  type SurveyFieldError,
  toAttributeTarget,
} from '../../../blocks/survey-form/answers/field-errors.ts';
import { findTaskOfError, focusFirstError } from '../../../blocks/survey-form/answers/focus-field-error.ts';
import type { Answers } from '../../../blocks/survey-form/answers/form-answers.ts';
import { arePhotosAccepted, arePhotosPending } from '../../../blocks/survey-form/photos/photo-preparation.ts';
import { PhotoError, type UploadProgress } from '../../../blocks/survey-form/photos/upload-photos.ts';
import type { SurveyFormState } from '../../../blocks/survey-form/use-survey-form.ts';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';

/** Thrown by `send` when the screen itself shows the error. */
export class HandledSubmitError extends Error {}

/**
 * Uploads the photos and sends the post.
 * @param progress its signal is aborted when the form is left
 * @throws PhotoError, ApiError, HandledSubmitError
 */
export type SendAnswers = (answers: Answers, progress: UploadProgress) => Promise<void>;

interface SubmitReportOptions {
  form: SurveyFormState;
  /** The status that the post will get, as far as it is known. */
  status: PostStatus;
  send: SendAnswers;
  /** Opens the task that contains an invalid field. */
  openTask: (id: number) => void;
  container: RefObject<HTMLElement | null>;
}

/** Returns the submit handler of a form, with its progress and error messages. */
export function useSubmitReport({ form, status, send, openTask, container }: SubmitReportOptions) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  /** Messages of the last attempt, besides the errors shown at the fields. */
  const [problems, setProblems] = useState<readonly string[]>([]);
  const abortController = useRef<AbortController | null>(null);
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
    try {
      if (arePhotosPending()) {
        // The field of one that is refused says why.
        if (!(await arePhotosAccepted())) return;
        const errors = form.validate(status);
        if (errors.length > 0) {
          showFirstError(errors);
          return;
        }
      }
      // Uploaded photos are not uploaded again when sending the post itself fails.
      await send(form.readAnswers(), { onProgress: setProgress, onAnswers: form.replaceAnswers, signal });
    } catch (error) {
      if (!signal.aborted) handleError(error);
    } finally {
      setProgress(null);
    }
  });
  const submit = () => {
    if (sending.isPending) return;
    setProblems([]);
    // A picture that is being resized may be the answer to a required field.
    const errors = arePhotosPending() ? [] : form.validate(status);
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
