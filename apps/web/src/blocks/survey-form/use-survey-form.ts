/** The answers being given and what is wrong with them: told about a field once it was left, about all once sending was tried. */
import type { PostStatus } from '@waypost/contract/post-filters';
import { checkAnswers, type RawValues } from '@waypost/survey-logic/check-answers';
import { useMemo, useState } from 'react';
import { type FaultTarget, type FieldFault, fieldFaults, targetOf } from './field-faults.ts';
import { type Answers, type SurveyAsked, toCheck } from './form-answers.ts';

export interface SurveyFormState {
  survey: SurveyAsked;
  answers: Answers;
  /** What is to be shown now, in the order of the form. */
  faults: readonly FieldFault[];
  setText: (field: 'title' | 'content', text: string) => void;
  setAnswers: (key: string, answers: readonly unknown[]) => void;
  setCompleted: (taskId: number, isCompleted: boolean) => void;
  /** All at once: a restored draft, or pictures that have been sent. */
  replace: (answers: Answers) => void;
  /** The field was left: what is wrong in it may be told. */
  leave: (target: FaultTarget) => void;
  /** Checks everything and shows what is wrong. Empty when the post can be sent. */
  check: (status: PostStatus) => readonly FieldFault[];
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

  const faultsOf = (it: Answers, status: PostStatus) => {
    const options = { managesPosts: true, asksForTitle: true, ...(before ? { before } : {}) };
    // The server sends only the tasks this person may see, so that all of them count.
    return checkAnswers(survey, toCheck(it, status), options);
  };
  // oxlint-disable-next-line react/exhaustive-deps -- faultsOf depends on survey and before alone
  const found = useMemo(() => faultsOf(answers, tried ?? 'draft'), [answers, tried, survey, before]);
  const shown = useMemo(() => {
    const isMissing = new Set(found.filter((it) => /required$/i.test(it.rule)));
    const told = found.flatMap((it) => {
      const [fault] = fieldFaults([it]);
      return fault && (tried !== null || (left.has(fault.target) && !isMissing.has(it))) ? [fault] : [];
    });
    return [...told, ...refused.filter((it) => !told.some((own) => own.target === it.target))];
  }, [found, tried, left, refused]);

  const change = (target: FaultTarget, next: Answers) => {
    setAll(next);
    setRefused((now) => now.filter((it) => it.target !== target));
    onChange?.(next);
  };

  return {
    survey,
    answers,
    faults: shown,
    setText: (field, text) => change(field, { ...answers, [field]: text }),
    setAnswers: (key, list) =>
      change(targetOf(key), { ...answers, values: { ...answers.values, [key]: list } }),
    setCompleted: (taskId, isCompleted) => {
      const others = answers.completed.filter((id) => id !== taskId);
      change(`task.${taskId}`, { ...answers, completed: isCompleted ? [...others, taskId] : others });
    },
    replace: setAll,
    leave: (target) => setLeft((now) => (now.has(target) ? now : new Set([...now, target]))),
    check: (status) => {
      setTried(status);
      setRefused([]);
      return fieldFaults(faultsOf(answers, status));
    },
    refuse: setRefused,
  };
}
