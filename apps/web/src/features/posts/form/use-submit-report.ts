/** Sends a filled-in form: rules first, then pictures, then the post. Whatever fails, the answers stay. */
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
  toTaskTarget,
} from '../../../blocks/survey-form/answers/field-errors.ts';
import { findTaskOfError, focusFirstError } from '../../../blocks/survey-form/answers/focus-field-error.ts';
import { type Answers, toPostInput } from '../../../blocks/survey-form/answers/form-answers.ts';
import { isNewPhoto } from '../../../blocks/survey-form/photos/new-photo.ts';
import { PhotoError } from '../../../blocks/survey-form/photos/photo-error.ts';
import type { SurveyFormState } from '../../../blocks/survey-form/use-survey-form.ts';

export type PostPayload = ReturnType<typeof toPostInput>;

/** The line broke or the server is out, before a picture or before the report: nobody refused anything. */
const isServerUnreachable = (error: unknown): boolean => {
  const cause = error instanceof PhotoError ? error.cause : error;
  return isChunkLoadError(cause) || isTransientError(cause);
};

/** Few forms have pictures: what sends them comes with the first one. */
const uploadPhotos = async (
  answers: Answers,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Answers> => {
  if (!Object.values(answers.values).flat().some(isNewPhoto)) return answers;
  const { uploadPhotos: sendPhotos } = await import('../../../blocks/survey-form/photos/upload-photos.ts');
  return sendPhotos(answers, onProgress, signal);
};

/** Thrown by `send` when the screen itself tells what went wrong. */
export class HandledSubmitError extends Error {}

interface SubmitReportOptions {
  form: SurveyFormState;
  /** The status that the post will have, as far as that is known beforehand. */
  status: PostStatus;
  /** @returns the stored post; null when the reader may not see it */
  send: (post: PostPayload) => Promise<Post | null>;
  onSent: (post: Post | null, answers: Answers) => Promise<void>;
  /**
   * The server could not be reached, or cannot answer just now: keeps the report for later.
   * @returns whether it is kept; else the fault is told in the form
   */
  queueForLater?: (answers: Answers) => Promise<boolean>;
  /** Shows the task that holds a fault. */
  openTask: (id: number) => void;
  container: RefObject<HTMLElement | null>;
}

export function useSubmitReport({
  form,
  status,
  send,
  queueForLater: keepForLater,
  onSent,
  openTask,
  container: inside,
}: SubmitReportOptions) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Of the last try, beside the faults that the fields tell. */
  const [problems, setProblems] = useState<readonly string[]>([]);
  const leaving = useRef<AbortController | null>(null);
  // Whoever leaves while pictures are on their way does not send the post after all.
  useEffect(() => () => leaving.current?.abort(), []);

  /** How many answers are wrong, and every task that is still open, whichever is on screen (spec 2 §4). */
  const summaryOf = (faults: readonly SurveyFieldError[]): string[] => {
    const ofTasks = faults.filter((it) =>
      form.survey.tasks.some((task) => it.target === toTaskTarget(task.id)),
    );
    const count = new Set(faults.filter((it) => !ofTasks.includes(it)).map((it) => it.target)).size;
    return [
      ...(count > 0 ? [t('post.form.faults', { count })] : []),
      ...new Set(ofTasks.map((it) => it.text)),
    ];
  };

  const point = (faults: readonly SurveyFieldError[]) => {
    const [first] = faults;
    if (!first) return;
    const task = findTaskOfError(first, form.survey.attributes);
    // The field has to be on screen before it can take the focus.
    flushSync(() => task !== undefined && openTask(task));
    requestAnimationFrame(() => focusFirstError(faults, inside.current ?? document));
  };

  const refused = (error: unknown) => {
    if (error instanceof HandledSubmitError) return;
    if (error instanceof PhotoError) {
      form.replaceAnswers(error.answers);
      const text = t('post.form.photoFailed', { why: formatErrorMessages(error.cause)[0] ?? '' });
      const fault = { target: toAttributeTarget(error.key), index: error.index, text };
      form.showServerErrors([fault]);
      point([fault]);
      return;
    }
    const { errors, rest } = isApiError(error)
      ? mapServerErrors(error, form.survey)
      : { errors: [], rest: [] };
    form.showServerErrors(errors);
    point(errors);
    setProblems(errors.length + rest.length > 0 ? rest : formatErrorMessages(error));
    // It may speak of fields that the survey has only now, or no more; the next look finds them in the form.
    if (isApiError(error) && rest.length > 0)
      void cache.invalidateQueries({ queryKey: buildResourceKey('forms') });
  };

  const submit = async () => {
    if (isBusy) return;
    setProblems([]);
    const faults = form.validate(status);
    if (faults.length > 0) {
      point(faults);
      return;
    }
    setBusy(true);
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    let latest = form.answers;
    try {
      if (!navigator.onLine && (await keepForLater?.(latest))) return;
      const answers = await uploadPhotos(form.answers, setProgress, signal);
      latest = answers;
      // Pictures that arrived are not sent again, should the post itself fail.
      form.replaceAnswers(answers);
      if (signal.aborted) return;
      setProgress(null);
      await onSent(await send(toPostInput(form.survey, answers)), answers);
    } catch (error) {
      if (error instanceof PhotoError) latest = error.answers;
      if (!signal.aborted && isServerUnreachable(error) && (await keepForLater?.(latest))) return;
      refused(error);
    } finally {
      setBusy(false);
      setProgress(null);
    }
  };

  return {
    isBusy,
    // Those of the fields go as they are mended.
    problems: [...(form.isValidated ? summaryOf(form.errors) : []), ...problems],
    progress: progress === null ? undefined : t('post.form.sendingPhotos', { part: progress }),
    submit,
  };
}
