/**
 * Checks posts before they are written, whether they are new or changed and whichever way they arrive. All errors are
 * collected, so that a form can show them at once (API v3 §2.1). The number of queries does not depend on the number of posts.
 */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { FieldError, ValidationRule } from '@waypost/contract/common/problems';
import { answerErrorsToFieldErrors } from '@waypost/survey-logic/answer-errors';
import { type RawValues, validateAnswers } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { MediaClaimant } from '../media/media.public.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { type SurveyFields, type SurveyRow, visibleFields } from '../surveys/surveys.public.ts';
import { findExistingRoleNames } from '../users/users.public.ts';
import { completePhoneAnswers } from './answers/phone-answers.ts';
import { type ResolvedAnswers, resolveAnswers, type StoredAnswers } from './answers/resolve-answers.ts';
import { findRefusalReason, type StoredConsent } from './consent/consent.rules.ts';
import { countPublishedPosts, findTakenSlugs } from './edit/write-posts.sql.ts';
import { canManagePosts, checkStatusChange } from './posts.rules.ts';

/**
 * How a post arrives: sent by a person, completed by a suggestion, set back by the undo of a change, as a row of a file, as a text
 * message, or not yet (`posts/public-view`).
 */
export type PostOrigin = 'person' | 'suggestion' | 'undo' | 'import' | 'message' | 'preview';

/** What does not apply to every post. */
interface OriginRules {
  /** Whether the sender needs the privileges on the post, and the survey's rules about the status apply. */
  checksPrivileges: boolean;
  /** Rules about answers that do not apply. */
  ignoredRules: readonly ValidationRule[];
  /** Whether all fields may be answered, also those that the sender cannot see. */
  answersAllFields: boolean;
  /** Whether answers with an error are left out, instead of refusing the post. */
  omitsInvalidAnswers: boolean;
}

/** The rules for posts by their origin. Everything that is not named here is the same for all. */
export const originRules: Readonly<Record<PostOrigin, OriginRules>> = {
  person: {
    checksPrivileges: true,
    ignoredRules: [],
    answersAllFields: false,
    omitsInvalidAnswers: false,
  },
  // The reviewer completes the post step by step, and publishing it checks what is missing.
  suggestion: {
    checksPrivileges: true,
    ignoredRules: ['required', 'postAttributeRequired', 'taskAttributeRequired'],
    answersAllFields: false,
    omitsInvalidAnswers: false,
  },
  // The post was in this state before.
  undo: {
    checksPrivileges: true,
    ignoredRules: ['stageRequired'],
    answersAllFields: false,
    omitsInvalidAnswers: false,
  },
  // The permission to import is enough (ruling 6). Tasks are completed by the team afterwards (spec 3 §2, "CSV import").
  import: {
    checksPrivileges: false,
    ignoredRules: ['stageRequired'],
    answersAllFields: false,
    omitsInvalidAnswers: false,
  },
  // Nobody is there to correct it: the team completes the post, and its text holds the whole message.
  message: {
    checksPrivileges: false,
    ignoredRules: ['required', 'postAttributeRequired'],
    answersAllFields: true,
    omitsInvalidAnswers: true,
  },
  // The form may be filled in to a half.
  preview: {
    checksPrivileges: true,
    ignoredRules: ['required', 'postAttributeRequired', 'taskAttributeRequired', 'stageRequired'],
    answersAllFields: false,
    omitsInvalidAnswers: true,
  },
};

/** A post as it will be after the save. */
export interface PostAfterSave {
  title: string | null;
  content: string | null;
  status: PostStatus;
  published_to: readonly string[];
  completed_tasks: readonly number[];
  /** Answers that the viewer submitted or may see, including categories. */
  values: RawValues;
  /** The key of the answers that were sent as `tags` (`keyOfTags`). */
  tagsKey: string | undefined;
}

/** The stored post. */
export interface PostBeforeSave {
  content: string | null;
  status: PostStatus;
  /** The post that this one is merged into. */
  merged_into: number | null;
  published_to: readonly string[];
  values: RawValues;
}

