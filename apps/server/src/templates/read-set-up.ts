/** Reads the set-up of this deployment: its roles, categories, surveys and featured saved searches. */

import { type CategoryRow, searchCategories } from '../categories/categories.public.ts';
import { type SetRow, searchSets } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { toSlug } from '../kernel/slug.ts';
import {
  type AttributeRow,
  readFieldsOfSurveys,
  type SurveyRow,
  searchSurveys,
  type TaskRow,
} from '../surveys/surveys.public.ts';
import { type RoleRow, readRoles } from '../users/users.public.ts';

/** A task with its attributes in order. */
export interface StoredTask {
  row: TaskRow;
  attributes: AttributeRow[];
}

/** A survey with its tasks in order. */
export interface StoredSurvey {
  row: SurveyRow;
  /** Made of the name, unique here. */
  key: string;
  tasks: StoredTask[];
}

/** What a template can describe, as it is stored. */
export interface SetUp {
  roles: RoleRow[];
  categories: CategoryRow[];
  surveys: StoredSurvey[];
  /** Featured ones: they are the deployment's, all others belong to a person. */
  savedSearches: SetRow[];
}

function assignKeys(surveys: readonly SurveyRow[]): Map<number, string> {
  const keys = new Map<number, string>();
  const used = new Set<string>();
  for (const { id, name } of surveys) {
    const base = toSlug(name) || 'survey';
    let key = base;
    for (let number = 2; used.has(key); number += 1) key = `${base}-${number}`;
    used.add(key);
    keys.set(id, key);
  }
  return keys;
}

/** Reads everything, whoever may see it: only callers with Manage Settings get here. */
export async function readSetUp(tx: Tx, viewer: Viewer): Promise<SetUp> {
  const [roles, categories, surveys, sets] = await Promise.all([
    readRoles(tx),
    searchCategories(tx, { orderby: 'priority' }),
    searchSurveys(tx, { includeDisabled: true }),
    searchSets(tx, viewer, 'savedsearch', { featured: true }),
  ]);
  const fields = await readFieldsOfSurveys(
    tx,
    surveys.results.map(({ id }) => id),
  );
  const keys = assignKeys(surveys.results);
  return {
    roles,
    categories,
    surveys: surveys.results.map((row) => ({
      row,
      key: keys.get(row.id) ?? String(row.id),
      tasks: (fields.get(row.id)?.tasks ?? []).map((task) => ({
        row: task,
        attributes: (fields.get(row.id)?.attributes ?? []).filter((it) => it.form_stage_id === task.id),
      })),
    })),
    savedSearches: sets.results,
  };
}
