/** Answers that were typed and not saved. Pure. */
import type { Answers } from '../../../blocks/survey-form/answers/form-answers.ts';
import type { Draft } from '../review-types.ts';

/** The changed answers alone, so that later changes of others to the rest are kept. */
export function toDraft({ values, completed }: Answers, before: Answers): Draft {
  const changed = Object.entries(values).filter(
    ([key, answers]) => JSON.stringify(answers) !== JSON.stringify(before.values[key] ?? []),
  );
  return { values: Object.fromEntries(changed), completed_stages: [...completed] };
}

/** The answers as they were typed before. */
export const applyDraft = (answers: Answers, draft: Draft | undefined): Answers => ({
  ...answers,
  values: { ...answers.values, ...(draft?.values as Answers['values'] | undefined) },
  completed: draft?.completed_stages ?? answers.completed,
});