/** What is needed to check a post. */
export interface PostCheck {
  viewer: Viewer;
  origin: PostOrigin;
  survey: SurveyRow | undefined;
  fields: SurveyFields;
  after: PostAfterSave;
  /** Undefined for a new post. */
  before: PostBeforeSave | undefined;
  /** The slug that was submitted and is not the post's already. */
  newSlug: string | undefined;
  /** Which parts were submitted. Errors in other parts do not prevent the save, for example a change of status. */
  submitted: { title: boolean; content: boolean; answers: boolean; tasks: boolean };
  /** Whether required answers must be there even if none are submitted: the post is published (docs/decisions/0067). */
  needsRequiredAnswers?: boolean;
  /** Keys of required attributes that may lack an answer: the save takes a decision back that had filled them in. */
  optionalKeys?: ReadonlySet<string> | undefined;
  claimant: MediaClaimant;
  /** What the reporter agreed to. */
  consent: StoredConsent;
  /** Errors that the caller has found already. */
  faults: readonly FieldError[];
}

/** The answers of a post as they are stored, and every error that was found; none if the post can be written. */
export type CheckedPost = ResolvedAnswers;

/** The fields that may be answered. */
export const answerableFields = ({
  viewer,
  origin,
  fields,
}: Pick<PostCheck, 'viewer' | 'origin' | 'fields'>) => visibleFields(fields, canAnswerAll(viewer, origin));

const canAnswerAll = (viewer: Viewer, origin: PostOrigin): boolean =>
  originRules[origin].answersAllFields || canManagePosts(viewer);

/** Errors that are found without the database. */
function checkValues(check: PostCheck): FieldError[] {
  const {
    viewer,
    origin,
    fields,
    after,
    before,
    submitted,
    optionalKeys,
    needsRequiredAnswers = false,
  } = check;
  const post = { ...after, completed_stages: after.completed_tasks };
  const options = {
    canManagePosts: canAnswerAll(viewer, origin),
    storedValues: before?.values ?? {},
    storedContent: before?.content ?? null,
  };
  const { ignoredRules } = originRules[origin];
  return answerErrorsToFieldErrors(
    validateAnswers(fields, post, options).filter((it) => {
      if (ignoredRules.includes(it.rule)) return false;
      if (it.rule === 'postAttributeRequired' && optionalKeys?.has(it.key ?? '')) return false;
      if (it.field === 'title' || it.field === 'content') return submitted[it.field];
      if (it.field !== 'values' || submitted.answers) return true;
      if (needsRequiredAnswers && it.rule === 'postAttributeRequired') return true;
      return submitted.tasks && it.rule === 'taskAttributeRequired';
    }),
  );
}

/** Keys of the attributes whose answers have an error. */
const faultyKeys = (faults: readonly FieldError[]) =>
  new Set(faults.flatMap(({ field, params }) => (field === 'values' ? [String(params?.['key'])] : [])));

/** Answers without errors so far: they are checked further so that all errors of a post are found together. */
function withoutFaultyAnswers(values: RawValues, faults: readonly FieldError[]): RawValues {
  const keys = faultyKeys(faults);
  return keys.size === 0
    ? values
    : Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)));
}

