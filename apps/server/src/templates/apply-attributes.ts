/** Tasks and attributes of one survey of a template. */
import { AttributeInput } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { TaskInput } from '@waypost/contract/surveys/tasks';
import type { LocalAttribute, LocalSurvey, LocalTask } from '@waypost/contract/templates/template-format';
import type { TemplateChange } from '@waypost/contract/templates/templates';
import {
  type AttributeRow,
  countPostsAnswering,
  createAttribute,
  createTask,
  deleteAttribute,
  deleteTask,
  updateAttribute,
  updateTask,
} from '../surveys/surveys.public.ts';
import { exportAttribute, exportTask, listKeys } from './export-template.ts';
import type { StoredSurvey, StoredTask } from './read-set-up.ts';
import { at, isSame, parseAt, type TemplateContext, templateError } from './template-context.ts';

type Counts = NonNullable<TemplateChange['attributes']>;
/** Work on the survey with this id. */
type Work = (surveyId: number) => Promise<void>;

const holdsCategories = ({ type }: { type: LocalAttribute['type'] }) =>
  fieldTypes[type].answerKind === 'category';

function withoutAttributes(task: LocalTask): Omit<LocalTask, 'attributes'> {
  const { attributes: _, ...rest } = task;
  return rest;
}

/** Plans the tasks and attributes of a survey, and then creates, changes and deletes them. */
export class AttributePlanner {
  readonly counts: Counts = { created: 0, updated: 0, deleted: 0, kept: 0 };
  readonly #context: TemplateContext;
  readonly #path: string;
  readonly #stored: StoredSurvey | undefined;
  readonly #work: Work[] = [];

  /** @param stored undefined for a new survey */
  constructor(context: TemplateContext, path: string, stored?: StoredSurvey) {
    this.#context = context;
    this.#path = path;
    this.#stored = stored;
  }

  get hasChanges(): boolean {
    return this.#work.length > 0;
  }

  /** The keys of what is stored, with those that the file uses for recognized surveys. */
  #keys() {
    const keys = listKeys(this.#context.setUp);
    const recognized = [...this.#context.recognized].map(
      ([survey, { row }]) => [row.id, survey.key] as const,
    );
    return { ...keys, surveys: new Map([...keys.surveys, ...recognized]) };
  }

