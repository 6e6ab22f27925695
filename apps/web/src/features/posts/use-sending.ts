/** Sends a filled-in form: rules first, then pictures, then the post. Whatever fails, the answers stay. */
import { useQueryClient } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/post-filters';
import type { Post } from '@waypost/contract/posts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isApiError, isAway } from '../../api/api-error.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { isMissingPart } from '../../api/missing-part.ts';
import { forResource } from '../../api/query-keys.ts';
import {
  type FieldFault,
  serverFaults,
  targetOf,
  taskTarget,
} from '../../blocks/survey-form/field-faults.ts';
import { focusFault, taskOfFault } from '../../blocks/survey-form/focus-fault.ts';
import { type Answers, toPost } from '../../blocks/survey-form/form-answers.ts';
import { isNewPhoto } from '../../blocks/survey-form/new-photo.ts';
import { PhotoError } from '../../blocks/survey-form/photo-error.ts';
import type { SurveyFormState } from '../../blocks/survey-form/use-survey-form.ts';

export type SentPost = ReturnType<typeof toPost>;

/** The line broke or the server is out, before a picture or before the report: nobody refused anything. */
const isUnreached = (error: unknown): boolean => {
  const cause = error instanceof PhotoError ? error.cause : error;
  return isMissingPart(cause) || isAway(cause);
};

/** Few forms have pictures: what sends them comes with the first one. */
const withPhotosSent = async (
  answers: Answers,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Answers> => {
  if (!Object.values(answers.values).flat().some(isNewPhoto)) return answers;
  const { sendPhotos } = await import('../../blocks/survey-form/send-photos.ts');
  return sendPhotos(answers, onProgress, signal);
};

/** Thrown by `send` when the screen itself tells what went wrong. */
export class ToldElsewhere extends Error {}

interface Options {
  form: SurveyFormState;
  /** The status that the post will have, as far as that is known beforehand. */
  status: PostStatus;
  /** @returns the stored post; null when the reader may not see it */
  send: (post: SentPost) => Promise<Post | null>;
  onSent: (post: Post | null, answers: Answers) => Promise<void>;
  /**
   * The server could not be reached, or cannot answer just now: keeps the report for later.
   * @returns whether it is kept; else the fault is told in the form
   */
  keepForLater?: (answers: Answers) => Promise<boolean>;
  /** Shows the task that holds a fault. */
  openTask: (id: number) => void;
  inside: RefObject<HTMLElement | null>;
}

export function useSending({ form, status, send, keepForLater, onSent, openTask, inside }: Options) {
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
  const summaryOf = (faults: readonly FieldFault[]): string[] => {
    const ofTasks = faults.filter((it) =>
      form.survey.tasks.some((task) => it.target === taskTarget(task.id)),
    );
    const count = new Set(faults.filter((it) => !ofTasks.includes(it)).map((it) => it.target)).size;
    return [
      ...(count > 0 ? [t('post.form.faults', { count })] : []),
      ...new Set(ofTasks.map((it) => it.text)),
    ];
  };

  const point = (faults: readonly FieldFault[]) => {
    const [first] = faults;
    if (!first) return;
    const task = taskOfFault(first, form.survey.attributes);
    // The field has to be on screen before it can take the focus.
    flushSync(() => task !== undefined && openTask(task));
    requestAnimationFrame(() => focusFault(faults, inside.current ?? document));
  };

  const refused = (error: unknown) => {
    if (error instanceof ToldElsewhere) return;
    if (error instanceof PhotoError) {
      form.replace(error.answers);
      const text = t('post.form.photoFailed', { why: problemTexts(error.cause)[0] ?? '' });
      const fault = { target: targetOf(error.key), index: error.index, text };
      form.refuse([fault]);
      point([fault]);
      return;
    }
    const { faults, rest } = isApiError(error) ? serverFaults(error, form.survey) : { faults: [], rest: [] };
    form.refuse(faults);
    point(faults);
    setProblems(faults.length + rest.length > 0 ? rest : problemTexts(error));
    // It may speak of fields that the survey has only now, or no more; the next look finds them in the form.
    if (isApiError(error) && rest.length > 0)
      void cache.invalidateQueries({ queryKey: forResource('forms') });
  };

  const submit = async () => {
    if (isBusy) return;
    setProblems([]);
    const faults = form.check(status);
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
      const answers = await withPhotosSent(form.answers, setProgress, signal);
      latest = answers;
      // Pictures that arrived are not sent again, should the post itself fail.
      form.replace(answers);
      if (signal.aborted) return;
      setProgress(null);
      await onSent(await send(toPost(form.survey, answers)), answers);
    } catch (error) {
      if (error instanceof PhotoError) latest = error.answers;
      if (!signal.aborted && isUnreached(error) && (await keepForLater?.(latest))) return;
      refused(error);
    } finally {
      setBusy(false);
      setProgress(null);
    }
  };

  return {
    isBusy,
    // Those of the fields go as they are mended.
    problems: [...(form.isChecked ? summaryOf(form.faults) : []), ...problems],
    progress: progress === null ? undefined : t('post.form.sendingPhotos', { part: progress }),
    submit,
  };
}
