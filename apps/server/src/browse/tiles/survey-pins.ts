/** How the posts of surveys are drawn on maps. */
import { markerColor } from '@waypost/survey-logic/post-display';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts, computePlacePrecision } from '../../posts/posts.public.ts';
import { readMap } from '../../settings/settings.public.ts';
import { readPinSettings } from '../../surveys/surveys.public.ts';

/** How a post of a survey is drawn. */
export interface SurveyPin {
  /** CSS colour. */
  color: string;
  /** Metres that the real place is away at most; undefined for exact places. */
  radius: number | undefined;
}

/** Finds the pin of a survey; null stands for posts without a survey. */
export type FindSurveyPin = (survey: number | null) => SurveyPin;

/** Reads how a viewer sees the posts of surveys. On maps, only those who manage posts see exact places of surveys that hide them. */
export async function readSurveyPins(
  tx: Tx,
  viewer: Viewer,
  counts: readonly { survey_id: number | null }[],
): Promise<FindSurveyPin> {
  const ids = [...new Set(counts.flatMap((it) => it.survey_id ?? []))];
  const settings = await readPinSettings(tx, ids);
  const { location_precision } = await readMap(tx);
  const pinOf = (id: number | null): SurveyPin => {
    const survey = id === null ? undefined : settings.get(id);
    const precision = canManagePosts(viewer) ? undefined : computePlacePrecision(survey, location_precision);
    return { color: markerColor(survey?.color ?? null), radius: precision?.radius };
  };
  const pins = new Map([null, ...ids].map((id) => [id, pinOf(id)]));
  return (id) => pins.get(id) ?? pinOf(null);
}
