/**
 * Undoes an applied template: what it has created is deleted, unless it was changed or is used. What it has changed or deleted in mode
 * `replace` cannot be restored, so that such applications are not offered.
 */
import type { TemplateUndo } from '@waypost/contract/templates/template-applications';
import type { TemplateChange } from '@waypost/contract/templates/templates';
import { recordChange } from '../audit/audit.public.ts';
import { type CategoryRow, deleteCategory, lockCategories } from '../categories/categories.public.ts';
import { deleteSet, setPrivileges } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, Problem } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  countPostsAnswering,
  type DiscardPictures,
  deleteAttribute,
  deleteSurvey,
  deleteTask,
} from '../surveys/surveys.public.ts';
import { deleteRole, findUsedRoleNames, type RoleRow } from '../users/users.public.ts';
import { createPartHasher, type FoundPart, findPart } from './created-parts.ts';
import { planDeletion } from './part-steps.ts';
import { readSetUp, type SetUp, type StoredSurvey } from './read-set-up.ts';
import {
  findApplication,
  insertApplication,
  markUndone,
  type TemplateApplicationRow,
} from './template-applications.sql.ts';
import { describeChange, type Step, type TemplateContext } from './template-context.ts';
import { findCategoriesOfPosts } from './templates.sql.ts';

type Reason = TemplateChange['reason'];

/**
 * Stores what was created, so that it can be undone.
 * @returns the id; null when nothing was created, or when something was changed or deleted, which cannot be restored
 */
export async function recordApplication(
  { tx, viewer, template, created }: TemplateContext,
  changes: readonly TemplateChange[],
): Promise<number | null> {
  const isReversible = changes.every(
    ({ action, attributes }) =>
      action !== 'delete' &&
      (action !== 'update' || (attributes?.created ?? 0) > 0) &&
      (attributes?.updated ?? 0) + (attributes?.deleted ?? 0) === 0,
  );
  if (created.length === 0 || !isReversible) return null;
  const setUp = await readSetUp(tx, viewer);
  const hashPart = createPartHasher(setUp);
  const parts = created.flatMap(({ kind, id }) => {
    const part = findPart(setUp, { kind, id });
    return part ? [{ kind, id, hash: hashPart(part) }] : [];
  });
  return insertApplication(tx, { title: template.title, parts });
}

/** What the parts of an undo share. */
interface UndoContext {
  tx: Tx;
  viewer: Viewer;
  setUp: SetUp;
  discardPictures: DiscardPictures;
  /** Surveys and categories that are deleted. */
  deletedIds: { surveys: Set<number>; categories: Set<number> };
}

type Found<K extends FoundPart['kind']> = Extract<FoundPart, { kind: K }>;

const planSearch = ({ tx, viewer }: UndoContext, { row }: Found<'savedsearch'>): Step =>
  planDeletion({
    part: 'savedsearches',
    name: row.name,
    refusal: setPrivileges(viewer, row).includes('delete') ? null : 'rights',
    remove: () => deleteSet(tx, viewer, 'savedsearch', row.id),
  });

async function planSurvey(context: UndoContext, { survey }: Found<'survey'>): Promise<Step> {
  const { tx, viewer, discardPictures, deletedIds } = context;
  const { id, name } = survey.row;
  const refusal = (await countPostsAnswering(tx, id)) > 0 ? 'posts' : null;
  if (!refusal) deletedIds.surveys.add(id);
  const remove = () => deleteSurvey(tx, viewer, id, discardPictures);
  return planDeletion({ part: 'forms', name, refusal, remove });
}

/** The tasks and attributes that were added to one survey. @param changed those that are not as they were */
async function planAdditions(
  context: UndoContext,
  survey: StoredSurvey,
  parts: readonly (Found<'task'> | Found<'attribute'>)[],
  changed: ReadonlySet<FoundPart>,
): Promise<Step> {
  const { tx, viewer, discardPictures } = context;
  const { id, name } = survey.row;
  const removable = new Set<number>();
  const work: (() => Promise<unknown>)[] = [];
  let kept = 0;
  for (const part of parts) {
    if (part.kind !== 'attribute') continue;
    const { row } = part;
    if (changed.has(part) || (await countPostsAnswering(tx, id, [row])) > 0) kept += 1;
    else {
      removable.add(row.id);
      work.push(() => deleteAttribute(tx, viewer, id, row.id, discardPictures));
    }
  }
  for (const part of parts)
    if (
      part.kind === 'task' &&
      part.task.attributes.every((it) => removable.has(it.id)) &&
      !changed.has(part)
    )
      work.push(() => deleteTask(tx, viewer, id, part.task.row.id, discardPictures));
  const attributes = { created: 0, updated: 0, deleted: removable.size, kept };
  if (work.length === 0)
    return { change: { ...describeChange('forms', name, 'keep', 'changed'), attributes } };
  return {
    change: { ...describeChange('forms', name, 'update'), attributes },
    async run() {
      for (const act of work) await act();
    },
  };
}