  #findAttribute(key: string): AttributeRow | undefined {
    return this.#stored?.tasks.flatMap(({ attributes }) => attributes).find((it) => it.key === key);
  }

  /** The parts of a new survey belong to it. */
  #recordCreated(kind: 'task' | 'attribute', id: number): void {
    if (this.#stored) this.#context.created.push({ kind, id });
  }

  /** Plans a task and its attributes. @param stored the task that it is, if it exists */
  planTask(task: LocalTask, stored: StoredTask | undefined, index: number): void {
    const { tx, viewer, mode } = this.#context;
    const path = `${this.#path}/stages/${index}`;
    const { description = null, ...rest } = withoutAttributes(task);
    const input = parseAt(path, TaskInput, { ...rest, description, priority: index });
    let taskId = stored?.row.id ?? 0;
    if (!stored)
      this.#work.push(async (surveyId) => {
        taskId = (await at(path, () => createTask(tx, viewer, surveyId, input))).id;
        this.#recordCreated('task', taskId);
      });
    else if (mode === 'replace' && this.#isTaskChanged(task, stored, index))
      this.#work.push(async (surveyId) => {
        await at(path, () => updateTask(tx, viewer, surveyId, stored.row.id, input));
      });
    task.attributes.forEach((attribute, position) => {
      this.#planAttribute(attribute, `${path}/attributes/${position}`, position + 1, () => taskId);
    });
  }

  #isTaskChanged(task: LocalTask, stored: StoredTask, index: number): boolean {
    const position = this.#stored?.tasks.indexOf(stored);
    const before = withoutAttributes(exportTask({ ...stored, attributes: [] }, this.#keys()));
    return position !== index || !isSame(before, withoutAttributes(task));
  }

  /** Whether an attribute is where the file has it, and is the same. */
  #isAttributeSame(
    attribute: LocalAttribute,
    stored: AttributeRow,
    position: number,
    taskId: number,
  ): boolean {
    const siblings = this.#stored?.tasks.find(({ row }) => row.id === stored.form_stage_id)?.attributes ?? [];
    return (
      stored.form_stage_id === taskId &&
      siblings[position - 1]?.id === stored.id &&
      isSame(exportAttribute(stored, this.#keys()), attribute)
    );
  }

  #planAttribute(attribute: LocalAttribute, path: string, position: number, taskId: () => number): void {
    const { tx, viewer, mode } = this.#context;
    const stored = this.#findAttribute(attribute.key);
    this.#checkReferences(attribute, path);
    const input = parseAt(path, AttributeInput, this.#toInput(attribute, position));
    if (!stored) {
      this.counts.created += 1;
      this.#work.push(async (surveyId) => {
        const body = { ...input, options: this.#resolveOptions(attribute), form_stage_id: taskId() };
        const { id } = await at(path, () => createAttribute(tx, viewer, surveyId, body));
        this.#recordCreated('attribute', id);
        if (attribute.forms.length > 0)
          this.#context.afterwards.push(async () => {
            const config = this.#resolveConfig(attribute);
            await at(path, () => updateAttribute(tx, viewer, surveyId, id, { config }));
          });
      });
      return;
    }
    if (mode === 'merge' || this.#isAttributeSame(attribute, stored, position, taskId())) return;
    this.counts.updated += 1;
    this.#work.push(async (surveyId) => {
      const body = { ...input, options: this.#resolveOptions(attribute), form_stage_id: taskId() };
      await at(path, () => updateAttribute(tx, viewer, surveyId, stored.id, body));
      this.#context.afterwards.push(async () => {
        const { hasCaption: _, input: __, ...others } = stored.config;
        const config = { ...others, ...this.#resolveConfig(attribute) };
        await at(path, () => updateAttribute(tx, viewer, surveyId, stored.id, { config }));
      });
    });
  }

  #toInput(attribute: LocalAttribute, priority: number) {
    const { has_caption, forms: _, options, instructions = null, default: value = null, ...rest } = attribute;
    return {
      ...rest,
      instructions,
      default: value,
      options: holdsCategories(attribute) ? [] : options,
      config: has_caption ? { hasCaption: true } : {},
      priority,
    };
  }

  /** @throws ValidationError for a category or survey that is neither in the file nor here */
  #checkReferences(attribute: LocalAttribute, path: string): void {
    const { template, categoryIds, surveyIds } = this.#context;
    const isCategory = (slug: string) =>
      categoryIds.has(slug) ||
      (template.tags ?? []).some(
        (it) => it.slug === slug || it.children.some((child) => child.slug === slug),
      );
    const isSurvey = (key: string) =>
      surveyIds.has(key) || (template.forms ?? []).some((survey) => survey.key === key);
    if (holdsCategories(attribute))
      attribute.options.forEach((slug, index) => {
        if (!isCategory(slug)) throw templateError(`${path}/options/${index}`, 'exists', { value: slug });
      });
    attribute.forms.forEach((key, index) => {
      if (!isSurvey(key)) throw templateError(`${path}/forms/${index}`, 'exists', { value: key });
    });
  }

  #resolveOptions(attribute: LocalAttribute): (string | number)[] {
    if (!holdsCategories(attribute)) return attribute.options;
    return attribute.options.flatMap((slug) => this.#context.categoryIds.get(slug) ?? []);
  }

  #resolveConfig({ has_caption, forms }: LocalAttribute): Record<string, unknown> {
    const ids = forms.flatMap((key) => this.#context.surveyIds.get(key) ?? []);
    return {
      ...(has_caption ? { hasCaption: true } : {}),
      ...(ids.length > 0 ? { input: { form: ids } } : {}),
    };
  }

  /** Plans to delete what the file does not contain, but for attributes with answers. @param fileTasks tasks that the file contains */
  async planDeletions(survey: LocalSurvey, fileTasks: ReadonlySet<StoredTask>): Promise<void> {
    const { tx, viewer, discardPictures } = this.#context;
    const keys = new Set(survey.stages.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    for (const task of this.#stored?.tasks ?? []) {
      const extra = task.attributes.filter(({ key }) => !keys.has(key));
      let answered = 0;
      for (const attribute of extra) {
        if ((await countPostsAnswering(tx, attribute.survey_id, [attribute])) > 0) answered += 1;
        else
          this.#work.push(async (id) => {
            await deleteAttribute(tx, viewer, id, attribute.id, discardPictures);
          });
      }
      this.counts.kept += answered;
      this.counts.deleted += extra.length - answered;
      if (!fileTasks.has(task) && answered === 0)
        this.#work.push(async (id) => {
          await deleteTask(tx, viewer, id, task.row.id, discardPictures);
        });
    }
  }

  /** Carries everything out. */
  async run(surveyId: number): Promise<void> {
    for (const work of this.#work) await work(surveyId);
  }
}
