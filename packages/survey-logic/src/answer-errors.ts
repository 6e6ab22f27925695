/** What is wrong with answers: one fault per field on screen, flattened to API v3's few fields on the way out. */
import type { FieldError, ValidationRule } from '@waypost/contract/common/problems';

/** Richer than API v3's fault: it knows which attribute or task it is about. */
export interface AnswerError {
  /** API v3's field. */
  field: 'title' | 'content' | 'values' | 'completed_stages';
  rule: ValidationRule;
  params: Record<string, string | number>;
  /** Key of the attribute, for faults of `values`. */
  key?: string;
  /** Id of the task, for faults of `completed_stages` and for answers that a completed task lacks. */
  task?: number;
  /** Which of the attribute's answers, from 0. */
  index?: number;
}

/**
 * Faults as API v3 tells them. Tasks that still have to be completed become one fault that names them all, since the
 * wire tells one fault per field (spec 2 §4: "the message names each incomplete stage").
 */
export function answerErrorsToFieldErrors(errors: readonly AnswerError[]): FieldError[] {
  const open = errors.filter((it) => it.rule === 'stageRequired').map((it) => it.params['label']);
  const rest = errors.filter((it) => it.rule !== 'stageRequired');
  const flat = rest.map(({ field, rule, params }): FieldError => ({ field, rule, params }));
  if (open.length === 0) return flat;
  return [
    ...flat,
    { field: 'completed_stages', rule: 'stageRequired', params: { label: open.join('", "') } },
  ];
}
