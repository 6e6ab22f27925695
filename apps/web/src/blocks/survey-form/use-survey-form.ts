/** The answers being given and what is wrong with them: told about a field once it was left, about all once sending was tried. */
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

export type AnswerList = readonly unknown[];

/** The same object for the life of the form, so that a key pressed in one field draws no other anew. */
export interface SurveyFormActions {
  setText: (field: 'title' | 'content', text: string) => void;
  /** @param change from the answers as they are by then: a picture that was being prepared comes late */
  setAnswers: (key: string, change: (answers: AnswerList) => AnswerList) => void;
  setCompleted: (taskId: number, isCompleted: boolean) => void;
  /** The field was left: what is wrong in it may be told. */
  markTouched: (target: ErrorTarget) => void;
}

export interface SurveyFormState {
  survey: SurveyFormDefinition;
  answers: Answers;
  actions: SurveyFormActions;
  /** What is to be shown now, in the order of the form. */
  errors: readonly SurveyFieldError[];
  /** All at once: pictures that have been sent. */
  replaceAnswers: (answers: Answers) => void;
  /** Whether everything was checked once, because somebody wanted to send it. */
  isValidated: boolean;
  /** Checks everything and shows what is wrong. Empty when the post can be sent. */
  validate: (status: PostStatus) => readonly SurveyFieldError[];
  /** Whether the answers that the form began with could be saved with this status. */
  isInitiallyValid: (status: PostStatus) => boolean;
  /** Shows what the server refused, until the field is changed. */
  showServerErrors: (faults: readonly SurveyFieldError[]) => void;
}

interface Options {
  survey: SurveyFormDefinition;
  initialAnswers: Answers;
  /** Stored answers of an existing post. */
  storedValues?: RawValues;
  onChange?: (answers: Answers) => void;
}

export function useSurveyForm({
  survey,
  initialAnswers: initial,
  storedValues: before,
  onChange,
}: Options): SurveyFormState {
  const [answers, setAll] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<ErrorTarget>>(new Set());
  const [validatedStatus, setValidatedStatus] = useState<PostStatus | null>(null);
  const [serverErrors, setServerErrors] = useState<readonly SurveyFieldError[]>([]);
  const latest = useRef(initial);
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
      setServerErrors((now) =>
        now.some((it) => it.target === target) ? now.filter((it) => it.target !== target) : now,
      );
      replace(next);
    };
    const own: SurveyFormActions = {
      setText: (field, text) => change(field, { ...latest.current, [field]: text }),
      setAnswers: (key, list) => {
        const { values } = latest.current;
        change(toAttributeTarget(key), {
          ...latest.current,
          values: { ...values, [key]: list(values[key] ?? []) },
        });
      },
      setCompleted: (taskId, isCompleted) => {
        const others = latest.current.completed.filter((id) => id !== taskId);
        const completed = isCompleted ? [...others, taskId] : others;
        // What the task still lacks is told at once (spec 2 §4).
        if (isCompleted) own.markTouched(toTaskTarget(taskId));
        change(toTaskTarget(taskId), { ...latest.current, completed });
      },
      markTouched: (target) => setTouched((now) => (now.has(target) ? now : new Set([...now, target]))),
    };
    return { own, replace };
  });

  const validateAs = (it: Answers, status: PostStatus) => {
    const options = {
      canManagePosts: true,
      requiresTitle: true,
      ...(before ? { storedValues: before } : {}),
    };
    // The server sends only the tasks this person may see, so that all of them count.
    return validateAnswers(survey, toPostCandidate(survey, it, status), options);
  };
  // oxlint-disable-next-line react/exhaustive-deps -- faultsOf depends on survey and before alone
  const allErrors = useMemo(
    () => validateAs(answers, validatedStatus ?? 'draft'),
    [answers, validatedStatus, survey, before],
  );
  const shownErrors = useMemo(() => {
    const isDue = (it: AnswerError, target: ErrorTarget) => {
      if (validatedStatus !== null) return true;
      if (it.rule === 'taskAttributeRequired' && it.task !== undefined)
        return touched.has(toTaskTarget(it.task));
      return touched.has(target) && !/required$/i.test(it.rule);
    };
    const dueErrors = allErrors.flatMap((it) => {
      const [fault] = toSurveyFieldErrors([it]);
      return fault && isDue(it, fault.target) ? [fault] : [];
    });
    return [...dueErrors, ...serverErrors.filter((it) => !dueErrors.some((own) => own.target === it.target))];
  }, [allErrors, validatedStatus, touched, serverErrors]);

  return {
    survey,
    answers,
    actions: actions.own,
    errors: shownErrors,
    replaceAnswers: actions.replace,
    isValidated: validatedStatus !== null,
    validate: (status) => {
      setValidatedStatus(status);
      setServerErrors([]);
      return toSurveyFieldErrors(validateAs(answers, status));
    },
    isInitiallyValid: (status) => validateAs(initial, status).length === 0,
    showServerErrors: setServerErrors,
  };
}
