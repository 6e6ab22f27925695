/** Surveys of a template, with their tasks and attributes. */
import { SurveyChange, SurveyInput } from '@waypost/contract/surveys/save-surveys';
import type { LocalSurvey } from '@waypost/contract/templates/template-format';
import {
  countPostsAnswering,
  createSurvey,
  deleteSurvey,
  saveSurveyRoles,
  updateSurvey,
} from '../surveys/surveys.public.ts';
import { AttributePlanner } from './apply-attributes.ts';
import { exportSurveySettings, listKeys } from './export-template.ts';
import { planChange, planCreation, planDeletion } from './part-steps.ts';
import type { StoredSurvey } from './read-set-up.ts';
import { type RecognizedSurveys, recognizeTasks } from './recognize-surveys.ts';
import {
  at,
  describeChange,
  isSame,
  parseAt,
  requireDistinct,
  resolveRoleNames,
  type Step,
  type TemplateContext,
} from './template-context.ts';

type SettingsOfSurvey = Omit<LocalSurvey, 'stages' | 'key' | 'can_create'>;

function pickSettings(survey: LocalSurvey): SettingsOfSurvey {
  const { stages: _, key: __, can_create: ___, ...settings } = survey;
  return settings;
}

const toInput = (settings: SettingsOfSurvey) => ({ ...settings, description: settings.description ?? null });

/** Adds to a change how many attributes of the survey it is about. */
const countAttributes = ({ change, ...step }: Step, { counts }: AttributePlanner): Step => ({
  ...step,
  change: { ...change, attributes: counts },
});

/** A survey that is created with everything in it. */
function planNewSurvey(context: TemplateContext, survey: LocalSurvey, path: string): Step {
  const { tx, viewer, surveyIds } = context;
  const settings = parseAt(path, SurveyInput, toInput(pickSettings(survey)));
  const parts = new AttributePlanner(context, path);
  survey.stages.forEach((task, index) => parts.planTask(task, undefined, index));
  const step = planCreation(context, {
    part: 'forms',
    name: survey.name,
    refusal: null,
    async create() {
      const row = await at(path, () => createSurvey(tx, viewer, settings));
      surveyIds.set(survey.key, row.id);
      if (!survey.everyone_can_create)
        await at(path, () =>
          saveSurveyRoles(tx, viewer, row.id, { roles: resolveRoleNames(context, survey.can_create) }),
        );
      await parts.run(row.id);
      return row;
    },
  });
  return countAttributes(step, parts);
}

/** The settings of a stored survey, to compare: without what differs between deployments. */
const describeSettings = (stored: StoredSurvey) => {
  const { key: _, ...settings } = exportSurveySettings(stored);
  return settings;
};

/** A survey that exists: in mode `merge` it gets what it lacks, in mode `replace` it becomes as in the file. */
async function planStoredSurvey(
  context: TemplateContext,
  index: number,
  survey: LocalSurvey,
  stored: StoredSurvey,
): Promise<Step> {
  const { tx, viewer, mode, source } = context;
  const path = `forms/${index}`;
  const { id } = stored.row;
  const roles = survey.everyone_can_create ? [] : resolveRoleNames(context, survey.can_create);
  const settings = pickSettings(survey);
  const input = parseAt(path, SurveyChange, toInput(settings));
  const after = { ...settings, can_create: roles };
  const isChanged = mode === 'replace' && !isSame(describeSettings(stored), after);
  const tasks = recognizeTasks(survey, source.forms?.[index]?.stages ?? [], stored);
  const parts = new AttributePlanner(context, path, stored);
  survey.stages.forEach((task, position) => parts.planTask(task, tasks.get(task), position));
  if (mode === 'replace') await parts.planDeletions(survey, new Set(tasks.values()));
  const step = planChange({
    part: 'forms',
    name: isChanged ? survey.name : stored.row.name,
    refusal: null,
    storedName: stored.row.name,
    isUnchanged: !isChanged && !parts.hasChanges,
    async update() {
      if (isChanged) {
        await at(path, () => updateSurvey(tx, viewer, id, input));
        await at(path, () => saveSurveyRoles(tx, viewer, id, { roles }));
      }
      await parts.run(id);
    },
  });
  return countAttributes(step, parts);
}

/** Creates and changes surveys. */
export async function planSurveys(context: TemplateContext): Promise<Step[]> {
  const surveys = context.template.forms ?? [];
  requireDistinct(surveys.map(({ key }, index) => [`forms/${index}/key`, key]));
  requireDistinct(
    surveys.flatMap((survey, form) =>
      survey.stages.flatMap(({ attributes }, stage) =>
        attributes.map(
          ({ key }, index) => [`forms/${form}/stages/${stage}/attributes/${index}/key`, key] as const,
        ),
      ),
    ),
  );
  const steps: Step[] = [];
  for (const [index, survey] of surveys.entries()) {
    if (context.blocked.has(survey)) {
      steps.push({ change: describeChange('forms', survey.name, 'skip', 'fields') });
      continue;
    }
    const stored = context.recognized.get(survey);
    steps.push(
      stored
        ? await planStoredSurvey(context, index, survey, stored)
        : planNewSurvey(context, survey, `forms/${index}`),
    );
  }
  return steps;
}

/** Deletes the surveys that the template does not contain, but for those that were answered. */
export async function planSurveyDeletions(context: TemplateContext): Promise<Step[]> {
  const { tx, viewer, setUp, recognized, discardPictures } = context;
  const keptIds = new Set([...recognized.values()].map(({ row }) => row.id));
  const steps: Step[] = [];
  for (const { row } of setUp.surveys.filter((it) => !keptIds.has(it.row.id))) {
    const posts = await countPostsAnswering(tx, row.id);
    const step = planDeletion({
      part: 'forms',
      name: row.name,
      refusal: posts > 0 ? 'posts' : null,
      remove: () => deleteSurvey(tx, viewer, row.id, discardPictures),
    });
    steps.push(step);
  }
  return steps;
}

/**
 * Ids of surveys by key: of the recognized ones by the key of the file, of others by their own. Those that cannot be created stand
 * for the survey that has their attributes.
 */
export function listSurveyIds(
  { template, setUp }: Pick<TemplateContext, 'template' | 'setUp'>,
  { recognized, blocked }: RecognizedSurveys,
): Map<string, number> {
  const ownKeys = new Set((template.forms ?? []).map(({ key }) => key));
  const others = [...listKeys(setUp).surveys].filter(([, key]) => !ownKeys.has(key));
  return new Map([
    ...others.map(([id, key]) => [key, id] as const),
    ...[...recognized, ...blocked].map(([survey, { row }]) => [survey.key, row.id] as const),
  ]);
}
