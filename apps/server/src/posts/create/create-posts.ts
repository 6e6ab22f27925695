/**
 * Creates posts: the only way by which posts get into the database, one or many in a fixed number of queries. Requests, imports
 * and messages turn what they receive into drafts. Only the demonstration data are loaded without it.
 */
import type { FieldError } from '@waypost/contract/common/problems';
import type { PostInput } from '@waypost/contract/posts/posts';
import type { Tx } from '../../kernel/db/database.ts';
import { type RequestError, ValidationError, validationError } from '../../kernel/http/problem.ts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { buildClaimant } from '../../media/media.public.ts';
import {
  lockSurveyRules,
  readFieldsOfSurveys,
  readSurveys,
  surveyPrivileges,
} from '../../surveys/surveys.public.ts';
import type { StoredAnswers } from '../answers/resolve-answers.ts';
import {
  keyOfTags,
  submittedAuthorId,
  submittedSurveyId,
  submittedValues,
} from '../answers/submitted-answers.ts';
import {
  answerableFields,
  checkPosts,
  originRules,
  type PostCheck,
  type PostOrigin,
} from '../check-posts.ts';
import { type StoredConsent, statusInSurvey } from '../consent/consent.rules.ts';
import {
  type FindAskedConsent,
  insertNewConsents,
  type NewConsent,
  readAskedConsents,
  resolveNewConsent,
} from '../consent/new-consents.ts';
import { translatePostConstraints } from '../edit/write-answers.ts';
import { emptySurveyFields } from '../post-details.ts';
import { postPrivileges } from '../posts.rules.ts';
import type { PostRow } from '../posts.sql.ts';
import { insertPosts, type NewPostRow } from './insert-posts.sql.ts';
import { createSlug } from './slug.ts';

/** A post to create. */
export interface PostDraft {
  origin: PostOrigin;
  /** The sender, who becomes the author unless the input names another one. */
  viewer: Viewer;
  input: PostInput;
  /** Of senders who may have uploaded media without a token (`hashUploaderAddress`). */
  addressHash?: Buffer | null;
  /** What the reporter agreed to elsewhere, as the team says: in another deployment, or on paper. The note says where. */
  recordedConsent?: StoredConsent & { note: string };
  /** Keys of attributes that need no answer, although the survey requires one. */
  optionalKeys?: ReadonlySet<string>;
  /** The message or contact that the post is made for. */
  from?: Partial<Pick<PostRow, 'source' | 'message_id' | 'contact_id' | 'data_source_message_id'>>;
}

/** The result for one draft: the id of the post, or why it was not created. */
export type CreateResult = { id: number } | { error: RequestError };

/** The id of a post that was created, for callers that create all posts or none. @throws the error of a refused one */
export function idOrThrow(result: CreateResult): number {
  if ('error' in result) throw result.error;
  return result.id;
}

/** A draft that its sender may create, with what is needed to check and to store it. */
interface PreparedDraft {
  draft: PostDraft;
  userId: number | null;
  consent: NewConsent;
  check: PostCheck;
}

/** The sender is the author, unless the input names another account or describes an author by name or address. */
function resolveAuthor({ viewer, input }: PostDraft): { userId: number | null; faults: FieldError[] } {
  const authorId = submittedAuthorId(input) ?? null;
  const isDescribed = Boolean(input.author_email ?? input.author_realname);
  return {
    userId: authorId ?? (isDescribed ? null : viewer.id),
    faults: authorId !== null && isDescribed ? [{ field: 'user_id', rule: 'userAndAuthor' }] : [],
  };
}

const everythingSubmitted = { title: true, content: true, answers: true, tasks: true };

/** What drafts refer to. */
interface DraftReferences {
  findSurvey: (id: number) => Pick<PostCheck, 'survey' | 'fields'>;
  findAskedConsent: FindAskedConsent;
}

const listSurveyIds = (drafts: readonly PostDraft[]): number[] => [
  ...new Set(drafts.flatMap(({ input }) => submittedSurveyId(input) ?? [])),
];

async function readReferences(tx: Tx, drafts: readonly PostDraft[]): Promise<DraftReferences> {
  const ids = listSurveyIds(drafts);
  const [surveys, fields] = await Promise.all([readSurveys(tx, ids), readFieldsOfSurveys(tx, ids)]);
  return {
    findSurvey: (id) => ({ survey: surveys.get(id), fields: fields.get(id) ?? emptySurveyFields }),
    findAskedConsent: await readAskedConsents(
      tx,
      drafts.map(({ input }) => input),
      surveys,
    ),
  };
}

