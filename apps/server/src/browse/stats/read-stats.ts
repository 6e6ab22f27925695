/** Statistics of posts (API v3 §2.1, "Stats"). */

import {
  type Stats,
  type StatsGroup,
  type StatsPoint,
  type StatsQuery,
  type StatsRow,
  statsGroups,
} from '@waypost/contract/browse/stats';
import { limits } from '@waypost/contract/common/limits';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { readAreas } from '../../areas/areas.public.ts';
import { isCategoryVisible, searchCategories } from '../../categories/categories.public.ts';
import { readThroughCache } from '../../kernel/cache/versioned-cache.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts } from '../../posts/posts.public.ts';
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

/** Label of a group without a name. */
const unnamedLabel = 'None';

type Group = StatsGroup | 'all';
type Names = ReadonlyMap<number, string>;

const resolveGroup = ({ group_by }: StatsQuery): Group => statsGroups.find((it) => it === group_by) ?? 'all';

/**
 * Statuses that are counted: those of the request, else published posts, or all when grouped by status. Without Manage Posts,
 * only published posts are counted.
 */
function resolveStatuses(viewer: Viewer, { status }: StatsQuery, group: Group): StatsQuery['status'] {
  if (!canManagePosts(viewer)) return ['published'];
  return status?.length ? status : [group === 'status' ? 'all' : 'published'];
}

/** Groups of categories that the viewer may see, and their names. */
async function readCategoryGroups(tx: Tx, viewer: Viewer, under: StatsQuery['group_by_tags']) {
  const allCategories = await searchCategories(tx, {});
  const visible = allCategories.filter((it) => isCategoryVisible(viewer, it));
  const names = new Map(visible.map(({ id, tag }) => [id, tag]));
  // Each category is a group of its own, or a top-level category together with its children.
  const isSingle = under === 'all' || typeof under === 'number';
  const groupCategories = visible.filter(
    ({ parent_id }) => parent_id === (isSingle ? under : null) || under === 'all',
  );
  const childrenOf = (id: number) =>
    isSingle ? [] : visible.filter((it) => it.parent_id === id).map((it) => it.id);
  const groups = new Map(groupCategories.map(({ id }) => [id, [id, ...childrenOf(id)]]));
  // Precomputed counts include all children, of which the viewer may not see some.
  const canUseDimensions =
    isSingle || allCategories.every(({ id, parent_id }) => !(groups.has(parent_id ?? 0) && !names.has(id)));
  const dimensions = canUseDimensions ? groupCategories.map(({ id }) => (isSingle ? id : -id)) : undefined;
  return { groups, names, dimensions };
}

/** How posts are grouped, and names of the groups. Undefined: nothing can be counted. */
async function readGrouping(
  tx: Tx,
  viewer: Viewer,
  query: StatsQuery,
): Promise<{ grouping: Grouping; names: Names } | undefined> {
  const by = resolveGroup(query);
  const names: Names = new Map();
  if (by === 'tags') {
    const categories = await readCategoryGroups(tx, viewer, query.group_by_tags);
    const { names: categoryNames, ...grouped } = categories;
    return { grouping: { by, ...grouped }, names: categoryNames };
  }
  if (by === 'area') {
    const areas = await readAreas(tx);
    // Sorted by level: those of the first set are the largest.
    const setId = query.group_by_area_set || areas[0]?.set_id || 0;
    return { grouping: { by, setId }, names: new Map(areas.map((area) => [area.id, area.name])) };
  }
  if (by !== 'attribute') return { grouping: { by }, names };
  const field = await readStatsField(tx, viewer, query.group_by_attribute_key ?? '');
  if (!field) return undefined;
  const hasCategories = fieldTypes[field.type].storage === 'categories';
  return {
    grouping: { by, field },
    names: hasCategories ? (await readCategoryGroups(tx, viewer, 'all')).names : names,
  };
}

/** The time axis of the request. Undefined: there is no such time. */
async function readTimeline(tx: Tx, viewer: Viewer, query: StatsQuery): Promise<Timeline | undefined> {
  const interval = Number(query.timeline_interval ?? limits.statsIntervalSeconds.default);
  const on = query.timeline_attribute || 'created';
  if (on === 'created' || on === 'updated' || on === 'post_date') return { on, interval };
  const field = await readStatsField(tx, viewer, on);
  return field && fieldTypes[field.type].answerKind === 'time' ? { on: field, interval } : undefined;
}

