/** Changes one field of many posts at once, as bulk changes do. The number of queries does not depend on the number of posts. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Tx } from '../../kernel/db/database.ts';
import { notFound, type RequestError, ValidationError, validationError } from '../../kernel/http/problem.ts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { buildClaimant } from '../../media/media.public.ts';
import {
  lockSurveyRules,
  readFieldsOfSurveys,
  readSurveys,
  type SurveyFields,
  type SurveyRow,
} from '../../surveys/surveys.public.ts';
import { checkPosts, type PostCheck } from '../check-posts.ts';
import { findRefusalReason, statusInSurvey } from '../consent/consent.rules.ts';
import { unpublishMergedPosts } from '../consent/post-consents.sql.ts';
import { deleteOwnLocks } from '../locks/locks.sql.ts';
import { emptySurveyFields, type PostDetails, readDetailsOfRows } from '../post-details.ts';
import { canReadPost, postPrivileges } from '../posts.rules.ts';
import type { ReplacedFields } from '../revisions/revisions.sql.ts';
import { type FieldChange, lockPostRows, maskPosts, writeFieldChanges } from './write-posts.sql.ts';

/** A new status, or a survey for a post that has none; null takes the survey away again. */
export type PostChange = { status: PostStatus } | { surveyId: number | null };

/** What happened to a post. */
export type PostChangeResult =
  | { id: number; outcome: 'changed'; revision: number; previousStatus: PostStatus }
  | { id: number; outcome: 'unchanged' }
  | { id: number; outcome: 'refused'; error: RequestError };

/** Posts that the viewer may change, and why not for the others. */
export interface LockedPosts {
  allowed: PostDetails[];
  refused: Map<number, RequestError>;
}

function findRefusal(
  viewer: Viewer,
  { post, survey, lock }: PostDetails,
  privilege: 'read' | 'update' | 'delete',
): RequestError | undefined {
  if (!canReadPost(viewer, post)) return notFound('posts', post.id);
  if (!postPrivileges(viewer, post, survey).includes(privilege))
    return accessDenied(viewer, privilege, 'posts', post.id);
  if (privilege !== 'read' && lock && lock.user_id !== viewer.id)
    return validationError('posts', 'title', 'postLocked', { user: lock.user_id });
  return undefined;
}

/**
 * Locks posts until the end of the transaction and checks what the viewer may do with them. A post that the viewer may not read is
 * refused as one that does not exist. For a post that somebody else edits, `user` of the error is the id of that account.
 * @param privilege with `read` the posts can be changed by others meanwhile, but not deleted
 */
export async function lockAuthorizedPosts(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
  privilege: 'read' | 'update' | 'delete',
): Promise<LockedPosts> {
  const rows = await lockPostRows(tx, ids, privilege === 'read' ? 'key share' : 'update');
  const details = new Map(
    (await readDetailsOfRows(tx, viewer, ids, rows)).map((it) => [it.post.id, it] as const),
  );
  const refused = new Map<number, RequestError>();
  const allowed: PostDetails[] = [];
  for (const id of ids) {
    const post = details.get(id);
    const refusal = post ? findRefusal(viewer, post, privilege) : notFound('posts', id);
    if (refusal) refused.set(id, refusal);
    else if (post) allowed.push(post);
  }
  return { allowed, refused };
}

const isUnchanged = ({ post }: PostDetails, change: PostChange): boolean =>
  'status' in change ? post.status === change.status : post.survey_id === change.surveyId;

/** The survey of a post cannot be replaced by another one. */
const isSurveyReplaced = ({ post }: PostDetails, change: PostChange): boolean =>
  'surveyId' in change && change.surveyId !== null && post.survey_id !== null;

/** A post without a survey is not published: a person chooses the survey first (spec 2 §5). Single requests of the API may. */
const isPublishedWithoutSurvey = ({ post }: PostDetails, change: PostChange): boolean =>
  'status' in change && change.status === 'published' && post.survey_id === null;

/** Surveys that posts get, with their fields. */
interface TargetSurveys {
  surveys: ReadonlyMap<number, SurveyRow>;
  fields: ReadonlyMap<number, SurveyFields>;
}

