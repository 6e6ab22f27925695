/**
 * Compares a template with the deployment and applies it in the transaction of the request (docs/decisions/0055). The preview and
 * the application make the same plan. Everything is created, changed and deleted by the functions that the API uses for single
 * entities, so that rights and limits are the same.
 */
import { parseTemplate } from '@waypost/contract/templates/parse-template';
import { Template } from '@waypost/contract/templates/template-format';
import { TemplateApplication, type TemplateResult } from '@waypost/contract/templates/templates';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import { lockCategories } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { requireFieldSizesWithinLimits } from '../kernel/http/field-sizes.ts';
import { ValidationError, validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readFeatures, readSite } from '../settings/settings.public.ts';
import type { DiscardPictures } from '../surveys/surveys.public.ts';
import { planCategories, planCategoryDeletions } from './apply-categories.ts';
import { planRoleDeletions, planRoles } from './apply-roles.ts';
import { planSavedSearchDeletions, planSavedSearches } from './apply-saved-searches.ts';
import { listSurveyIds, planSurveyDeletions, planSurveys } from './apply-surveys.ts';
import { readSetUp } from './read-set-up.ts';
import { findTemplate } from './ready-templates.ts';
import { recognizeSurveys } from './recognize-surveys.ts';
import type { Step, TemplateContext } from './template-context.ts';
import { recordApplication } from './undo-template.ts';

type Application = z.output<typeof TemplateApplication>;

/** The steps in the order in which they can be carried out. */
interface Plan {
  context: TemplateContext;
  steps: Step[];
}

/** The file, or the ready-made template that is named. @throws ValidationError when there is none */
function readSource({ name, template }: Application): unknown {
  if (name === undefined) {
    if (template === undefined || template === null)
      throw validationError('templates', 'template', 'required');
    return template;
  }
  const ready = findTemplate(name);
  if (!ready) throw validationError('templates', 'name', 'exists', { value: name });
  return ready;
}

/** The deletions of mode `replace`. A part that the file lacks is left alone, and so is all but the survey in the file of one. */
async function planDeletions(context: TemplateContext): Promise<Step[]> {
  const { mode, template } = context;
  if (mode === 'merge' || template.kind === 'survey') return [];
  return [
    ...(template.savedsearches ? planSavedSearchDeletions(context) : []),
    ...(template.forms ? await planSurveyDeletions(context) : []),
    ...(template.tags ? await planCategoryDeletions(context) : []),
    ...(template.roles ? await planRoleDeletions(context) : []),
  ];
}

async function makePlan(
  tx: Tx,
  viewer: Viewer,
  application: Application,
  language: string,
  discardPictures: DiscardPictures,
): Promise<Plan> {
  requireFieldSizesWithinLimits('templates', TemplateApplication, application);
  const value = readSource(application);
  const { template, errors } = parseTemplate(value, language);
  if (errors) throw new ValidationError('templates', errors);
  const setUp = await readSetUp(tx, viewer);
  const source = Template.parse(value);
  const { mode } = application;
  const surveys = recognizeSurveys({ template, source, setUp, mode });
  const context: TemplateContext = {
    tx,
    viewer,
    mode,
    template,
    source,
    setUp,
    canCreateRoles: viewer.isAdmin && (await readFeatures(tx)).roles.enabled,
    roleNames: new Set(setUp.roles.map(({ name }) => name)),
    categoryIds: new Map(setUp.categories.map(({ slug, id }) => [slug, id])),
    surveyIds: listSurveyIds({ template, setUp }, surveys),
    ...surveys,
    created: [],
    afterwards: [],
    discardPictures,
  };
  // The names of roles must be known before what refers to them is planned.
  const roles = planRoles(context);
  const created = [
    ...roles,
    ...planCategories(context),
    ...(await planSurveys(context)),
    ...planSavedSearches(context),
  ];
  return { context, steps: [...created, ...(await planDeletions(context))] };
}

const describePlan = ({ context, steps }: Plan, language: string): TemplateResult => ({
  mode: context.mode,
  language,
  changes: steps.map(({ change }) => change),
  application_id: null,
});

const readLanguage = async (tx: Tx, { language }: Application) => language ?? (await readSite(tx)).language;

/** What applying a template would change. @throws ValidationError with the place of every fault */
export async function previewTemplate(
  tx: Tx,
  viewer: Viewer,
  application: Application,
  discardPictures: DiscardPictures,
): Promise<TemplateResult> {
  const language = await readLanguage(tx, application);
  return describePlan(await makePlan(tx, viewer, application, language, discardPictures), language);
}

const isCarriedOut = ({ run }: Step) => run !== undefined;

/** Applies a template. @throws ValidationError with the place of every fault */
export async function applyTemplate(
  tx: Tx,
  viewer: Viewer,
  application: Application,
  discardPictures: DiscardPictures,
): Promise<TemplateResult> {
  // Two at once would both create what is missing.
  await lockCategories(tx);
  const language = await readLanguage(tx, application);
  const plan = await makePlan(tx, viewer, application, language, discardPictures);
  for (const { run } of plan.steps) await run?.();
  for (const work of plan.context.afterwards) await work();
  const done = plan.steps.filter(isCarriedOut).map(({ change }) => change);
  const count = (action: string) => done.filter((change) => change.action === action).length;
  if (done.length > 0)
    await recordChange(tx, viewer, {
      action: 'create',
      subject: 'templates',
      id: plan.context.template.title,
      details: {
        mode: application.mode,
        created: count('create'),
        updated: count('update'),
        deleted: count('delete'),
      },
    });
  const result = describePlan(plan, language);
  return { ...result, application_id: await recordApplication(plan.context, result.changes) };
}
