/** What a change of a survey shows of reports that were already sent. Pure. */
import type { DraftField, DraftTask, SurveyDraft } from './survey-draft.ts';

/**
 * What everyone sees in addition. `place`: exact places. `approximatePlace`: places that were hidden. `closerPlace`: places that are less far
 * off. `otherPlace`: each place once more, hidden in another way, so that both together tell more about the real one. `rarePlace`: places of
 * fewer people in a square.
 */
export type RevealedFact =
  | { kind: 'author' | 'time' | 'place' | 'approximatePlace' | 'closerPlace' | 'otherPlace' | 'rarePlace' }
  | { kind: 'answers'; label: string };

/** What a survey shows of places. */
export type PlaceSettings = Pick<
  SurveyDraft,
  | 'hide_location'
  | 'place_mask'
  | 'place_min_distance'
  | 'place_max_distance'
  | 'place_grid_km'
  | 'place_min_reports'
>;

function findRevealedPlaces(before: PlaceSettings, after: PlaceSettings): RevealedFact[] {
  if (!before.hide_location) return [];
  if (!after.hide_location) return [{ kind: 'place' }];
  if (after.place_mask === 'hidden') return [];
  if (before.place_mask === 'hidden') return [{ kind: 'approximatePlace' }];
  const rare: RevealedFact[] =
    Number(after.place_min_reports) < Number(before.place_min_reports) ? [{ kind: 'rarePlace' }] : [];
  if (after.place_mask !== before.place_mask) return [{ kind: 'otherPlace' }, ...rare];
  const names = {
    rounded: [],
    displaced: ['place_max_distance', 'place_min_distance'],
    grid: ['place_grid_km'],
  } as const;
  const changes = names[after.place_mask].map((name) => Number(after[name]) - Number(before[name]));
  if (changes.every((change) => change === 0)) return rare;
  return [{ kind: changes.some((change) => change < 0) ? 'closerPlace' : 'otherPlace' }, ...rare];
}

const isForTeam = (task: DraftTask, field: DraftField): boolean =>
  task.task_is_internal_only || !task.show_when_published || field.response_private;

const listFields = ({ tasks }: Pick<SurveyDraft, 'tasks'>) =>
  tasks.flatMap((task) => task.fields.map((field) => ({ field, isForTeam: isForTeam(task, field) })));

/** Compares a draft with the saved survey. @returns nothing for a change that hides more, or that concerns later reports only */
export function findRevealedFacts(before: SurveyDraft, after: SurveyDraft): RevealedFact[] {
  const hiddenIds = new Set(listFields(before).flatMap((it) => (it.isForTeam ? it.field.id : [])));
  const answers = listFields(after).filter((it) => !it.isForTeam && hiddenIds.has(it.field.id));
  const isShown = (flag: 'hide_author' | 'hide_time') => before[flag] && !after[flag];
  return [
    ...(isShown('hide_author') ? [{ kind: 'author' as const }] : []),
    ...(isShown('hide_time') ? [{ kind: 'time' as const }] : []),
    ...findRevealedPlaces(before, after),
    ...answers.map(({ field }) => ({ kind: 'answers' as const, label: field.label })),
  ];
}
