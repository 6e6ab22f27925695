/** What the reporter of a post agreed to, in the format of the API. */
import type { ConsentRecord, PostConsent } from '@waypost/contract/posts/post-consent';
import { pickConsentText } from '@waypost/contract/surveys/survey-consent';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { findUserNames } from '../../users/users.public.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts, isAuthor } from '../posts.rules.ts';
import { listChoices, listRefusals } from './consent.rules.ts';
import { type PostConsentRow, readPostConsents } from './post-consents.sql.ts';

type Names = ReadonlyMap<number, string | null>;

/** The text of an answer as its reporter read it. */
const readText = ({ text, translations, language }: PostConsentRow): string | null =>
  text === null ? null : pickConsentText({ text, translations: translations ?? {} }, language ?? '');

/** @param names of the team; undefined for callers who may not see who recorded an answer, and the note */
function viewRecord(urls: UrlBuilder, row: PostConsentRow, names: Names | undefined): ConsentRecord {
  const { id, version, language, confirmed, agreed, declined, source, user_id, note, created } = row;
  return {
    id,
    version,
    language,
    text: readText(row),
    confirmed,
    agreed,
    declined,
    source,
    user:
      user_id === null || names === undefined
        ? null
        : { ...urls.relation('users', user_id), realname: names.get(user_id) ?? null },
    note: names === undefined ? null : note,
    created: toApiDate(created),
  };
}

/** All answers about posts as the team sees them, the latest first. */
export async function viewConsentRecords(
  tx: Tx,
  urls: UrlBuilder,
  postIds: readonly number[],
): Promise<(ConsentRecord & { post_id: number })[]> {
  const rows = await readPostConsents(tx, postIds);
  const names = await findUserNames(
    tx,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => ({ ...viewRecord(urls, row, names), post_id: row.post_id }));
}

/** What the reporter of a post agreed to, for its author or the team. */
export async function viewPostConsent(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  { post, survey }: PostDetails,
): Promise<PostConsent> {
  const rows = await readPostConsents(tx, [post.id]);
  const isTeam = canManagePosts(viewer);
  const names = isTeam
    ? await findUserNames(
        tx,
        rows.map(({ user_id }) => user_id),
      )
    : undefined;
  const [current, ...earlier] = rows.map((row) => viewRecord(urls, row, names));
  const role = isAuthor(viewer, post) ? 'author' : null;
  return {
    asked: survey?.consent ?? null,
    current: current ?? null,
    earlier: isTeam ? earlier : [],
    refused: listRefusals(survey, post),
    choices: listChoices(survey, post, role ?? 'team'),
    can_change: isTeam && role === null ? 'team' : role,
  };
}
