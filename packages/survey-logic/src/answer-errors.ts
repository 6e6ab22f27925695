/** Errors of answers: one error per field on screen, reduced to the fields of API v3 for responses. */
import type { FieldError, ValidationRule } from '@waypost/contract/common/problems';

/** More detailed than a field error of API v3: names the attribute or task. */
export interface AnswerError {
  /** The field in API v3. */
  field: 'title' | 'content' | 'values' | 'completed_stages';
  rule: ValidationRule;
  params: Record<string, string | number>;
  /** For errors of `values`: the attribute's key. */
  key?: string;
  /** For errors of `completed_stages`, and for missing answers of a completed task: the task's id. */
  task?: number;
  /** Index of the wrong answer, from 0. */
  index?: number;
}

/**
 * Converts answer errors to field errors of API v3. Incomplete required tasks become one error that lists all of
 * them, since API v3 reports one error per field (spec 2 §4: "the message names each incomplete stage").
 */
export function answerErrorsToFieldErrors(errors: readonly AnswerError[]): FieldError[] {
  const incompleteTasks = errors.filter((it) => it.rule === 'stageRequired').map((it) => it.params['label']);
  const otherErrors = errors.filter((it) => it.rule !== 'stageRequired');
  const flat = otherErrors.map(({ field, rule, params }): FieldError => ({ field, rule, params }));
  if (incompleteTasks.length === 0) return flat;
  return [
    ...flat,
    { field: 'completed_stages', rule: 'stageRequired', params: { label: incompleteTasks.join('", "') } },
  ];
}
