/** Converts Zod issues to field errors. The server's responses and the client's forms share this conversion. */
import type { z } from 'zod';
import { type FieldError, type ValidationRule, validationMessages } from './problems.ts';

type ZodIssue = z.core.$ZodIssue;

const isRule = (name: unknown): name is ValidationRule =>
  typeof name === 'string' && name in validationMessages;

/** `{ error: ruleError('password') }` on a schema: the rule whose message is shown when the schema fails. */
export const ruleError = (name: ValidationRule): string => `rule:${name}`;

function formatIssueRule(format: string): ValidationRule {
  if (format === 'email' || format === 'url') return format;
  return 'pattern';
}

function classifyIssue(issue: ZodIssue): Pick<FieldError, 'rule' | 'params'> {
  if (issue.message.startsWith('rule:')) {
    const ruleName = issue.message.slice('rule:'.length);
    if (isRule(ruleName)) return { rule: ruleName };
  }
  switch (issue.code) {
    case 'too_small': {
      const min = Number(issue.minimum);
      if (issue.origin !== 'string' && issue.origin !== 'array') return { rule: 'min', params: { min } };
      return min <= 1 ? { rule: 'required' } : { rule: 'minlength', params: { min } };
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      return issue.origin === 'string' || issue.origin === 'array'
        ? { rule: 'maxlength', params: { max } }
        : { rule: 'max', params: { max } };
    }
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? { rule: 'required' }
        : { rule: 'type', params: { expected: issue.expected } };
    case 'invalid_format':
      return { rule: formatIssueRule(issue.format) };
    case 'invalid_value':
      return { rule: 'oneOf', params: { options: issue.values.map(String).join(', ') } };
    case 'custom': {
      const ruleName = issue.params?.['rule'];
      return isRule(ruleName) ? { rule: ruleName } : { rule: 'invalid' };
    }
    default:
      return { rule: 'invalid' };
  }
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/**
 * A union reports the issues of all branches. A rule of this project is the most specific, then any issue that is not
 * a type mismatch.
 */
function mostSpecificIssue(issue: ZodIssue): ZodIssue {
  if (issue.code !== 'invalid_union' || issue.message.startsWith('rule:')) return issue;
  const nestedIssues = issue.errors.flat().map(mostSpecificIssue);
  const best =
    nestedIssues.find((it) => it.code === 'custom') ??
    nestedIssues.findLast((it) => it.code !== 'invalid_type');
  return best ?? nestedIssues.at(-1) ?? issue;
}

/**
 * Field errors of a failed parse, by top-level field.
 * @param error of a parse with `reportInput: true`, since an absent value and a wrong one break different rules
 */
export function zodErrorToFieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.map((issue) => {
    const field = String(issue.path[0] ?? 'body');
    return isAbsent(issue.input) && issue.path.length === 1
      ? { field, rule: 'required' }
      : { field, ...classifyIssue(mostSpecificIssue(issue)) };
  });
}
