/** Three-way merge of the answers when two users changed the same post. Pure. */
import { type Answers, isUnchanged } from '../../../blocks/survey-form/answers/form-answers.ts';

/** Names of what differs: `title`, `content`, `completed`, and keys of attributes. */
export interface AnswerChanges {
  texts: readonly ('title' | 'content')[];
  keys: readonly string[];
  /** Ids of tasks whose completion mark was changed. */
  tasks: readonly number[];
}

const pickAnswer = (changedKeys: string, { values }: Answers): Answers => ({
  title: '',
  content: '',
  completed: [],
  values: values[changedKeys] ? { [changedKeys]: values[changedKeys] } : {},
});

/** The fields that differ between two versions. */
export function diffAnswers(before: Answers, after: Answers): AnswerChanges {
  const keys = new Set([...Object.keys(before.values), ...Object.keys(after.values)]);
  const tasks = new Set([...before.completed, ...after.completed]);
  return {
    texts: (['title', 'content'] as const).filter((name) => before[name] !== after[name]),
    keys: [...keys].filter(
      (changedKeys) => !isUnchanged(pickAnswer(changedKeys, after), pickAnswer(changedKeys, before)),
    ),
    tasks: [...tasks].filter((id) => before.completed.includes(id) !== after.completed.includes(id)),
  };
}

/**
 * Merges two sets of changes.
 * @param initial the common base of both versions
 * @param mine kept wherever it differs from `initial`
 * @param theirs the stored version; kept everywhere else
 */
export function mergeAnswers(initial: Answers, mine: Answers, theirs: Answers): Answers {
  const { texts, keys, tasks } = diffAnswers(initial, mine);
  const [text, changedKeys] = [new Set<string>(texts), new Set(keys)];
  const otherEntries = Object.entries(theirs.values).filter(([name]) => !changedKeys.has(name));
  const changedEntries = Object.entries(mine.values).filter(([name]) => changedKeys.has(name));
  return {
    title: text.has('title') ? mine.title : theirs.title,
    content: text.has('content') ? mine.content : theirs.content,
    values: Object.fromEntries([...otherEntries, ...changedEntries]),
    completed: [
      ...theirs.completed.filter((id) => !tasks.includes(id)),
      ...mine.completed.filter((id) => tasks.includes(id)),
    ],
  };
}
