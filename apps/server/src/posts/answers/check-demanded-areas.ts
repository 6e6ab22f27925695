/** Checks that places lie where their fields demand it (docs/decisions/0088). */
import { readDemandedArea } from '@waypost/contract/areas/demanded-area';
import type { FieldError } from '@waypost/contract/common/problems';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import { findPlacesOutside } from '../../areas/areas.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import { fieldTypeHandlers } from './field-types.ts';

/** An answer that may be a place. */
interface Candidate {
  attribute: AttributeRow;
  answer: Answer;
  /** Index of its post among those that are checked together. */
  post: number;
}

const positionOf = (attribute: AttributeRow, answer: Answer) =>
  fieldTypeHandlers[attribute.type].place?.position(answer) ?? null;

/** A stored place stays, so that a post can be saved whose field demands an area only now. */
const isStored = (
  before: RawValues,
  attribute: AttributeRow,
  { lat, lon }: { lat: number; lon: number },
): boolean =>
  [before[attribute.key] ?? []].flat().some((stored) => {
    const place = positionOf(attribute, stored as Answer);
    return place?.lat === lat && place.lon === lon;
  });

/**
 * @param posts with their stored answers
 * @returns errors with the index of their post
 */
export async function checkDemandedAreas(
  tx: Tx,
  candidates: readonly Candidate[],
  posts: readonly { before: RawValues }[],
): Promise<(readonly [post: number, fault: FieldError])[]> {
  const checked = candidates.flatMap((it) => {
    const demanded = readDemandedArea(it.attribute.config);
    const place = demanded && positionOf(it.attribute, it.answer);
    if (!demanded || !place || isStored(posts[it.post]?.before ?? {}, it.attribute, place)) return [];
    return [{ ...it, place: { lat: place.lat, lon: place.lon, ...demanded } }];
  });
  if (checked.length === 0) return [];
  const outside = await findPlacesOutside(
    tx,
    checked.map(({ place }) => place),
  );
  return outside.flatMap(({ index, name }) => {
    const it = checked[index];
    if (!it) return [];
    const { key, label } = it.attribute;
    return [[it.post, { field: 'values', rule: 'valueArea', params: { key, label, area: name } }] as const];
  });
}
