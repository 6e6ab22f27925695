/** Changes what the reporter of a post agreed to (docs/decisions/0071). */
import type { ConsentChange, ConsentSource } from '@waypost/contract/posts/post-consent';
import { consentUses, type SurveyConsent } from '@waypost/contract/surveys/survey-consent';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { notFound, validationError } from '../../kernel/http/problem.ts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { consentKey, readConsentVersions } from '../../surveys/surveys.public.ts';
import { lockPostRow, maskPosts, updatePostRow } from '../edit/write-posts.sql.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts, isAuthor } from '../posts.rules.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { insertRevision } from '../revisions/revisions.sql.ts';
import {
  findRefusalReason,
  listChoices,
  type StoredConsent,
  splitChoices,
  toRevisedConsent,
} from './consent.rules.ts';
import {
  insertPostConsents,
  type PostConsentRow,
  readPostConsents,
  unpublishMergedPosts,
} from './post-consents.sql.ts';

/** Who answers: the author, or the team for them. @throws Problem 401 or 403 for everyone else */
function findSource(viewer: Viewer, { post }: PostDetails): ConsentSource {
  if (isAuthor(viewer, post)) return viewer.receiptPostId === null ? 'author' : 'receipt';
  if (canManagePosts(viewer)) return 'team';
  throw accessDenied(viewer, 'update', 'posts', post.id);
}

/** The post for its author and the team. @throws Problem 404 when the viewer may not read it, 401 or 403 for everyone else */
export async function readPostForConsent(tx: Tx, viewer: Viewer, id: number): Promise<PostDetails> {
  const details = await readAuthorizedPost(tx, viewer, id, 'read');
  findSource(viewer, details);
  return details;
}

/** What an answer is about. */
interface AnsweredText {
  version: number | null;
  /** What the version asked; undefined without a version. */
  asked: SurveyConsent | undefined;
}

/**
 * The version of the survey's text that an answer is about: the one that was named, else the current one, else that of the latest answer.
 * @throws ValidationError at `/version` when there is none
 */
async function resolveText(
  tx: Tx,
  { post, survey }: PostDetails,
  requested: number | null,
  latest: PostConsentRow | undefined,
): Promise<AnsweredText> {
  const version = requested ?? survey?.consent?.version ?? latest?.version ?? null;
  if (version === null) return { version, asked: undefined };
  const key = { survey_id: post.survey_id ?? 0, version };
  const consent = (await readConsentVersions(tx, [key])).get(consentKey(key));
  if (!consent) throw validationError('posts', 'version', 'exists', { value: version });
  return { version, asked: consent };
}

type Change = Omit<ConsentChange, 'note'> & Partial<Pick<ConsentChange, 'note'>>;

/**
 * Whether the reporter confirmed that they have read the text. Taking an agreement back needs no confirmation.
 * @throws ValidationError at `/agreed` for what the text did not ask, and at `/confirmed` for an agreement without confirmation
 */
function checkAgreements(
  { agreed, confirmed }: Change,
  { agreed_uses }: StoredConsent,
  { asked }: AnsweredText,
  latest: PostConsentRow | undefined,
): boolean {
  const added = agreed.filter((use) => !agreed_uses.includes(use));
  const unasked = asked && added.find((use) => !asked.uses.includes(use));
  if (unasked) throw validationError('posts', 'agreed', 'consentNotAsked', { value: unasked });
  if (added.length > 0 && asked?.confirmation && !confirmed)
    throw validationError('posts', 'confirmed', 'consentNotConfirmed');
  return confirmed || (added.length === 0 && (latest?.confirmed ?? false));
}

/**
 * Stores a new answer, with a revision. It does not wait for a lock: who edits the post meanwhile finds that it was changed. A
 * published post that may not be published any more is under review again at once.
 * @param readChange read once the rights are checked
 * @throws Problem 404 when the viewer may not read the post, 401 or 403 for others than its author and the team; ValidationError at
 *   `/agreed` for what was not asked, and at `/note` where the team does not say how the reporter agreed
 */
export async function changeConsent(
  tx: Tx,
  viewer: Viewer,
  id: number,
  readChange: () => Change,
): Promise<void> {
  if (!(await lockPostRow(tx, id))) throw notFound('posts', id);
  const details = await readPostForConsent(tx, viewer, id);
  const { post, survey } = details;
  const source = findSource(viewer, details);
  const change = readChange();
  const { note = null, language, agreed: requested } = change;
  if (source === 'team' && note === null) throw validationError('posts', 'note', 'required');
  const [latest] = await readPostConsents(tx, [id]);
  const text = await resolveText(tx, details, change.version, latest);
  const choices = listChoices(survey, post, source === 'team' ? 'team' : 'author');
  // The team can record an answer to what the survey does not ask. A named version may have asked more than the current one.
  const named = source !== 'team' && change.version !== null ? (text.asked?.uses ?? []) : [];
  const allowed =
    source === 'team' && choices.length === 0
      ? [...consentUses]
      : consentUses.filter((use) => choices.includes(use) || named.includes(use));
  const unasked = requested.find((use) => !allowed.includes(use));
  if (unasked) throw validationError('posts', 'agreed', 'consentNotAsked', { value: unasked });
  const confirmed = source !== 'team' && checkAgreements(change, post, text, latest);
  const { agreed, declined } = splitChoices(allowed, requested);
  // A no to what is not asked any more stays.
  const kept = post.declined_uses.filter((use) => !allowed.includes(use));
  const row = { agreed_uses: agreed, declined_uses: [...declined, ...kept] };
  await insertPostConsents(tx, [
    {
      post_id: id,
      version: text.version,
      language,
      confirmed,
      agreed,
      declined: row.declined_uses,
      source,
      user_id: source === 'team' ? viewer.id : null,
      note: source === 'team' ? note : null,
    },
  ]);
  const isUnpublished = findRefusalReason(survey, row, 'publish') !== undefined;
  const unpublishes = isUnpublished && post.status === 'published';
  const revision = post.revision + 1;
  await updatePostRow(tx, id, { ...row, revision, ...(unpublishes ? { status: 'draft' } : {}) });
  if (isUnpublished) await unpublishMergedPosts(tx, [id]);
  await insertRevision(tx, id, {
    revision,
    user_id: viewer.id,
    replaced: { consent: toRevisedConsent(post), ...(unpublishes ? { status: post.status } : {}) },
    restored: null,
  });
  await maskPosts(tx, [id]);
  if (source === 'team')
    await recordChange(tx, viewer, {
      action: 'update',
      subject: 'posts',
      id,
      details: { changed: ['consent'] },
    });
}
