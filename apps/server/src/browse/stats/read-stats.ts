/** Posts in numbers, as the wire tells them (wire 2.1, "Stats"). */

import {
  type Stats,
  type StatsGroup,
  type StatsPoint,
  type StatsQuery,
  type StatsRow,
  statsGroups,
} from '@waypost/contract/browse/stats';
import { limits } from '@waypost/contract/common/limits';
import { isCategoryVisible, searchCategories } from '../../categories/categories.public.ts';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { managesPosts } from '../../posts/posts.public.ts';
import { readSurveyNames } from '../../surveys/surveys.public.ts';
import { readDataVersion } from '../counts/precomputed-counts.sql.ts';
import { filterCacheKey } from '../filters/filter-key.rules.ts';
import {
  countByGroup,
  countUnmapped,
  type GroupCount,
  type Grouping,
  readStatsField,
  type Timeline,
} from './stats.sql.ts';

/** What stands where there is no name. */
const unnamedLabel = 'None';

type Group = StatsGroup | 'all';
type Names = ReadonlyMap<number, string>;

const resolveGroup = ({ group_by }: StatsQuery): Group => statsGroups.find((it) => it === group_by) ?? 'all';

/**
 * Which posts are counted: published ones where nothing else is said, and all when they are told apart by status. Who does
 * not manage posts is told of published ones alone.
 */
function resolveStatuses(viewer: Viewer, { status }: StatsQuery, group: Group): StatsQuery['status'] {
  if (!managesPosts(viewer)) return ['published'];
  return status?.length ? status : [group === 'status' ? 'all' : 'published'];
}

/** Categories that the viewer may know of, as groups, and what they are called. */
async function readCategoryGroups(tx: Tx, viewer: Viewer, under: StatsQuery['group_by_tags']) {
  const every = await searchCategories(tx, {});
  const known = every.filter((it) => isCategoryVisible(viewer, it));
  const names = new Map(known.map(({ id, tag }) => [id, tag]));
  const isAlone = under === 'all' || typeof under === 'number';
  const tops = known.filter(({ parent_id }) => parent_id === (isAlone ? under : null) || under === 'all');
  const below = (id: number) => (isAlone ? [] : known.filter((it) => it.parent_id === id).map((it) => it.id));
  const groups = new Map(tops.map(({ id }) => [id, [id, ...below(id)]]));
  // What is below a category is counted with all of it, which not everybody may know.
  const isWhole =
    isAlone || every.every(({ id, parent_id }) => !(groups.has(parent_id ?? 0) && !names.has(id)));
  const topics = isWhole ? tops.map(({ id }) => (isAlone ? id : -id)) : undefined;
  return { groups, names, topics };
}

/** Undefined: there is nothing to count. */
async function readGrouping(
  tx: Tx,
  viewer: Viewer,
  query: StatsQuery,
): Promise<{ grouping: Grouping; names: Names } | undefined> {
  const by = resolveGroup(query);
  const names: Names = new Map();
  if (by === 'tags') {
    const categories = await readCategoryGroups(tx, viewer, query.group_by_tags);
    const { names: known, ...grouped } = categories;
    return { grouping: { by, ...grouped }, names: known };
  }
  if (by !== 'attribute') return { grouping: { by }, names };
  const field = await readStatsField(tx, viewer, query.group_by_attribute_key ?? '');
  if (!field) return undefined;
  const isOfCategories = field.type === 'tags';
  return {
    grouping: { by, field },
    names: isOfCategories ? (await readCategoryGroups(tx, viewer, 'all')).names : names,
  };
}

/** Undefined: posts have no such time. */
async function readTimeline(tx: Tx, viewer: Viewer, query: StatsQuery): Promise<Timeline | undefined> {
  const interval = Number(query.timeline_interval ?? limits.statsIntervalSeconds.default);
  const on = query.timeline_attribute || 'created';
  if (on === 'created' || on === 'updated' || on === 'post_date') return { on, interval };
  const field = await readStatsField(tx, viewer, on);
  return field?.type === 'datetime' ? { on: field, interval } : undefined;
}

interface NamedGroup {
  /** The name of the group; null where it has none. */
  name: string | null;
  id: number | null;
}