interface NamedGroup {
  /** The name of the group; null where it has none. */
  name: string | null;
  id: number | null;
}

/** Adds the names of groups. Categories that the viewer may not see are left out. */
async function nameGroups(
  tx: Tx,
  viewer: Viewer,
  by: Group,
  names: Names,
  counts: readonly GroupCount[],
): Promise<(GroupCount & NamedGroup)[]> {
  if (by === 'form') {
    const surveys = await readSurveyNames(
      tx,
      viewer,
      counts.flatMap((it) => it.id ?? []),
    );
    return counts.map((it) => ({ ...it, name: (it.id === null ? null : surveys.get(it.id)) ?? null }));
  }
  if (by === 'all') return counts.map((it) => ({ ...it, name: 'all' }));
  return counts.flatMap((it): (GroupCount & NamedGroup)[] => {
    if (it.id === null) return [{ ...it, name: it.label }];
    const name = names.get(it.id);
    if (name === undefined) return [];
    return [{ ...it, name, id: by === 'tags' || by === 'area' ? it.id : null }];
  });
}

/** *Ward 2* is before *Ward 10*. */
const { compare: compareLabels } = new Intl.Collator('en', { numeric: true });

const byTotal = (a: { total: number; label: string }, b: { total: number; label: string }) =>
  b.total - a.total || compareLabels(a.label, b.label);

const buildRows = (groups: readonly (GroupCount & NamedGroup)[]): StatsRow[] =>
  groups
    .map(({ name, total, id, source }) => ({ label: name || unnamedLabel, total, id, type: source }))
    .sort(byTotal);

/** One line of the chart for each group, the largest first. */
function buildLines(groups: readonly (GroupCount & NamedGroup)[]): Stats['totals'] {
  const lines = new Map<string, { label: string; id: number | null; total: number; values: StatsPoint[] }>();
  for (const { name, id, at, total } of groups) {
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
  const resolved = await readGrouping(tx, viewer, query);
  const timeline = await readTimeline(tx, viewer, query);
  if (!resolved || !timeline) return [];
  const maxPoints = limits.statsPoints;
  const counts = await countByGroup(tx, viewer, query, resolved.grouping, timeline, maxPoints + 1);
  if (counts.length > maxPoints)
    throw validationError('posts', 'timeline_interval', 'min', { min: timeline.interval * 10 });
  return buildLines(await nameGroups(tx, viewer, resolved.grouping.by, resolved.names, counts));
}

async function readRows(tx: Tx, viewer: Viewer, query: StatsQuery): Promise<Stats['totals']> {
  const key = resolveGroup(query);
  const resolved = await readGrouping(tx, viewer, query);
  const counts = resolved
    ? await countByGroup(tx, viewer, query, resolved.grouping, undefined, limits.statsGroups)
    : [];
  const values = buildRows(await nameGroups(tx, viewer, key, resolved?.names ?? new Map(), counts));
  if (key === 'all')
    return [{ key, values: values.length > 0 ? values : [{ label: key, total: 0, id: null, type: 'web' }] }];
  // Existing clients read the first element when they request the number of posts without a location (API v3 §9, ruling 55).
  return values.length > 0 || query.include_unmapped ? [{ key, values }] : [];
}

async function countStats(tx: Tx, viewer: Viewer, request: StatsQuery): Promise<Stats> {
  const query = { ...request, status: resolveStatuses(viewer, request, resolveGroup(request)) };
  const totals = request.timeline ? await readLines(tx, viewer, query) : await readRows(tx, viewer, query);
  return {
    totals,
    group_by: request.group_by || null,
    group_by_attribute_key: request.group_by_attribute_key || null,
    timeline_attribute: request.timeline_attribute || 'created',
    ...(request.timeline && totals.length > 0
      ? { time_interval: request.timeline_interval ?? limits.statsIntervalSeconds.default }
      : {}),
    ...(request.include_unmapped ? { unmapped: await countUnmapped(tx, viewer, query) } : {}),
  };
}

/**
 * Statistics of the posts that the viewer may see, cached per visibility class.
 * @throws ValidationError at `/timeline_interval` when the chart would have too many points
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
