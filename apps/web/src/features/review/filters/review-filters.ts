/** The filters of the review as the API has them. Apart from the URL, whose module is loaded with every page. */
import type { ReviewSearch } from './review-search.ts';

const minuteMs = 60_000;

/** Hours ago, in full minutes, so that requests of the same minute are the same. */
const hoursAgo = (hours: number) =>
  new Date(Math.floor(Date.now() / minuteMs - hours * 60) * minuteMs).toISOString();

/** The filters as the API takes them. Those for the waiting time count from now. */
export const toReviewFilters = ({ form, source, waited, assignee, verification }: ReviewSearch) => ({
  ...(verification ? { verification } : {}),
  ...(assignee ? { assignee } : {}),
  ...(form ? { form } : {}),
  ...(source ? { source } : {}),
  ...(waited === undefined ? {} : { created_before: hoursAgo(waited) }),
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
