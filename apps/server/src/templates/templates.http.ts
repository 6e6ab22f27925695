/** HTTP routes of templates. */

import * as applications from '@waypost/contract/templates/template-applications';
import { Template } from '@waypost/contract/templates/template-format';
import * as contract from '@waypost/contract/templates/templates';
import { toApiDate, toApiDateOrNull } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { readSite } from '../settings/settings.public.ts';
import type { DiscardPictures } from '../surveys/surveys.public.ts';
import { applyTemplate, previewTemplate } from './apply-template.ts';
import { exportDeployment, exportSurveys } from './export-template.ts';
import { readSetUp } from './read-set-up.ts';
import { findTemplate, listTemplates } from './ready-templates.ts';
import { readApplications } from './template-applications.sql.ts';
import { previewUndo, undoTemplate } from './undo-template.ts';

/** Mounts the routes of templates. */
export function mountTemplates(mount: MountContext, discardPictures: DiscardPictures): void {
  route(mount, contract.listTemplates, async ({ tx, query }) => {
    const results = listTemplates(query.language ?? (await readSite(tx)).language);
    return { count: results.length, results };
  });
  route(mount, contract.exportTemplate, async ({ tx, viewer, query }) => {
    const setUp = await readSetUp(tx, viewer);
    if (query.forms && query.forms.length > 0) return exportSurveys(setUp, query.forms);
    return exportDeployment(setUp, (await readSite(tx)).name);
  });
  route(mount, contract.readTemplate, async ({ params }) => {
    const template = findTemplate(params.name);
    if (!template) throw notFound('templates', params.name);
    return Template.parse(template);
  });
  route(mount, contract.previewTemplate, async ({ tx, viewer, body }) =>
    previewTemplate(tx, viewer, body, async () => undefined),
  );
  route(mount, contract.applyTemplate, async ({ tx, viewer, body }) =>
    applyTemplate(tx, viewer, body, discardPictures),
  );
  route(mount, applications.listTemplateApplications, async ({ tx }) => {
    const results = (await readApplications(tx)).map(({ id, title, created, undone }) => ({
      id,
      title,
      created: toApiDate(created),
      undone: toApiDateOrNull(undone),
    }));
    return { count: results.length, results };
  });
  route(mount, applications.previewTemplateUndo, async ({ tx, viewer, params }) =>
    previewUndo(tx, viewer, params.id),
  );
  route(mount, applications.undoTemplateApplication, async ({ tx, viewer, params }) =>
    undoTemplate(tx, viewer, params.id, discardPictures),
  );
}
