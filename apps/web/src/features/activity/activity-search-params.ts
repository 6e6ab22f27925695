/** Search parameters of the activity screens. They hold the complete state, so that a link shows the same to everybody. Pure. */

import type { BarGroup, LineGroup } from './chart-groups.ts';

export const intervals = ['all', 'week', 'month', 'custom'] as const;
/** A preset time range, or a custom one. */
export type Interval = (typeof intervals)[number];

/** Page sizes of the timeline (spec 2 §9). */
export const timelineSizes = ['10', '20', '50'] as const;
/** Number of reports on a page of the timeline. */
export type TimelineSize = (typeof timelineSizes)[number];

/** Search parameters; default values are left out. */
export interface ActivitySearchParams {
  interval?: Exclude<Interval, 'all'> | undefined;
  /** Days such as `2026-11-21`, both included in a custom range; one of them may be missing. */
  created_after?: string | undefined;
  created_before?: string | undefined;
  bars?: Exclude<BarGroup, 'tags'> | undefined;
  /** The set of areas that is compared; without it, the one with the largest areas. */
  areas?: number | undefined;
  lines?: Exclude<LineGroup, 'all'> | undefined;
  /** Whether each interval includes all earlier ones. */
  cumulative?: '1' | undefined;
  barsAs?: 'table' | undefined;
  linesAs?: 'table' | undefined;
  size?: Exclude<TimelineSize, '10'> | undefined;
  /** Page numbers from 1, which is left out: of the timeline and of the surveys. */
  page?: number | undefined;
  surveys?: number | undefined;
  targeted?: number | undefined;
}

const firstString = (raw: unknown): string | undefined => {
  const [first] = [raw].flat();
  return typeof first === 'string' ? first : undefined;
};

/** A valid day as written in the URL. */
export function parseDay(raw: unknown): string | undefined {
  const text = firstString(raw);
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

/** An unknown interval, or a custom one without days, falls back to this week (spec 2 §4). */
function parseInterval(
  raw: Record<string, unknown>,
): Pick<ActivitySearchParams, 'interval' | 'created_after' | 'created_before'> {
  const interval = firstString(raw['interval']);
  if (interval === undefined || interval === '' || interval === 'all') return {};
  if (interval === 'month') return { interval: 'month' };
  if (interval !== 'custom') return { interval: 'week' };
  const [after, before] = [parseDay(raw['created_after']), parseDay(raw['created_before'])];
  if ((!after && !before) || (after && before && after > before)) return { interval: 'week' };
  return {
    interval: 'custom',
    ...(after ? { created_after: after } : {}),
    ...(before ? { created_before: before } : {}),
  };
}

const parseOption = <T extends string>(options: readonly T[], raw: unknown): T | undefined => {
  const text = firstString(raw);
  return options.find((option) => option === text);
};

function parseNumber(raw: unknown, min: number): number | undefined {
  const number = Number(firstString([raw].flat().map(String)));
  return Number.isInteger(number) && number >= min && number < 1e6 ? number : undefined;
}
const parsePage = (raw: unknown) => parseNumber(raw, 2);

/** Invalid parameters are ignored. */
export function parseActivitySearch(raw: Record<string, unknown>): ActivitySearchParams {
  const search: ActivitySearchParams = {
    ...parseInterval(raw),
    bars: parseOption(['form', 'status', 'area'], raw['bars']),
    areas: parseNumber(raw['areas'], 1),
    lines: parseOption(['tags', 'form', 'status'], raw['lines']),
    cumulative: parseOption(['1'], [raw['cumulative']].flat().map(String)),
    barsAs: parseOption(['table'], raw['barsAs']),
    linesAs: parseOption(['table'], raw['linesAs']),
    size: parseOption(['20', '50'], [raw['size']].flat().map(String)),
    page: parsePage(raw['page']),
    surveys: parsePage(raw['surveys']),
    targeted: parsePage(raw['targeted']),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