function buildCheck(
  viewer: Viewer,
  { post, survey, fields }: PostDetails,
  change: PostChange,
  targets: TargetSurveys,
  isUndo: boolean,
): PostCheck {
  const surveyId = 'surveyId' in change ? change.surveyId : post.survey_id;
  const isSurveyKept = surveyId === post.survey_id;
  const { title, content, status, published_to, completed_tasks } = post;
  return {
    viewer,
    origin: isUndo ? 'undo' : 'person',
    survey: isSurveyKept ? survey : targets.surveys.get(surveyId ?? 0),
    fields: isSurveyKept ? fields : (targets.fields.get(surveyId ?? 0) ?? emptySurveyFields),
    after: {
      title,
      content,
      status: 'status' in change ? change.status : status,
      published_to,
      completed_tasks,
      // Answers are not submitted, so they are not checked.
      values: {},
      tagsKey: undefined,
    },
    before: { content, status, merged_into: post.merged_into, published_to, values: {} },
    newSlug: undefined,
    submitted: { title: false, content: false, answers: false, tasks: false },
    claimant: buildClaimant(viewer, { postId: post.id }),
    consent: post,
    faults: [],
  };
}

/**
 * Changes posts, each by its own change, and stores what was replaced as revisions. All rules of a single save apply.
 * @param changes by the id of the post
 * @param options.isUndo sets posts back: that a required task is open, as it was before, does not matter
 * @returns in the order of the changes
 */
export async function changePosts(
  tx: Tx,
  viewer: Viewer,
  changes: ReadonlyMap<number, PostChange>,
  { isUndo = false } = {},
): Promise<PostChangeResult[]> {
  const { allowed, refused } = await lockAuthorizedPosts(tx, viewer, [...changes.keys()], 'update');
  const surveyIds = [...changes.values()].flatMap((it) => ('surveyId' in it ? (it.surveyId ?? []) : []));
  await lockSurveyRules(tx, surveyIds);
  const surveys = await readSurveys(tx, [...new Set(surveyIds)]);
  const targets = { surveys, fields: await readFieldsOfSurveys(tx, [...surveys.keys()]) };
  const toCheck: { details: PostDetails; change: PostChange; check: PostCheck }[] = [];
  const unchanged = new Set<number>();
  for (const details of allowed) {
    const { post } = details;
    const change = changes.get(post.id);
    if (!change || isUnchanged(details, change)) unchanged.add(post.id);
    else if (isSurveyReplaced(details, change))
      refused.set(post.id, validationError('posts', 'form_id', 'immutable'));
    else if (!isUndo && isPublishedWithoutSurvey(details, change))
      refused.set(post.id, validationError('posts', 'form', 'required'));
    else toCheck.push({ details, change, check: buildCheck(viewer, details, change, targets, isUndo) });
  }

  const checked = await checkPosts(
    tx,
    toCheck.map(({ check }) => check),
  );
  const written: FieldChange[] = [];
  const changed = new Map<number, PostChangeResult>();
  const unpublished: number[] = [];
  for (const [index, { details, change, check }] of toCheck.entries()) {
    const { id, status, survey_id, revision } = details.post;
    const faults = checked[index]?.faults ?? [];
    if (faults.length > 0) {
      refused.set(id, new ValidationError('posts', faults));
      continue;
    }
    const { survey: surveyAfter, consent } = check;
    const statusAfter = 'status' in change ? change.status : statusInSurvey(surveyAfter, consent, status);
    const replaced: ReplacedFields = {
      ...(statusAfter === status ? {} : { status }),
      ...('status' in change ? {} : { form: survey_id }),
    };
    if ('surveyId' in change && findRefusalReason(surveyAfter, consent, 'publish')) unpublished.push(id);
    written.push({
      id,
      status: statusAfter,
      survey_id: 'surveyId' in change ? change.surveyId : survey_id,
      revision: revision + 1,
      replaced,
    });
    changed.set(id, { id, outcome: 'changed', revision: revision + 1, previousStatus: status });
  }
  const changedIds = [...changed.keys()];
  await writeFieldChanges(tx, viewer.id, written);
  await unpublishMergedPosts(tx, unpublished);
  await deleteOwnLocks(tx, viewer.id, changedIds);
  if (changedIds.length > 0) await maskPosts(tx, changedIds);
  return [...changes.keys()].map((id): PostChangeResult => {
    const error = refused.get(id);
    if (error) return { id, outcome: 'refused', error };
    return changed.get(id) ?? { id, outcome: 'unchanged' };
  });
}
