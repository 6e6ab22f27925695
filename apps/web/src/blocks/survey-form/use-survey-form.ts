/** The answers being given and what is wrong with them: told about a field once it was left, about all once sending was tried. */
import type { PostStatus } from '@waypost/contract/post-filters';
import type { AnswerFault } from '@waypost/survey-logic/answer-faults';
import { checkAnswers, type RawValues } from '@waypost/survey-logic/check-answers';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type FaultTarget, type FieldFault, fieldFaults, targetOf, taskTarget } from './field-faults.ts';
import { type Answers, type SurveyAsked, toCheck } from './form-answers.ts';

export type AnswerList = readonly unknown[];

/** The same object for the life of the form, so that a key pressed in one field draws no other anew. */
export interface SurveyFormActions {
  setText: (field: 'title' | 'content', text: string) => void;
  /** @param change from the answers as they are by then: a picture that was being prepared comes late */
  setAnswers: (key: string, change: (answers: AnswerList) => AnswerList) => void;
  setCompleted: (taskId: number, isCompleted: boolean) => void;
  /** The field was left: what is wrong in it may be told. */
  leave: (target: FaultTarget) => void;
}

export interface SurveyFormState {
  survey: SurveyAsked;
  answers: Answers;
  actions: SurveyFormActions;
  /** What is to be shown now, in the order of the form. */
  faults: readonly FieldFault[];
  /** All at once: pictures that have been sent. */
  replace: (answers: Answers) => void;
  /** Whether everything was checked once, because somebody wanted to send it. */
  isChecked: boolean;
  /** Checks everything and shows what is wrong. Empty when the post can be sent. */
  check: (status: PostStatus) => readonly FieldFault[];
  /** Whether the answers that the form began with could be saved with this status. */
  isSoundAtStart: (status: PostStatus) => boolean;
  /** Shows what the server refused, until the field is changed. */
  refuse: (faults: readonly FieldFault[]) => void;
}

interface Options {
  survey: SurveyAsked;
  initial: Answers;
  /** Stored answers of an existing post. */
  before?: RawValues;
  onChange?: (answers: Answers) => void;
}

export function useSurveyForm({ survey, initial, before, onChange }: Options): SurveyFormState {
  const [answers, setAll] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<FaultTarget>>(new Set());
  const [tried, setTried] = useState<PostStatus | null>(null);
  const [refused, setRefused] = useState<readonly FieldFault[]>([]);
  const latest = useRef(initial);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);

  const [actions] = useState(() => {
    const replace = (next: Answers) => {
      latest.current = next;
      setAll(next);
      tell.current?.(next);
    };
    const change = (target: FaultTarget, next: Answers) => {
      setRefused((now) =>
        now.some((it) => it.target === target) ? now.filter((it) => it.target !== target) : now,
      );
      replace(next);
    };
    const own: SurveyFormActions = {
      setText: (field, text) => change(field, { ...latest.current, [field]: text }),
      setAnswers: (key, list) => {
        const { values } = latest.current;
        change(targetOf(key), { ...latest.current, values: { ...values, [key]: list(values[key] ?? []) } });
      },
      setCompleted: (taskId, isCompleted) => {
        const others = latest.current.completed.filter((id) => id !== taskId);
        const completed = isCompleted ? [...others, taskId] : others;
        // What the task still lacks is told at once (spec 2 §4).
        if (isCompleted) own.leave(taskTarget(taskId));
        change(taskTarget(taskId), { ...latest.current, completed });
      },
      leave: (target) => setLeft((now) => (now.has(target) ? now : new Set([...now, target]))),
    };
    return { own, replace };
  });

  const faultsOf = (it: Answers, status: PostStatus) => {
    const options = { managesPosts: true, asksForTitle: true, ...(before ? { before } : {}) };
    // The server sends only the tasks this person may see, so that all of them count.
    return checkAnswers(survey, toCheck(survey, it, status), options);
  };
  // oxlint-disable-next-line react/exhaustive-deps -- faultsOf depends on survey and before alone
  const found = useMemo(() => faultsOf(answers, tried ?? 'draft'), [answers, tried, survey, before]);
  const shown = useMemo(() => {
    const isDue = (it: AnswerFault, target: FaultTarget) => {
      if (tried !== null) return true;
      if (it.rule === 'taskAttributeRequired' && it.task !== undefined) return left.has(taskTarget(it.task));
      return left.has(target) && !/required$/i.test(it.rule);
    };
    const told = found.flatMap((it) => {
      const [fault] = fieldFaults([it]);
      return fault && isDue(it, fault.target) ? [fault] : [];
    });
    return [...told, ...refused.filter((it) => !told.some((own) => own.target === it.target))];
  }, [found, tried, left, refused]);

  return {
    survey,
    answers,
    actions: actions.own,
    faults: shown,
    replace: actions.replace,
    isChecked: tried !== null,
    check: (status) => {
      setTried(status);
      setRefused([]);
      return fieldFaults(faultsOf(answers, status));
    },
    isSoundAtStart: (status) => faultsOf(initial, status).length === 0,
    refuse: setRefused,
  };
}
