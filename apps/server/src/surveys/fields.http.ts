/** The addresses of tasks and attributes, of one survey and of all. */
import * as attributes from '@waypost/contract/attributes';
import * as tasks from '@waypost/contract/tasks';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { searchAttributes } from './attributes.sql.ts';
import { createAttribute, deleteAttribute, readableAttribute, updateAttribute } from './save-attribute.ts';
import { type DiscardPictures, type DropPictures, readableSurvey } from './save-survey.ts';
import { createTask, deleteTask, readableTask, updateTask } from './save-task.ts';
import { seesWholeSurveys } from './surveys.rules.ts';
import { viewAttribute, viewTask } from './surveys.view.ts';
import { searchTasks } from './tasks.sql.ts';

function mountTasks(mount: Mount, discardPictures: DiscardPictures): void {
  route(mount, tasks.listAllTasks, async ({ tx, viewer, addresses, query }) => {
    const { results, total } = await searchTasks(tx, { ...query, hiddenToo: seesWholeSurveys(viewer) });
    const shown = results.map((task) => viewTask(viewer, addresses, task));
    return listEnvelope(addresses, '/forms/stages', query, { results: shown, total });
  });
  route(mount, tasks.listTasks, async ({ tx, viewer, addresses, params, query }) => {
    const { id } = await readableSurvey(tx, viewer, params.id);
    // Asked for a post, it is about answering: whoever only designs surveys gets no task whose answers are refused.
    const hiddenToo = query.postStatus === undefined ? seesWholeSurveys(viewer) : viewer.may('Manage Posts');
    const { results, total } = await searchTasks(tx, { ...query, form_id: id, hiddenToo });
    const shown = results.map((task) => viewTask(viewer, addresses, task));
    return listEnvelope(addresses, `/forms/${id}/stages`, query, { results: shown, total });
  });
  route(mount, tasks.readTask, async ({ tx, viewer, addresses, params }) =>
    viewTask(viewer, addresses, await readableTask(tx, viewer, params.id, params.taskId)),
  );
  route(mount, tasks.createTask, async ({ tx, viewer, addresses, params, body }) =>
    viewTask(viewer, addresses, await createTask(tx, viewer, params.id, body)),
  );
  route(mount, tasks.updateTask, async ({ tx, viewer, addresses, params, body }) =>
    viewTask(viewer, addresses, await updateTask(tx, viewer, params.id, params.taskId, body)),
  );
  route(mount, tasks.deleteTask, async ({ tx, viewer, addresses, params, outcome }) => {
    const drop: DropPictures = (its, ids) => discardPictures(its, ids, outcome);
    return viewTask(viewer, addresses, await deleteTask(tx, viewer, params.id, params.taskId, drop));
  });
}

function mountAttributes(mount: Mount, discardPictures: DiscardPictures): void {
  route(mount, attributes.listAllAttributes, async ({ tx, viewer, addresses, query }) => {
    const hiddenToo = seesWholeSurveys(viewer);
    const { results, total } = await searchAttributes(tx, { ...query, hiddenToo });
    const shown = results.map((attribute) => viewAttribute(viewer, addresses, attribute));
    return listEnvelope(addresses, '/forms/attributes', query, { results: shown, total });
  });
  route(mount, attributes.listAttributes, async ({ tx, viewer, addresses, params, query }) => {
    const { id } = await readableSurvey(tx, viewer, params.id);
    const hiddenToo = seesWholeSurveys(viewer);
    const { results, total } = await searchAttributes(tx, { ...query, form_id: id, hiddenToo });
    const shown = results.map((attribute) => viewAttribute(viewer, addresses, attribute));
    return listEnvelope(addresses, `/forms/${id}/attributes`, query, { results: shown, total });
  });
  route(mount, attributes.readAttribute, async ({ tx, viewer, addresses, params }) =>
    viewAttribute(viewer, addresses, await readableAttribute(tx, viewer, params.id, params.attributeId)),
  );
  route(mount, attributes.createAttribute, async ({ tx, viewer, addresses, params, body }) =>
    viewAttribute(viewer, addresses, await createAttribute(tx, viewer, params.id, body)),
  );
  route(mount, attributes.updateAttribute, async ({ tx, viewer, addresses, params, body }) =>
    viewAttribute(viewer, addresses, await updateAttribute(tx, viewer, params.id, params.attributeId, body)),
  );
  route(mount, attributes.deleteAttribute, async ({ tx, viewer, addresses, params, outcome }) => {
    const drop: DropPictures = (its, ids) => discardPictures(its, ids, outcome);
    const gone = await deleteAttribute(tx, viewer, params.id, params.attributeId, drop);
    return viewAttribute(viewer, addresses, gone);
  });
}

export function mountSurveyFields(mount: Mount, discardPictures: DiscardPictures): void {
  mountTasks(mount, discardPictures);
  mountAttributes(mount, discardPictures);
}