/** Applies the defaults, and checks that the sender may create the post. */
function prepareDraft(
  draft: PostDraft,
  { findSurvey, findAskedConsent }: DraftReferences,
): PreparedDraft | { error: RequestError } {
  const { viewer, input, origin } = draft;
  const surveyId = submittedSurveyId(input) ?? null;
  const { survey, fields } = findSurvey(surveyId ?? 0);
  // A disabled survey answers like an unknown one to those who may not read it (docs/decisions/0048).
  const isHidden =
    survey !== undefined &&
    originRules[origin].checksPrivileges &&
    !surveyPrivileges(viewer, survey).includes('read');
  if (surveyId !== null && (!survey || isHidden))
    return { error: validationError('posts', 'form_id', 'exists', { value: surveyId }) };
  const { userId, faults } = resolveAuthor(draft);
  const { consent, faults: consentFaults } = resolveNewConsent(draft, findAskedConsent(input));
  const requested = input.status ?? ((survey?.require_approval ?? true) ? 'draft' : 'published');
  // A report that may not be published is kept for the team, whichever way it arrives.
  const status = statusInSurvey(survey, consent, requested);
  const published_to = [...new Set(input.published_to ?? [])];
  const privileges = postPrivileges(viewer, { user_id: userId, status, published_to }, survey);
  if (originRules[origin].checksPrivileges && !privileges.includes('create'))
    return { error: accessDenied(viewer, 'create', 'posts') };
  const { attributes } = answerableFields({ viewer, origin, fields });
  const after = {
    title: input.title ?? null,
    content: input.content ?? null,
    status,
    published_to,
    completed_tasks: [...new Set(input.completed_stages ?? [])],
    values: submittedValues(input, attributes, {}),
    tagsKey: keyOfTags(input, attributes),
  };
  const claimant = buildClaimant(viewer, {
    claims: input.media_claims,
    address: draft.addressHash ?? null,
    messageId: draft.from?.message_id ?? null,
  });
  const check: PostCheck = {
    viewer,
    origin,
    survey,
    fields,
    after,
    before: undefined,
    newSlug: input.slug ?? undefined,
    submitted: everythingSubmitted,
    claimant,
    optionalKeys: draft.optionalKeys,
    consent,
    faults: [...faults, ...consentFaults],
  };
  return { draft, userId, consent, check };
}

/** The row of a draft that has no errors. */
function buildPostRow({ draft, userId, consent, check }: PreparedDraft, answers: StoredAnswers): NewPostRow {
  const { input, from = {} } = draft;
  const { title, content, status, published_to, completed_tasks } = check.after;
  return {
    survey_id: check.survey?.id ?? null,
    user_id: userId,
    author_realname: input.author_realname ?? null,
    author_email: input.author_email ?? null,
    status,
    title,
    content,
    slug: input.slug ?? createSlug(title),
    locale: input.locale || 'en_us',
    published_to: [...published_to],
    completed_tasks: [...completed_tasks],
    post_date: input.post_date?.toISOString() ?? null,
    source: from.source ?? null,
    message_id: from.message_id ?? null,
    contact_id: from.contact_id ?? null,
    data_source_message_id: from.data_source_message_id ?? null,
    agreed_uses: [...consent.agreed_uses],
    declined_uses: [...consent.declined_uses],
    ...answers,
  };
}

/** Checks drafts, for `createPosts` and without creating anything. @returns rows, or why they cannot be created */
async function prepareRows(
  tx: Tx,
  drafts: readonly PostDraft[],
): Promise<({ row: NewPostRow; consent: NewConsent } | { error: RequestError })[]> {
  const references = await readReferences(tx, drafts);
  const prepared = drafts.map((draft) => prepareDraft(draft, references));
  const accepted = prepared.flatMap((it) => ('error' in it ? [] : [it]));
  const checked = (
    await checkPosts(
      tx,
      accepted.map(({ check }) => check),
    )
  ).values();
  return prepared.map((it) => {
    if ('error' in it) return it;
    const { answers, faults } = checked.next().value ?? { answers: undefined, faults: [] };
    return answers && faults.length === 0
      ? { row: buildPostRow(it, answers), consent: it.consent }
      : { error: new ValidationError('posts', faults) };
  });
}

/**
 * Checks drafts without creating them. A draft may still be refused when it is created, since other posts are written meanwhile.
 * @returns for each draft, in order, the error with which it would be refused; undefined for none
 */
export const checkDrafts = async (
  tx: Tx,
  drafts: readonly PostDraft[],
): Promise<(RequestError | undefined)[]> =>
  (await prepareRows(tx, drafts)).map((it) => ('error' in it ? it.error : undefined));

/**
 * Creates posts. A draft that is refused does not affect the others: a caller that wants all or nothing throws its error.
 * @returns the result for each draft, in order
 * @throws ValidationError when another transaction took a slug or a picture since it was checked; then nothing may be kept
 */
export async function createPosts(tx: Tx, drafts: readonly PostDraft[]): Promise<CreateResult[]> {
  await lockSurveyRules(tx, listSurveyIds(drafts));
  const prepared = await prepareRows(tx, drafts);
  const accepted = prepared.flatMap((it) => ('row' in it ? [it] : []));
  const inserted = await translatePostConstraints(() =>
    insertPosts(
      tx,
      accepted.map(({ row }) => row),
    ),
  );
  await insertNewConsents(
    tx,
    accepted.map(({ consent }, index) => ({ id: inserted[index] ?? 0, consent })),
  );
  const ids = inserted.values();
  return prepared.map((it): CreateResult => ('error' in it ? it : { id: ids.next().value ?? 0 }));
}
