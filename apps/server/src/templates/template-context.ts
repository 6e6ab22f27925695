/** What the parts of a template share while they are applied, and how errors get their place in the file. */
import { isDeepStrictEqual } from 'node:util';
import { zodErrorToFieldErrors } from '@waypost/contract/common/field-errors';
import { builtInRoles } from '@waypost/contract/common/permissions';
import type { FieldError } from '@waypost/contract/common/problems';
import type { LocalSurvey, LocalTemplate, Template } from '@waypost/contract/templates/template-format';
import type { TemplateChange, TemplateMode } from '@waypost/contract/templates/templates';
import type { z } from 'zod';
import type { Tx } from '../kernel/db/database.ts';
import { ValidationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { DiscardPictures } from '../surveys/surveys.public.ts';
import type { SetUp, StoredSurvey } from './read-set-up.ts';
import type { CreatedPart } from './template-applications.sql.ts';

/** What is needed while a template is compared with the deployment and applied. */
export interface TemplateContext {
  tx: Tx;
  viewer: Viewer;
  mode: TemplateMode;
  template: LocalTemplate;
  /** The same with its texts in all languages. */
  source: Template;
  setUp: SetUp;
  canCreateRoles: boolean;
  /** Names of roles that exist, or will. */
  roleNames: Set<string>;
  /** Ids of categories by slug; grows while categories are created. */
  categoryIds: Map<string, number>;
  /** Ids of surveys by key; grows while surveys are created. */
  surveyIds: Map<string, number>;
  /** The stored surveys that surveys of the file are. */
  recognized: ReadonlyMap<LocalSurvey, StoredSurvey>;
  /** Surveys of the file that cannot be created, since another survey has their attributes. */
  blocked: ReadonlyMap<LocalSurvey, StoredSurvey>;
  /** What was created, in that order. */
  created: { kind: CreatedPart['kind']; id: number }[];
  /** Work after everything is there: relations, which may point to any survey, and the order of categories. */
  afterwards: (() => Promise<void>)[];
  discardPictures: DiscardPictures;
}

/** One change, and what carries it out. */
export interface Step {
  change: TemplateChange;
  /** Absent where nothing is to be done. */
  run?: () => Promise<void>;
}

/** Creates the description of a change. */
export const describeChange = (
  part: TemplateChange['part'],
  name: string,
  action: TemplateChange['action'],
  reason: TemplateChange['reason'] = null,
): TemplateChange => ({ part, name, action, reason });

/** Whether two parts of templates are the same; absent members and undefined ones are. */
export const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));

/** Errors of one part with their place in the file. Those of `templateError` have theirs already. */
const prefix = (path: string, errors: readonly FieldError[]) =>
  errors.map((error) =>
    error.field.startsWith('template/') ? error : { ...error, field: `template/${path}/${error.field}` },
  );

/** An error at a place of the file. @param path such as `forms/0/stages/1` */
export const templateError = (path: string, rule: FieldError['rule'], params?: FieldError['params']) =>
  new ValidationError('templates', [{ field: `template/${path}`, rule, ...(params ? { params } : {}) }]);

/** Runs work whose errors are about a place of the file. @throws ValidationError with that place */
export async function at<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError)
      throw new ValidationError('templates', prefix(path, error.fieldErrors));
    throw error;
  }
}

/** Parses what a domain is sent. @throws ValidationError with the place in the file */
export function parseAt<S extends z.ZodType>(path: string, schema: S, value: z.input<S>): z.output<S> {
  const { data, error } = schema.safeParse(value, { reportInput: true });
  if (error) throw new ValidationError('templates', prefix(path, zodErrorToFieldErrors(error)));
  return data;
}

/**
 * The roles that something is limited to. One that does not exist here, and cannot be created by the caller, is replaced by
 * administrators: what was limited must not become visible to everyone.
 */
export function resolveRoleNames({ roleNames }: TemplateContext, names: readonly string[]): string[] {
  const existing = names.filter((name) => roleNames.has(name));
  return names.length > 0 && existing.length === 0 ? [builtInRoles.admin] : existing;
}

/** Refuses a key that the file contains twice. @param keys with their places */
export function requireDistinct(keys: readonly (readonly [path: string, key: string])[]): void {
  const seen = new Set<string>();
  for (const [path, key] of keys) {
    if (seen.has(key)) throw templateError(path, 'twice', { value: key });
    seen.add(key);
  }
}
