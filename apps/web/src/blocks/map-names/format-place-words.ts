import type { PlaceWords } from '@waypost/contract/map-archives/map-names';
import type { TFunction } from 'i18next';
import { describeNearness } from './name-kinds.ts';

/** A street with its house number, in the order of the language. */
export const formatAddress = (t: TFunction, street: string, number: string | null): string =>
  number === null ? street : t('mapNames.address', { street, number });

function formatPoint(t: TFunction, point: PlaceWords['point']): string | undefined {
  const phrase = point ? describeNearness(t, point.type) : undefined;
  if (!point || phrase === undefined) return point?.name ?? undefined;
  return point.name === null ? phrase : t('mapNames.named', { point: phrase, name: point.name });
}

/**
 * Where a place is, in words: `Near Main Street 12, by the school`, and the settlement.
 * @returns undefined where nothing is near
 */
export function formatPlaceWords(
  t: TFunction,
  { street, point, place }: PlaceWords,
): { text: string; settlement: string | null } | undefined {
  const pointText = formatPoint(t, point);
  const address = street ? formatAddress(t, street.name, street.house_number) : place?.name;
  const settlement = street ? (place?.name ?? null) : null;
  if (address === undefined) return pointText === undefined ? undefined : { text: pointText, settlement };
  if (pointText !== undefined)
    return { text: t('mapNames.nearBy', { place: address, point: pointText }), settlement };
  return { text: t('mapNames.near', { place: address }), settlement };
}
