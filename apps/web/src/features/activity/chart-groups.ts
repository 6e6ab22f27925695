/** What the charts of the activity screens compare reports by. Apart from the search parameters, which each page loads first. */

/** Groups that reports are compared by (spec 2 §9), and areas where there are any. */
export const barGroups = ['tags', 'form', 'status', 'area'] as const;
/** What the bars are grouped by. */
export type BarGroup = (typeof barGroups)[number];
/** Groups of the time chart; `all` draws a single line. */
export const lineGroups = ['all', 'tags', 'form', 'status'] as const;
export type LineGroup = (typeof lineGroups)[number];
