/** Search for streets, house numbers, places and points by name. */
import type { MapName } from '@waypost/contract/map-archives/map-names';
import { nameMatches } from '@waypost/contract/map-archives/map-names';
import { asciiDigits } from '@waypost/contract/typed-numbers';
import { foldName } from '@waypost/survey-logic/fold-name';
import type { Tx } from '../../kernel/db/database.ts';
import { foldHouseNumber, spellOutLetters } from '../extract/names/name-texts.ts';
import {
  type FoundName,
  findNamesByPart,
  findNamesByPrefix,
  findNamesBySimilarity,
  type NameQuery,
} from './map-names.sql.ts';
import { measureDistance, toDegrees, toPlane } from './plane.ts';

/** A search as it was sent. */
export interface NameSearch {
  q: string;
  near: { lat: number; lon: number } | undefined;
  language: string | undefined;
  limit: number;
}

/** Words of a search; more say nothing. */
const maxWords = 12;
/** Metres within which hits of the same name are one: of several maps, and points that were recorded twice. */
const sameHit = { street: 2000, place: 5000, point: 200, other_point: 200 };

/** `12`, `12a`, `12 a`, `12/3`, `12-14`; the patterns expect single spaces. */
const houseNumber = String.raw`\d{1,5}(?: ?\p{L})?(?: ?[-/] ?\d{1,5}\p{L}?)?`;
const numberBehind = new RegExp(`^(.+?) (${houseNumber})$`, 'u');
const numberBefore = new RegExp(String.raw`^(${houseNumber}) (?=.*\p{L})(.+)$`, 'u');
const onlyNumber = new RegExp(`^${houseNumber}$`, 'u');
/** `Main Street 12 Testham`, also with a postal code before the settlement. */
const numberBetween = new RegExp(String.raw`^(.+?) (${houseNumber}) (?:\d{3,} )?(\p{L}{2}.*)$`, 'u');
const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** A name to search, with what was typed beside it. */
type SearchedName = Pick<NameQuery, 'name' | 'number' | 'place' | 'isPlaceRequired'>;

const fold = (text: string): string => foldName(text).split(' ').slice(0, maxWords).join(' ');

/** The name of a settlement, without a postal code. */
const foldPlace = (text: string): string | undefined =>
  fold(text)
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ') || undefined;

/** A street with its house number, and the settlement if it follows without a comma. */
function splitNumber(text: string): { name: string; number: string; place?: string } | undefined {
  const [, name = '', number = ''] = numberBehind.exec(text) ?? [];
  if (hasLetters(name)) return { name, number };
  const [, numberFirst = '', nameBehind = ''] = numberBefore.exec(text) ?? [];
  if (nameBehind !== '') return { name: nameBehind, number: numberFirst };
  const [, street = '', numberInside = '', place = ''] = numberBetween.exec(text) ?? [];
  return !hasLetters(street) ? undefined : { name: street, number: numberInside, place };
}

/** What a text may mean: a name, and where it contains a number, a street with a house number. */
function readSearch(text: string): SearchedName[] {
  const [first = '', ...rest] = asciiDigits(text)
    .replace(/\s+/gu, ' ')
    .split(/[,،，、;]/u)
    .map((part) => part.trim());
  const withNumber = splitNumber(first);
  const numberPart = withNumber ? undefined : rest.find((part) => onlyNumber.test(part));
  const place = rest
    .filter((part) => part !== numberPart)
    .map(foldPlace)
    .find((part) => part !== undefined);
  const numbered = numberPart === undefined ? withNumber : { name: first, number: numberPart };
  const searches: SearchedName[] = [];
  if (numbered) {
    const { name, number, place: placeBehind } = { place: undefined, ...numbered };
    const ownPlace = placeBehind === undefined ? place : foldPlace(placeBehind);
    searches.push({ name: fold(name), number: foldHouseNumber(number), place: ownPlace });
  }
  if (numberPart === undefined) searches.push({ name: fold(first), number: undefined, place });
  return searches.filter(({ name }) => name !== '');
}

/** Words of a settlement that are typed without a comma, and letters of each part: shorter ones begin too many names. */
const maxPlaceWords = 2;
const minPartLetters = 3;

