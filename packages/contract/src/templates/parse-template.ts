/** Parses templates and names the place of every fault. */
import type { z } from 'zod';
import { zodErrorToFieldErrors } from '../common/field-errors.ts';
import type { FieldError } from '../common/problems.ts';
import { type LocalTemplate, localSchema } from './template-format.ts';

const formatPointer = (path: readonly PropertyKey[]) => ['template', ...path.map(String)].join('/');

/** The issues of one branch of a union, with their whole paths: the branch that got furthest into the value. */
function flattenIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors.filter((branch) => branch.some((it) => it.path.length > 0));
  const [best] = branches;
  if (!best || branches.length > 1) return [issue];
  return best.flatMap((it) => flattenIssue({ ...it, path: [...issue.path, ...it.path] }));
}

/** The errors of one issue. Their field is a JSON pointer into the request: `template/forms/0/stages/1/colour`. */
function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => ({ field: formatPointer([...issue.path, name]), rule: 'unknownPart' }));
  const last = issue.path.at(-1);
  // The conversion reports the top-level field only: the last part of the path stands for it.
  const local = { ...issue, path: last === undefined ? [] : [last] };
  const [error] = zodErrorToFieldErrors({ issues: [local] } as unknown as z.core.$ZodError);
  return [{ rule: 'invalid', ...error, field: formatPointer(issue.path) }];
}

/** Texts that the database cannot store: with a NUL character, or half of a surrogate pair. */
const isStorable = (text: string) => !/\0|\p{Surrogate}/u.test(text);

/** The places of texts, keys included, that cannot be stored. */
function findUnstorableTexts(value: unknown, path: readonly PropertyKey[] = []): FieldError[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ field: formatPointer(path), rule: 'pattern' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    isStorable(key)
      ? findUnstorableTexts(part, [...path, key])
      : [{ field: formatPointer(path), rule: 'pattern' }],
  );
}

/**
 * Parses a template.
 * @param value parsed JSON
 * @param language in which its texts are picked
 * @returns the template, or the faults; unknown members are faults
 */
export function parseTemplate(
  value: unknown,
  language: string,
): { template: LocalTemplate; errors?: undefined } | { template?: undefined; errors: FieldError[] } {
  const { data, error } = localSchema(language).safeParse(value, { reportInput: true });
  const unstorable = findUnstorableTexts(value);
  if (unstorable.length > 0) return { errors: unstorable };
  if (!error) return { template: data };
  return { errors: error.issues.flatMap(flattenIssue).flatMap(toFieldErrors) };
}

/** The place of a fault as people write it: `forms[0].stages[1].colour` for `template/forms/0/stages/1/colour`. */
export const formatTemplatePath = (field: string): string =>
  field
    .split('/')
    .filter((part, index) => index > 0 || (part !== 'template' && part !== ''))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');