/** Resolves answers, in one call for the posts of a survey whose senders see the same. @returns in the order of the checks */
async function resolveAll(
  tx: Tx,
  checks: readonly PostCheck[],
  valueFaults: readonly (readonly FieldError[])[],
): Promise<ResolvedAnswers[]> {
  const groups = new Map<string, number[]>();
  for (const [index, { viewer, origin, survey }] of checks.entries()) {
    const key = `${survey?.id} ${origin} ${viewer.visibilityClass}`;
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  const resolved: ResolvedAnswers[] = [];
  for (const group of groups.values()) {
    const [first] = group.flatMap((index) => checks[index] ?? []);
    if (!first) continue;
    const submitted = group.flatMap((index) => {
      const check = checks[index];
      if (!check) return [];
      const values = withoutFaultyAnswers(check.after.values, valueFaults[index] ?? []);
      const { before, claimant, after } = check;
      return [{ values, before: before?.values ?? {}, claimant, tagsKey: after.tagsKey }];
    });
    const { attributes } = answerableFields(first);
    const answers = await resolveAnswers(tx, first.viewer, attributes, submitted);
    for (const [position, index] of group.entries()) {
      const result = answers[position];
      if (result) resolved[index] = result;
    }
  }
  return resolved;
}

/** Checks that new roles in `published_to` exist. Stored ones may have been deleted since. */
async function createRoleCheck(
  tx: Tx,
  checks: readonly PostCheck[],
): Promise<(check: PostCheck) => FieldError[]> {
  const newRoles = ({ after, before }: PostCheck) =>
    after.published_to.filter((role) => !before?.published_to.includes(role));
  const existing = await findExistingRoleNames(tx, [...new Set(checks.flatMap(newRoles))]);
  return (check) => {
    const unknown = newRoles(check).find((role) => !existing.has(role));
    return unknown === undefined
      ? []
      : [{ field: 'published_to', rule: 'exists', params: { value: unknown } }];
  };
}

/** Checks that a new slug is in use neither by a stored post nor by an earlier one of these. */
async function createSlugCheck(
  tx: Tx,
  checks: readonly PostCheck[],
): Promise<(check: PostCheck) => FieldError[]> {
  const takenSlugs = await findTakenSlugs(
    tx,
    checks.flatMap(({ newSlug }) => newSlug ?? []),
  );
  return ({ newSlug }) => {
    if (newSlug === undefined) return [];
    if (takenSlugs.has(newSlug)) return [{ field: 'slug', rule: 'taken' }];
    takenSlugs.add(newSlug);
    return [];
  };
}

const isPublishing = ({ after, before }: PostCheck): boolean =>
  after.status === 'published' && before?.status !== 'published';

/**
 * Checks who may give a post its status, and the limit of published posts. Those are counted once for all posts; a post with
 * other errors does not count.
 */
async function createStatusCheck(
  tx: Tx,
  checks: readonly PostCheck[],
): Promise<(check: PostCheck, isValid: boolean) => FieldError[]> {
  const maxPublished = checks.some(isPublishing) ? (await readFeatures(tx)).limits.posts : true;
  let published = maxPublished === true ? 0 : await countPublishedPosts(tx);
  return (check, isValid) => {
    const { viewer, origin, survey, before, after } = check;
    if (before && before.merged_into !== null && before.status !== after.status)
      return [{ field: 'status', rule: 'statusOfMergedPost' }];
    const rule = originRules[origin].checksPrivileges
      ? checkStatusChange(viewer, survey, before?.status, after.status)
      : undefined;
    if (rule) return [{ field: 'status', rule }];
    if (!isPublishing(check)) return [];
    if (findRefusalReason(survey, check.consent, 'publish'))
      return [{ field: 'status', rule: 'postNeedsConsent' }];
    if (maxPublished === true) return [];
    if (published >= maxPublished) return [{ field: 'status', rule: 'limitPosts' }];
    if (isValid) published++;
    return [];
  };
}

/** The answers without those to attributes with an error. */
function omitAnswers(answers: StoredAnswers, { attributes }: SurveyFields, faults: readonly FieldError[]) {
  const keys = faultyKeys(faults);
  const ids = new Set(attributes.filter(({ key }) => keys.has(key)).map(({ id }) => id));
  const isKept = ({ attribute_id }: { attribute_id: number }) => !ids.has(attribute_id);
  return {
    values: Object.fromEntries(Object.entries(answers.values).filter(([key]) => !keys.has(key))),
    categories: answers.categories.filter(isKept),
    places: answers.places.filter(isKept),
    pictures: answers.pictures.filter(({ key }) => !keys.has(key)),
  };
}

/**
 * Checks posts before they are written. It holds a lock until the end of the transaction where the number of published posts
 * is limited.
 * @returns in the order of the checks
 */
export async function checkPosts(tx: Tx, submittedChecks: readonly PostCheck[]): Promise<CheckedPost[]> {
  const checks = await completePhoneAnswers(tx, submittedChecks);
  const valueFaults = checks.map(checkValues);
  const resolved = await resolveAll(tx, checks, valueFaults);
  const checkRoles = await createRoleCheck(tx, checks);
  const checkSlug = await createSlugCheck(tx, checks);
  const checkStatus = await createStatusCheck(tx, checks);
  return checks.map((check, index): CheckedPost => {
    const { answers, faults: answerFaults } = resolved[index] ?? noAnswers;
    const omits = originRules[check.origin].omitsInvalidAnswers;
    const postFaults = [...(valueFaults[index] ?? []), ...answerFaults];
    const faults = [
      ...check.faults,
      ...(omits ? postFaults.filter(({ field }) => field !== 'values') : postFaults),
      ...checkRoles(check),
      ...checkSlug(check),
    ];
    faults.push(...checkStatus(check, faults.length === 0));
    return { answers: omits ? omitAnswers(answers, check.fields, postFaults) : answers, faults };
  });
}

const noAnswers: ResolvedAnswers = {
  answers: { values: {}, places: [], categories: [], pictures: [] },
  faults: [],
};