/** A street and its settlement, which are typed without a comma, in either order. */
function splitPlaces({ name, number }: SearchedName): SearchedName[] {
  const words = name.split(' ');
  const counts = Array.from({ length: Math.min(maxPlaceWords, words.length - 1) }, (_, index) => index + 1);
  const join = (part: readonly string[]) => part.join(' ');
  return counts
    .flatMap((count) => [
      { name: join(words.slice(0, -count)), place: join(words.slice(-count)) },
      { name: join(words.slice(count)), place: join(words.slice(0, count)) },
    ])
    .filter((parts) => Math.min(parts.name.length, parts.place.length) >= minPartLetters)
    .map((parts) => ({ ...parts, number, isPlaceRequired: true }));
}

/** A hit of one of the searches that a text may mean. */
interface Hit extends FoundName {
  /** The number that was searched and that it does not have. */
  missing_house_number: string | null;
  /** The search has a house number, and only streets have such. */
  is_without_numbers: boolean;
}

/** A street with the house number, what is in the settlement, and streets where a house number was typed come first; then the better match. */
const compareHits = (a: Hit, b: Hit): number =>
  Number(a.house_number === null) - Number(b.house_number === null) ||
  Number(b.is_in_place) - Number(a.is_in_place) ||
  Number(a.is_without_numbers) - Number(b.is_without_numbers) ||
  a.rank - b.rank;

/** Leaves out hits that others stand for. */
function mergeHits(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = [];
  for (const hit of hits) {
    const isSame = (other: Hit) =>
      (other.archive_id === hit.archive_id && other.id === hit.id) ||
      (other.kind === hit.kind &&
        other.own_name === hit.own_name &&
        (hit.kind === 'street' || hit.kind === 'place'
          ? other.archive_id !== hit.archive_id
          : other.type === hit.type) &&
        measureDistance(other, hit) < sameHit[hit.kind]);
    if (!kept.some(isSame)) kept.push(hit);
  }
  return kept;
}

function viewName(hit: Hit, near: NameSearch['near']): MapName {
  const { kind, type, name, house_number, missing_house_number, place } = hit;
  return {
    kind: kind === 'other_point' ? 'point' : kind,
    type,
    name,
    house_number,
    missing_house_number,
    place,
    ...toDegrees(hit),
    distance: near ? Math.round(measureDistance(hit, toPlane(near))) : null,
    match: nameMatches[hit.rank] ?? 'similar',
  };
}

/**
 * The best hits. Where at most shops, stops and the like begin with the text, it is split into street and settlement (`Main Street
 * Testham` is also the name of a stop), and then names that contain it are searched. Similar names are searched only where nothing was found.
 */
export async function findNames(tx: Tx, { q, near, language, limit }: NameSearch): Promise<MapName[]> {
  const spelled = spellOutLetters(q);
  const searches = [q, ...(spelled === q.normalize('NFC').toLowerCase() ? [] : [spelled])].flatMap(
    readSearch,
  );
  const search = async (find: typeof findNamesByPrefix, searchedNames: readonly SearchedName[]) => {
    const hits: Hit[] = [];
    for (const searched of searchedNames) {
      const point = near && toPlane(near);
      const found = await find(tx, { ...searched, language, near: point, limit: 3 * limit });
      for (const hit of found) {
        const isMissing = hit.kind === 'street' && hit.house_number === null;
        hits.push({
          ...hit,
          missing_house_number: isMissing ? (searched.number ?? null) : null,
          is_without_numbers: searched.number !== undefined && hit.kind !== 'street',
        });
      }
    }
    return hits.toSorted(compareHits);
  };
  const hits = await search(findNamesByPrefix, searches);
  const isWithoutStreet = () => hits.every(({ kind }) => kind === 'other_point');
  if (isWithoutStreet()) hits.push(...(await search(findNamesByPrefix, searches.flatMap(splitPlaces))));
  if (isWithoutStreet()) hits.push(...(await search(findNamesByPart, searches)));
  if (hits.length === 0) hits.push(...(await search(findNamesBySimilarity, searches)));
  return mergeHits(hits)
    .slice(0, limit)
    .map((hit) => viewName(hit, near));
}