/** What groups are called. Categories that the viewer may not know of are left out. */
async function nameGroups(
  tx: Tx,
  viewer: Viewer,
  by: Group,
  names: Names,
  tallies: readonly GroupCount[],
): Promise<(GroupCount & NamedGroup)[]> {
  if (by === 'form') {
    const surveys = await readSurveyNames(
      tx,
      viewer,
      tallies.flatMap((it) => it.id ?? []),
    );
    return tallies.map((it) => ({ ...it, name: (it.id === null ? null : surveys.get(it.id)) ?? null }));
  }
  if (by === 'all') return tallies.map((it) => ({ ...it, name: 'all' }));
  return tallies.flatMap((it): (GroupCount & NamedGroup)[] => {
    if (it.id === null) return [{ ...it, name: it.label }];
    const name = names.get(it.id);
    if (name === undefined) return [];
    return [{ ...it, name, id: by === 'tags' ? it.id : null }];
  });
}

const byTotal = (a: { total: number; label: string }, b: { total: number; label: string }) =>
  b.total - a.total || a.label.localeCompare(b.label);

const buildRows = (told: readonly (GroupCount & NamedGroup)[]): StatsRow[] =>
  told
    .map(({ name, total, id, source }) => ({ label: name || unnamedLabel, total, id, type: source }))
    .sort(byTotal);

/** One line of the chart for each group, the largest first. */
function buildLines(told: readonly (GroupCount & NamedGroup)[]): Stats['totals'] {
  const lines = new Map<string, { label: string; id: number | null; total: number; values: StatsPoint[] }>();
  for (const { name, id, at, total } of told) {
    const key = id === null ? `=${name ?? ''}` : String(id);
    const line = lines.get(key) ?? { label: name || unnamedLabel, id, total: 0, values: [] };
    lines.set(key, line);
    line.total += total;
    line.values.push({ label: at ?? 0, total, cumulative_total: line.total });
  }
  return [...lines.values()]
    .sort(byTotal)
    .slice(0, limits.statsGroups)
    .map(({ label, id, values }) => ({ key: label, id, values }));
}

async function readLines(tx: Tx, viewer: Viewer, query: StatsQuery): Promise<Stats['totals']> {
  const asked = await readGrouping(tx, viewer, query);
  const timeline = await readTimeline(tx, viewer, query);
  if (!asked || !timeline) return [];
  const most = limits.statsPoints;
  const tallies = await countByGroup(tx, viewer, query, asked.grouping, timeline, most + 1);
  if (tallies.length > most)
    throw validationError('posts', 'timeline_interval', 'min', { min: timeline.interval * 10 });
  return buildLines(await nameGroups(tx, viewer, asked.grouping.by, asked.names, tallies));
}

async function readRows(tx: Tx, viewer: Viewer, query: StatsQuery): Promise<Stats['totals']> {
  const key = resolveGroup(query);
  const asked = await readGrouping(tx, viewer, query);
  const tallies = asked
    ? await countByGroup(tx, viewer, query, asked.grouping, undefined, limits.statsGroups)
    : [];
  const values = buildRows(await nameGroups(tx, viewer, key, asked?.names ?? new Map(), tallies));
  if (key === 'all')
    return [{ key, values: values.length > 0 ? values : [{ label: key, total: 0, id: null, type: 'web' }] }];
  // Existing clients read the first element whenever they ask for posts without a place (ruling 55).
  return values.length > 0 || query.include_unmapped ? [{ key, values }] : [];
}

async function countStats(tx: Tx, viewer: Viewer, asked: StatsQuery): Promise<Stats> {
  const query = { ...asked, status: resolveStatuses(viewer, asked, resolveGroup(asked)) };
  const totals = asked.timeline ? await readLines(tx, viewer, query) : await readRows(tx, viewer, query);
  return {
    totals,
    group_by: asked.group_by || null,
    group_by_attribute_key: asked.group_by_attribute_key || null,
    timeline_attribute: asked.timeline_attribute || 'created',
    ...(asked.timeline && totals.length > 0
      ? { time_interval: asked.timeline_interval ?? limits.statsIntervalSeconds.default }
      : {}),
    ...(asked.include_unmapped ? { unmapped: await countUnmapped(tx, viewer, query) } : {}),
  };
}

/**
 * How many posts there are. Counts what the viewer may see and nothing else.
 * @throws Faults at `/timeline_interval` when the chart would have too many points
 */
export const readStats = (tx: Tx, viewer: Viewer, query: StatsQuery): Promise<Stats> =>
  readThroughCache(
    tx,
    viewer,
    {
      version: readDataVersion,
      keyParts: ['stats', filterCacheKey(query)],
      sizeInBytes: (stats) => JSON.stringify(stats).length * 3,
    },
    () => countStats(tx, viewer, query),
  );