/** @param parts categories that are as they were, children first */
async function planCategories(context: UndoContext, parts: readonly Found<'category'>[]): Promise<Step[]> {
  const { tx, viewer, setUp, deletedIds } = context;
  const used = await findCategoriesOfPosts(
    tx,
    parts.map(({ row }) => row.id),
  );
  const offered = new Set(
    setUp.surveys.flatMap(({ row }) => (deletedIds.surveys.has(row.id) ? [] : row.tags)),
  );
  const findRefusal = ({ id, children }: CategoryRow): Reason => {
    if (used.has(id)) return 'posts';
    if (offered.has(id)) return 'inUse';
    return children.some((child) => !deletedIds.categories.has(child)) ? 'children' : null;
  };
  return parts.map(({ row }) => {
    const refusal = findRefusal(row);
    if (!refusal) deletedIds.categories.add(row.id);
    const remove = () => deleteCategory(tx, viewer, row.id);
    return planDeletion({ part: 'tags', name: row.tag, refusal, remove });
  });
}

async function planRoles(context: UndoContext, parts: readonly Found<'role'>[]): Promise<Step[]> {
  const { tx, viewer, setUp, deletedIds } = context;
  const usedByPeople = await findUsedRoleNames(tx);
  const named = new Set([
    ...setUp.surveys.flatMap(({ row }) => (deletedIds.surveys.has(row.id) ? [] : row.can_create)),
    ...setUp.categories.flatMap(({ id, role }) => (deletedIds.categories.has(id) ? [] : (role ?? []))),
  ]);
  const findRefusal = ({ name }: RoleRow): Reason => {
    if (!viewer.isAdmin) return 'rights';
    if (usedByPeople.has(name)) return 'people';
    return named.has(name) ? 'inUse' : null;
  };
  return parts.map(({ row }) =>
    planDeletion({
      part: 'roles',
      name: row.display_name ?? row.name,
      refusal: findRefusal(row),
      remove: () => deleteRole(tx, viewer, row.id),
    }),
  );
}

/** The part and the name of an entity in the list of changes. */
function nameOf(part: Exclude<FoundPart, { kind: 'task' | 'attribute' }>): [TemplateChange['part'], string] {
  switch (part.kind) {
    case 'role':
      return ['roles', part.row.display_name ?? part.row.name];
    case 'category':
      return ['tags', part.row.tag];
    case 'survey':
      return ['forms', part.survey.row.name];
    case 'savedsearch':
      break;
  }
  return ['savedsearches', part.row.name];
}

const isAddition = (part: FoundPart): part is Found<'task'> | Found<'attribute'> =>
  part.kind === 'task' || part.kind === 'attribute';

/** Plans the undo: everything in the order in which it can be deleted. */
async function planUndo(context: UndoContext, application: TemplateApplicationRow): Promise<Step[]> {
  const { setUp } = context;
  const hashPart = createPartHasher(setUp);
  const found = application.parts.flatMap((stored) => {
    const part = findPart(setUp, stored);
    return part ? [{ part, isChanged: hashPart(part) !== stored.hash }] : [];
  });
  const changed = new Set(found.flatMap(({ part, isChanged }) => (isChanged ? [part] : [])));
  const parts = found.map(({ part }) => part);
  const select = <K extends FoundPart['kind']>(kind: K) =>
    parts.filter((part): part is Found<K> => part.kind === kind && !changed.has(part));
  const kept = [...changed].flatMap((part) =>
    isAddition(part) ? [] : [{ change: describeChange(...nameOf(part), 'keep', 'changed') }],
  );
  const steps = select('savedsearch').map((part) => planSearch(context, part));
  const additions = parts.filter(isAddition);
  for (const survey of new Set(additions.map((part) => part.survey)))
    steps.push(
      await planAdditions(
        context,
        survey,
        additions.filter((part) => part.survey === survey),
        changed,
      ),
    );
  for (const part of select('survey')) steps.push(await planSurvey(context, part));
  // Parents were created before their children.
  steps.push(...(await planCategories(context, select('category').toReversed())));
  return [...steps, ...(await planRoles(context, select('role'))), ...kept];
}

/** @throws Problem 404 */
async function readApplication(tx: Tx, id: number): Promise<TemplateApplicationRow> {
  const application = await findApplication(tx, id);
  if (!application) throw notFound('templates', id);
  return application;
}

const toUndo = (application: TemplateApplicationRow, steps: readonly Step[]): TemplateUndo => ({
  id: application.id,
  title: application.title,
  changes: steps.map(({ change }) => change),
});

const openContext = async (
  tx: Tx,
  viewer: Viewer,
  discardPictures: DiscardPictures,
): Promise<UndoContext> => ({
  tx,
  viewer,
  setUp: await readSetUp(tx, viewer),
  discardPictures,
  deletedIds: { surveys: new Set(), categories: new Set() },
});

/** What undoing would delete and keep; nothing when it was undone. @throws Problem 404 */
export async function previewUndo(tx: Tx, viewer: Viewer, id: number): Promise<TemplateUndo> {
  const application = await readApplication(tx, id);
  if (application.undone) return toUndo(application, []);
  return toUndo(
    application,
    await planUndo(await openContext(tx, viewer, async () => undefined), application),
  );
}

/** Undoes an applied template. @throws Problem 404; 409 when it was undone */
export async function undoTemplate(
  tx: Tx,
  viewer: Viewer,
  id: number,
  discardPictures: DiscardPictures,
): Promise<TemplateUndo> {
  await lockCategories(tx);
  const application = await readApplication(tx, id);
  if (!(await markUndone(tx, id))) throw new Problem('template.undone');
  const steps = await planUndo(await openContext(tx, viewer, discardPictures), application);
  for (const { run } of steps) await run?.();
  await recordChange(tx, viewer, {
    action: 'delete',
    subject: 'templates',
    id: application.title,
    details: { deleted: steps.filter(({ run }) => run !== undefined).length },
  });
  return toUndo(application, steps);
}
