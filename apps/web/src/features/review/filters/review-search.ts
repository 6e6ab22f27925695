/** Which of the waiting posts are reviewed: the search parameters of the screen. */
import { type PostSource, postSources } from '@waypost/contract/browse/post-filters';
import { type VerificationStatus, verificationStatuses } from '@waypost/contract/posts/post-verification';

/** An order of the queue other than the oldest first. */
export type ReviewOrder = 'newest' | 'urgent';

/** The filters in the URL; survey and source as in the URL of the list. */
export interface ReviewSearch {
  /** Ids of surveys; `none`: posts without one. */
  form?: string[] | undefined;
  source?: string[] | undefined;
  /** Hours that the posts have waited at least. */
  waited?: number | undefined;
  /** `me`: only posts that are assigned to the current user. */
  assignee?: string[] | undefined;
  /** How sure the team is about the posts. */
  verification?: string[] | undefined;
  /** By default the oldest first. */
  first?: ReviewOrder | undefined;
  /** Id of the report that comes first, once. */
  post?: number | undefined;
}

const toList = (value: unknown) => [value].flat().map(String);
const nonEmpty = (list: string[]) => (list.length > 0 ? list : undefined);
const toPositive = (value: unknown) => (Number(value) > 0 ? Math.floor(Number(value)) : undefined);
/** Whether a text of the URL is a source. */
export const isPostSource = (value: string): value is PostSource => postSources.some((it) => it === value);

const isVerification = (value: string): value is VerificationStatus =>
  verificationStatuses.some((it) => it === value);

/** Earlier versions wrote `newest=true`. */
function readOrder(raw: Record<string, unknown>): ReviewOrder | undefined {
  if (raw['first'] === 'urgent') return 'urgent';
  return raw['first'] === 'newest' || String(raw['newest']) === 'true' ? 'newest' : undefined;
}

/** The filters of a URL. Invalid ones are dropped. */
export const parseReviewSearch = (raw: Record<string, unknown>): ReviewSearch => ({
  form: nonEmpty(toList(raw['form']).filter((it) => it === 'none' || /^[1-9]\d{0,14}$/.test(it))),
  source: nonEmpty(toList(raw['source']).filter(isPostSource)),
  waited: toPositive(raw['waited']),
  assignee: nonEmpty(toList(raw['assignee']).filter((it) => it === 'me')),
  verification: nonEmpty(toList(raw['verification']).filter(isVerification)),
  first: readOrder(raw),
  post: toPositive(raw['post']),
});
