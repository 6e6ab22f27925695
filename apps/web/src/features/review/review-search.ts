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
}

const toList = (value: unknown) => [value].flat().map(String);
const nonEmpty = (list: string[]) => (list.length > 0 ? list : undefined);
const toPositive = (value: unknown) => (Number(value) > 0 ? Math.floor(Number(value)) : undefined);
const isSource = (value: string): value is PostSource => postSources.some((it) => it === value);

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
  source: nonEmpty(toList(raw['source']).filter(isSource)),
  waited: toPositive(raw['waited']),
  assignee: nonEmpty(toList(raw['assignee']).filter((it) => it === 'me')),
  verification: nonEmpty(toList(raw['verification']).filter(isVerification)),
  first: readOrder(raw),
});

const hourMs = 3_600_000;

/** The filters as the API takes them. Those for the waiting time count from now. */
export const toReviewFilters = ({ form, source, waited, assignee, verification }: ReviewSearch) => ({
  ...(verification ? { verification } : {}),
  ...(assignee ? { assignee } : {}),
  ...(form ? { form } : {}),
  ...(source ? { source } : {}),
  ...(waited === undefined ? {} : { created_before: new Date(Date.now() - waited * hourMs).toISOString() }),
});

/** The orders as the API names them. */
const claimOrders = { oldest: 'asc', newest: 'desc', urgent: 'urgent' } as const;

/** The filters and the order of a claim. */
export const toClaimFilters = ({ first, ...filters }: ReviewSearch) => ({
  ...toReviewFilters(filters),
  order: claimOrders[first ?? 'oldest'],
});

/** Whether any filter is set. */
export const isFiltered = ({ form, source, waited, assignee, verification }: ReviewSearch): boolean =>
  [form, source, waited, assignee, verification].some((filter) => filter !== undefined);
