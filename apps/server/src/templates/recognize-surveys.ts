/**
 * Recognizes the surveys, tasks and attributes of a template among the stored ones. Attributes have keys that are unique in a
 * deployment and survive a move. A survey is the one that has any of these attributes and the same key or name; when a template
 * replaces what is here, also one that was renamed.
 */
import {
  type LocalSurvey,
  type LocalTask,
  listTexts,
  type Template,
} from '@waypost/contract/templates/template-format';
import type { StoredSurvey, StoredTask } from './read-set-up.ts';
import type { TemplateContext } from './template-context.ts';

type SourceTask = NonNullable<Template['forms']>[number]['stages'][number];

const keysOf = (tasks: readonly { attributes: readonly { key: string }[] }[]): string[] =>
  tasks.flatMap(({ attributes }) => attributes.map(({ key }) => key));

/** How the surveys of a file relate to the stored ones. */
export interface RecognizedSurveys {
  recognized: Map<LocalSurvey, StoredSurvey>;
  /** Surveys that cannot be created, since another survey has their attributes. */
  blocked: Map<LocalSurvey, StoredSurvey>;
}

/** Recognizes the surveys of a file; each stored one is taken once. One without attributes is recognized by its name. */
export function recognizeSurveys({
  template,
  source,
  setUp,
  mode,
}: Pick<TemplateContext, 'template' | 'source' | 'setUp' | 'mode'>): RecognizedSurveys {
  const recognized = new Map<LocalSurvey, StoredSurvey>();
  const blocked = new Map<LocalSurvey, StoredSurvey>();
  const free = new Set(setUp.surveys);
  for (const [index, survey] of (template.forms ?? []).entries()) {
    const names = listTexts(source.forms?.[index]?.name ?? survey.name);
    const keys = new Set(keysOf(survey.stages));
    const hasSameName = ({ row, key }: StoredSurvey) => key === survey.key || names.includes(row.name);
    const similar = [...free].filter(({ tasks }) =>
      keys.size > 0 ? keysOf(tasks).some((key) => keys.has(key)) : keysOf(tasks).length === 0,
    );
    const isRenamed = mode === 'replace' && keys.size > 0;
    const stored = similar.find(hasSameName) ?? (isRenamed ? similar[0] : undefined);
    if (stored) {
      recognized.set(survey, stored);
      free.delete(stored);
    } else if (keys.size > 0 && similar[0]) blocked.set(survey, similar[0]);
  }
  return { recognized, blocked };
}

/** The stored tasks of a survey by the tasks of the file; each is taken once. */
export function recognizeTasks(
  survey: LocalSurvey,
  source: readonly SourceTask[],
  stored: StoredSurvey,
): Map<LocalTask, StoredTask> {
  const free = new Set(stored.tasks);
  const found = new Map<LocalTask, StoredTask>();
  const assign = (isMatch: (task: LocalTask, candidate: StoredTask, index: number) => boolean) => {
    for (const [index, task] of survey.stages.entries()) {
      if (found.has(task)) continue;
      const match = [...free].find((candidate) => isMatch(task, candidate, index));
      if (!match) continue;
      found.set(task, match);
      free.delete(match);
    }
  };
  assign((task, candidate) => task.type === 'post' && candidate.row.type === 'post');
  assign((task, { attributes }) => {
    const keys = new Set(task.attributes.map(({ key }) => key));
    return attributes.some(({ key }) => keys.has(key));
  });
  assign((task, { row }, index) =>
    listTexts(source[index]?.label ?? task.label).some((label) => label === row.label),
  );
  return found;
}
