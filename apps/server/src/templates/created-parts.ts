/** What a template has created: it is found again, and compared with what it was then. */
import { createHash } from 'node:crypto';
import type { CategoryRow } from '../categories/categories.public.ts';
import type { SetRow } from '../collections/collections.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import type { RoleRow } from '../users/users.public.ts';
import {
  exportAttribute,
  exportCategory,
  exportRole,
  exportSurvey,
  exportTask,
  listKeys,
} from './export-template.ts';
import type { SetUp, StoredSurvey, StoredTask } from './read-set-up.ts';
import type { CreatedPart } from './template-applications.sql.ts';

/** An entity with its row. */
export type FoundPart =
  | { kind: 'role'; row: RoleRow }
  | { kind: 'category'; row: CategoryRow }
  | { kind: 'survey'; survey: StoredSurvey }
  | { kind: 'task'; survey: StoredSurvey; task: StoredTask }
  | { kind: 'attribute'; survey: StoredSurvey; row: AttributeRow }
  | { kind: 'savedsearch'; row: SetRow };

function findInSurveys(setUp: SetUp, kind: 'task' | 'attribute', id: number): FoundPart | undefined {
  for (const survey of setUp.surveys)
    for (const task of survey.tasks) {
      if (kind === 'task' && task.row.id === id) return { kind, survey, task };
      const row = task.attributes.find((attribute) => attribute.id === id);
      if (kind === 'attribute' && row) return { kind, survey, row };
    }
  return undefined;
}

/** The entity; undefined when it was deleted, or is no part of a set-up any more. */
export function findPart(setUp: SetUp, { kind, id }: Omit<CreatedPart, 'hash'>): FoundPart | undefined {
  if (kind === 'task' || kind === 'attribute') return findInSurveys(setUp, kind, id);
  if (kind === 'survey') {
    const survey = setUp.surveys.find(({ row }) => row.id === id);
    return survey && { kind, survey };
  }
  if (kind === 'role') {
    const row = setUp.roles.find((role) => role.id === id);
    return row && { kind, row };
  }
  if (kind === 'category') {
    const row = setUp.categories.find((category) => category.id === id);
    return row && { kind, row };
  }
  const row = setUp.savedSearches.find((set) => set.id === id);
  return row && { kind, row };
}

/** What of an entity counts as changed: not its order, and not its key, which depends on the names of others. */
function describePart(setUp: SetUp, keys: ReturnType<typeof listKeys>, part: FoundPart): unknown {
  switch (part.kind) {
    case 'role':
      return exportRole(part.row);
    case 'category': {
      const parent = setUp.categories.find(({ id }) => id === part.row.parent_id);
      return { ...exportCategory(part.row, []), parent: parent?.slug ?? null };
    }
    case 'survey':
      return { ...exportSurvey(part.survey, keys), key: '' };
    case 'task':
      return exportTask({ ...part.task, attributes: [] }, keys);
    case 'attribute':
      return exportAttribute(part.row, keys);
    case 'savedsearch':
      break;
  }
  const { name, description, view, role, featured, filter } = part.row;
  return { name, description, view, role, featured, filter };
}

/** Creates a function that hashes an entity as it is in the set-up. */
export function createPartHasher(setUp: SetUp): (part: FoundPart) => string {
  const keys = listKeys(setUp);
  return (part) =>
    createHash('sha256')
      .update(JSON.stringify(describePart(setUp, keys, part)))
      .digest('base64url');
}
