/** Converts Zod issues to field errors. The server's responses and the client's forms share this conversion. */
import type { z } from 'zod';
import type { FieldError, ValidationRule } from './problems.ts';

type ZodIssue = z.core.$ZodIssue;

/** `{ error: ruleError('password') }` on a schema: the rule whose message is shown when the schema fails. */
export const ruleError = (name: ValidationRule): string => `${rulePrefix}${name}`;

/** `{ error: typeError('an id') }` on a schema: what is expected, where the schema's own issues do not say it. */
export const typeError = (expected: string): string => `${typePrefix}${expected}`;

const rulePrefix = 'rule:';
const typePrefix = `${rulePrefix}type:`;

function formatIssueRule(format: string): ValidationRule {
  if (format === 'email' || format === 'url') return format;
  return 'pattern';
}

/** What the types of Zod are called in messages. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

/** The values that an issue accepts, but for those that only mean "nothing". */
const acceptedValues = (issue: ZodIssue): string[] =>
  issue.code === 'invalid_value'
    ? [...new Set(issue.values.map((it) => String(it ?? '')))].filter(Boolean)
    : [];

const isList = (origin: string) => origin === 'array' || origin === 'set' || origin === 'map';

function classifyIssue(issue: ZodIssue): Pick<FieldError, 'rule' | 'params'> {
  if (issue.message.startsWith(typePrefix))
    return { rule: 'type', params: { expected: issue.message.slice(typePrefix.length) } };
  // Written by `ruleError`. The texts of the rules are not imported: the first download of the client leaves them out.
  if (issue.message.startsWith(rulePrefix))
    return { rule: issue.message.slice(rulePrefix.length) as ValidationRule };
  switch (issue.code) {
    case 'too_small': {
      const min = Number(issue.minimum);
      if (issue.origin !== 'string' && !isList(issue.origin)) return { rule: 'min', params: { min } };
      if (min <= 1) return { rule: 'required' };
      return { rule: isList(issue.origin) ? 'minitems' : 'minlength', params: { min } };
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      if (isList(issue.origin)) return { rule: 'maxitems', params: { max } };
      return { rule: issue.origin === 'string' ? 'maxlength' : 'max', params: { max } };
    }
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? { rule: 'required' }
        : { rule: 'type', params: { expected: typeNames[issue.expected] ?? issue.expected } };
    case 'invalid_format':
      return { rule: formatIssueRule(issue.format) };
    case 'invalid_value': {
      const options = acceptedValues(issue).join(', ');
      return options === '' ? { rule: 'invalid' } : { rule: 'oneOf', params: { options } };
    }
    case 'custom': {
      const ruleName = issue.params?.['rule'];
      return typeof ruleName === 'string' ? { rule: ruleName as ValidationRule } : { rule: 'invalid' };
    }
    default:
      return { rule: 'invalid' };
  }
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/** Whether an issue is that of a branch for "nothing": null, an empty text, a list or object without members. */
function isOfEmptyBranch(issue: ZodIssue): boolean {
  if (issue.code === 'invalid_value') return acceptedValues(issue).length === 0;
  if (issue.code === 'invalid_type') return ['null', 'undefined', 'never', 'void'].includes(issue.expected);
  return issue.code === 'too_big' && issue.maximum === 0;
}

/** The issues of all branches of a union, of nested ones too. */
function branchIssues(issue: ZodIssue): ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message.startsWith('rule:')) return [issue];
  return issue.errors
    .flat()
    .flatMap(branchIssues)
    .filter((it) => !isOfEmptyBranch(it));
}

/** Whether an issue says only that the branch was not meant. */
const isTypeMismatch = (issue: ZodIssue) =>
  issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.message.startsWith(typePrefix);

function formatExpected(issue: ZodIssue): string {
  const options = acceptedValues(issue);
  return options.length > 0
    ? `one of: ${options.join(', ')}`
    : String(classifyIssue(issue).params?.['expected'] ?? '');
}

/**
 * The rule that an issue breaks. A union reports the issues of all branches: a rule of this project is the most specific, then the
 * length or format of a branch whose type fits; else the message names what each branch expects.
 */
function classify(issue: ZodIssue): Pick<FieldError, 'rule' | 'params'> {
  const issues = branchIssues(issue);
  const [only] = issues;
  if (only && issues.length === 1) return classifyIssue(only);
  const fitting = issues.filter((it) => !isTypeMismatch(it));
  const best = fitting.find((it) => it.code === 'custom' || it.message.startsWith('rule:')) ?? fitting.at(-1);
  if (best) return classifyIssue(best);
  if (isAbsent(issue.input)) return { rule: 'required' };
  const values = issues.flatMap(acceptedValues);
  if (issues.length > 0 && issues.every((it) => it.code === 'invalid_value'))
    return { rule: 'oneOf', params: { options: [...new Set(values)].join(', ') } };
  const expected = [...new Set(issues.map(formatExpected))].filter(Boolean).join(' or ');
  return expected === '' ? { rule: 'invalid' } : { rule: 'type', params: { expected } };
}

/** What the top-level field must be where something in it has the wrong type: errors name only that field (API v3 §1.9). */
function describeOuter([, inner]: readonly PropertyKey[], expected = 'something else'): string {
  if (typeof inner === 'number') return `a list, each entry ${expected}`;
  return inner === undefined ? expected : `an object whose ${String(inner)} is ${expected}`;
}

/**
 * Field errors of a failed parse, by top-level field.
 * @param error of a parse with `reportInput: true`, since an absent value and a wrong one break different rules
 */
export function zodErrorToFieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.map((issue) => {
    const field = String(issue.path[0] ?? 'body');
    if (isAbsent(issue.input) && issue.path.length === 1) return { field, rule: 'required' };
    const { rule, params } = classify(issue);
    if (rule === 'type')
      return {
        field,
        rule,
        params: { expected: describeOuter(issue.path, params?.['expected']?.toString()) },
      };
    return { field, rule, ...(params ? { params } : {}) };
  });
}

/**
 * Parses values and converts the issues to field errors.
 * @returns the parsed data, or the errors
 */
export function parseFields<S extends z.ZodType>(
  schema: S,
  values: unknown,
): { data: z.output<S>; errors?: undefined } | { data?: undefined; errors: FieldError[] } {
  const { data, error } = schema.safeParse(values, { reportInput: true });
  return error ? { errors: zodErrorToFieldErrors(error) } : { data };
}
