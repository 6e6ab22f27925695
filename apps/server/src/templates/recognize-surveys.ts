/**
 * Recognizes the surveys, tasks and attributes of a template among the stored ones. Attributes have keys that are unique in a
 * deployment and survive a move; a survey is the one that has any of these attributes, whatever its name.
 */
import {
  type LocalSurvey,
  type LocalTask,
  listTexts,
  type Template,
} from '@waypost/contract/templates/template-format';
import type { StoredSurvey, StoredTask } from './read-set-up.ts';

type SourceTask = NonNullable<Template['forms']>[number]['stages'][number];

const keysOf = (tasks: readonly { attributes: readonly { key: string }[] }[]): string[] =>
  tasks.flatMap(({ attributes }) => attributes.map(({ key }) => key));

/** The stored survey that a survey of the file is. One without attributes is recognized by its name. */
export function recognizeSurvey(
  survey: LocalSurvey,
  stored: readonly StoredSurvey[],
  names: readonly string[],
): StoredSurvey | undefined {
  const keys = new Set(keysOf(survey.stages));
  if (keys.size > 0) return stored.find(({ tasks }) => keysOf(tasks).some((key) => keys.has(key)));
  return stored.find(({ row, tasks }) => keysOf(tasks).length === 0 && names.includes(row.name));
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
