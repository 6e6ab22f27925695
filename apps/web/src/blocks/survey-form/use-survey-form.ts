/** The state of a survey form: answers and errors. A field's errors are shown after it was left, all errors after a submit. */

import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { AnswerError } from '@waypost/survey-logic/answer-errors';
import { type RawValues, validateAnswers } from '@waypost/survey-logic/validate-answers';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type ErrorTarget,
  type SurveyFieldError,
  toAttributeTarget,
  toSurveyFieldErrors,
  toTaskTarget,
} from './answers/field-errors.ts';
import { type Answers, type SurveyFormDefinition, toPostCandidate } from './answers/form-answers.ts';

/** The answers to one attribute. */
export type AnswerList = readonly unknown[];

/** Functions that change the answers. Stable over all renders, so that a key press renders only one field. */
export interface SurveyFormActions {
  setText: (field: 'title' | 'content', text: string) => void;
  /** @param change gets the current answers: a picture may be added long after the render that started it */
  setAnswers: (key: string, change: (answers: AnswerList) => AnswerList) => void;
  setCompleted: (taskId: number, isCompleted: boolean) => void;
  /** The field was left: its errors may be shown. */
  markTouched: (target: ErrorTarget) => void;
}

/** What `useSurveyForm` returns. */
export interface SurveyFormState {
  survey: SurveyFormDefinition;
  answers: Answers;
  actions: SurveyFormActions;
  /** The errors to show now. */
  errors: readonly SurveyFieldError[];
  /** The answers now: also those that were given since the last rendering. */
  readAnswers: () => Answers;
  /** Replaces all answers, for instance after pictures were uploaded. */
  replaceAnswers: (answers: Answers) => void;
  /** Whether the whole form was validated once, on a submit. */
  isValidated: boolean;
  /** Validates the form and shows all errors. Returns an empty list when the post can be submitted. */
  validate: (status: PostStatus) => readonly SurveyFieldError[];
  /** Whether the initial answers could be saved with this status. */
  isInitiallyValid: (status: PostStatus) => boolean;
  /** Shows errors of the server until their fields are changed. */
  showServerErrors: (errors: readonly SurveyFieldError[]) => void;
}

interface Options {
  survey: SurveyFormDefinition;
  initialAnswers: Answers;
  /** Stored answers of an existing post. */
  storedValues?: RawValues;
  /** Stored content of an existing post. */
  storedContent?: string | null;
  onChange?: (answers: Answers) => void;
}

/** Form state of a survey. */
export function useSurveyForm({
  survey,
  initialAnswers,
  storedValues,
  storedContent = null,
  onChange,
}: Options): SurveyFormState {
  const [answers, setAll] = useState(initialAnswers);
  const [touched, setTouched] = useState<ReadonlySet<ErrorTarget>>(new Set());
  const [validatedStatus, setValidatedStatus] = useState<PostStatus | null>(null);
  const [serverErrors, setServerErrors] = useState<readonly SurveyFieldError[]>([]);
  const latest = useRef(initialAnswers);
  const onChangeRef = useRef(onChange);
  useEffect(() => {
    onChangeRef.current = onChange;
  }, [onChange]);

  const [actions] = useState(() => {
    const replace = (next: Answers) => {
      latest.current = next;
      setAll(next);
      onChangeRef.current?.(next);
    };
    const change = (target: ErrorTarget, next: Answers) => {
      setServerErrors((current) =>
        current.some((it) => it.target === target) ? current.filter((it) => it.target !== target) : current,
      );
      replace(next);
    };
    const fieldActions: SurveyFormActions = {
      setText: (field, text) => change(field, { ...latest.current, [field]: text }),
      setAnswers: (key, changeAnswers) => {
        const { values } = latest.current;
        change(toAttributeTarget(key), {
          ...latest.current,
          values: { ...values, [key]: changeAnswers(values[key] ?? []) },
        });
      },
      setCompleted: (taskId, isCompleted) => {
        const others = latest.current.completed.filter((id) => id !== taskId);
        const completed = isCompleted ? [...others, taskId] : others;
        // Errors of a task that is marked as complete are shown at once (spec 2 §4).
        if (isCompleted) fieldActions.markTouched(toTaskTarget(taskId));
        change(toTaskTarget(taskId), { ...latest.current, completed });
      },
      markTouched: (target) =>
        setTouched((current) => (current.has(target) ? current : new Set([...current, target]))),
    };
    return { fieldActions, replace };
  });

  const validateAs = (it: Answers, status: PostStatus) => {
    const options = {
      canManagePosts: true,
      requiresTitle: true,
      storedContent,
      ...(storedValues ? { storedValues } : {}),
    };
    // The server sends only the tasks that this person may see, so all of them are validated.
    return validateAnswers(survey, toPostCandidate(survey, it, status), options);
  };
  const allErrors = useMemo(
    () => validateAs(answers, validatedStatus ?? 'draft'),
    // oxlint-disable-next-line react/exhaustive-deps -- validateAs depends on survey and what is stored alone
    [answers, validatedStatus, survey, storedValues, storedContent],
  );
  const shownErrors = useMemo(() => {
    const isDue = (error: AnswerError, target: ErrorTarget) => {
      if (validatedStatus !== null) return true;
      if (error.rule === 'taskAttributeRequired' && error.task !== undefined)
        return touched.has(toTaskTarget(error.task));
      return touched.has(target) && !/required$/i.test(error.rule);
    };
    const dueErrors = allErrors.flatMap((error) => {
      const [fieldError] = toSurveyFieldErrors([error], survey.attributes);
      return fieldError && isDue(error, fieldError.target) ? [fieldError] : [];
    });
    return [...dueErrors, ...serverErrors.filter((it) => !dueErrors.some((due) => due.target === it.target))];
  }, [allErrors, survey, validatedStatus, touched, serverErrors]);

  return {
    survey,
    answers,
    actions: actions.fieldActions,
    errors: shownErrors,
    readAnswers: () => latest.current,
    replaceAnswers: actions.replace,
    isValidated: validatedStatus !== null,
    validate: (status) => {
      setValidatedStatus(status);
      setServerErrors([]);
      return toSurveyFieldErrors(validateAs(latest.current, status), survey.attributes);
    },
    isInitiallyValid: (status) => validateAs(initialAnswers, status).length === 0,
    showServerErrors: setServerErrors,
  };
}
