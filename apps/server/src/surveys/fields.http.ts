/** HTTP routes of tasks and attributes, of one survey and of all (API v3 §2.4.1, §2.4.2). */
import * as attributes from '@waypost/contract/surveys/attributes';
import * as tasks from '@waypost/contract/surveys/tasks';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { searchAttributes } from './attributes.sql.ts';
import {
  createAttribute,
  deleteAttribute,
  requireReadableAttribute,
  updateAttribute,
} from './save-attribute.ts';
import { type DiscardPictures, requireReadableSurvey } from './save-survey.ts';
import { createTask, deleteTask, requireReadableTask, updateTask } from './save-task.ts';
import { canSeeHiddenFields } from './surveys.rules.ts';
import { viewAttribute, viewTask } from './surveys.view.ts';
import { searchTasks } from './tasks.sql.ts';

function mountTasks(mount: MountContext, discardPictures: DiscardPictures): void {
  route(mount, tasks.listAllTasks, async ({ tx, viewer, urls, query }) => {
    const { results, total } = await searchTasks(tx, { ...query, includeHidden: canSeeHiddenFields(viewer) });
    const taskViews = results.map((task) => viewTask(viewer, urls, task));
    return listEnvelope(urls, '/forms/stages', query, { results: taskViews, total });
  });
  route(mount, tasks.listTasks, async ({ tx, viewer, urls, params, query }) => {
    const { id } = await requireReadableSurvey(tx, viewer, params.id);
    // With `postStatus` the list is for answering: survey editors without Manage Posts cannot answer hidden tasks.
    const includeHidden =
      query.postStatus === undefined ? canSeeHiddenFields(viewer) : viewer.can('Manage Posts');
    const { results, total } = await searchTasks(tx, { ...query, form_id: id, includeHidden });
    const taskViews = results.map((task) => viewTask(viewer, urls, task));
    return listEnvelope(urls, `/forms/${id}/stages`, query, { results: taskViews, total });
  });
  route(mount, tasks.readTask, async ({ tx, viewer, urls, params }) =>
    viewTask(viewer, urls, await requireReadableTask(tx, viewer, params.id, params.taskId)),
  );
  route(mount, tasks.createTask, async ({ tx, viewer, urls, params, body }) =>
    viewTask(viewer, urls, await createTask(tx, viewer, params.id, body)),
  );
  route(mount, tasks.updateTask, async ({ tx, viewer, urls, params, body }) =>
    viewTask(viewer, urls, await updateTask(tx, viewer, params.id, params.taskId, body)),
  );
  route(mount, tasks.deleteTask, async ({ tx, viewer, urls, params }) => {
    return viewTask(viewer, urls, await deleteTask(tx, viewer, params.id, params.taskId, discardPictures));
  });
}

function mountAttributes(mount: MountContext, discardPictures: DiscardPictures): void {
  route(mount, attributes.listAllAttributes, async ({ tx, viewer, urls, query }) => {
    const includeHidden = canSeeHiddenFields(viewer);
    const { results, total } = await searchAttributes(tx, { ...query, includeHidden });
    const attributeViews = results.map((attribute) => viewAttribute(viewer, urls, attribute));
    return listEnvelope(urls, '/forms/attributes', query, { results: attributeViews, total });
  });
  route(mount, attributes.listAttributes, async ({ tx, viewer, urls, params, query }) => {
    const { id } = await requireReadableSurvey(tx, viewer, params.id);
    const includeHidden = canSeeHiddenFields(viewer);
    const { results, total } = await searchAttributes(tx, {
      ...query,
      form_id: id,
      includeHidden,
    });
    const attributeViews = results.map((attribute) => viewAttribute(viewer, urls, attribute));
    return listEnvelope(urls, `/forms/${id}/attributes`, query, { results: attributeViews, total });
  });
  route(mount, attributes.readAttribute, async ({ tx, viewer, urls, params }) =>
    viewAttribute(viewer, urls, await requireReadableAttribute(tx, viewer, params.id, params.attributeId)),
  );
  route(mount, attributes.createAttribute, async ({ tx, viewer, urls, params, body }) =>
    viewAttribute(viewer, urls, await createAttribute(tx, viewer, params.id, body)),
  );
  route(mount, attributes.updateAttribute, async ({ tx, viewer, urls, params, body }) =>
    viewAttribute(viewer, urls, await updateAttribute(tx, viewer, params.id, params.attributeId, body)),
  );
  route(mount, attributes.deleteAttribute, async ({ tx, viewer, urls, params }) => {
    const deleted = await deleteAttribute(tx, viewer, params.id, params.attributeId, discardPictures);
    return viewAttribute(viewer, urls, deleted);
  });
}

/** Mounts the routes of tasks and attributes. */
export function mountSurveyFields(mount: MountContext, discardPictures: DiscardPictures): void {
  mountTasks(mount, discardPictures);
  mountAttributes(mount, discardPictures);
}
