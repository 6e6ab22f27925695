/** From answers as they were sent to answers as they are stored: read, checked against the database, spread over tables. */
import type { Fault } from '@waypost/contract/problems';
import type { RawValues } from '@waypost/survey-logic/check-answers';
import { normaliseValues, type Values } from '@waypost/survey-logic/normalise-values';
import type { Answer } from '@waypost/survey-logic/read-answer';
import { findCategories } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db.ts';
import { knownMedia } from '../media/media.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { readPostRows } from './posts.sql.ts';
import { middleOf } from './well-known-text.ts';
import type { NewCategory, NewPlace } from './write-posts.sql.ts';

/** What is written of a post's answers. */
export interface StoredAnswers {
  /** Everything but categories, by attribute key. */
  values: Values;
  categories: NewCategory[];
  places: NewPlace[];
}

/** Every answer but a place is a word or a number. */
const wordOf = (answer: Answer): string => (typeof answer === 'object' ? '' : String(answer));

const valueFault = (
  { label, key }: AttributeRow,
  rule: 'valueExists' | 'valueForm' | 'valueOption',
  value: Answer,
): Fault => ({
  field: 'values',
  rule,
  params: { key, label, value: wordOf(value) },
});

/** Surveys whose posts a relation may name; empty means any (wire 2.4.2, `config.input.form`). */
function allowedSurveys({ config }: AttributeRow): number[] {
  const input = config['input'] as { form?: unknown } | undefined;
  const allowed = Array.isArray(input?.form) ? input.form : [input?.form];
  return allowed.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
}

interface Given {
  attribute: AttributeRow;
  answer: Answer;
}

async function checkRelations(tx: Tx, given: readonly Given[]): Promise<Fault[]> {
  const asked = given.filter((it) => it.attribute.type === 'relation');
  if (asked.length === 0) return [];
  const posts = await readPostRows(
    tx,
    asked.map((it) => Number(it.answer)),
  );
  const surveys = new Map(posts.map((post) => [post.id, post.survey_id]));
  return asked.flatMap(({ attribute, answer }) => {
    const survey = surveys.get(Number(answer));
    if (survey === undefined) return [valueFault(attribute, 'valueExists', answer)];
    const allowed = allowedSurveys(attribute);
    const fits = allowed.length === 0 || (survey !== null && allowed.includes(survey));
    return fits ? [] : [valueFault(attribute, 'valueForm', answer)];
  });
}

async function checkMedia(tx: Tx, given: readonly Given[]): Promise<Fault[]> {
  const asked = given.filter((it) => it.attribute.type === 'media');
  const known = await knownMedia(
    tx,
    asked.map((it) => Number(it.answer)),
  );
  return asked
    .filter((it) => !known.has(Number(it.answer)))
    .map((it) => valueFault(it.attribute, 'valueExists', it.answer));
}

/** Whether the attribute offers the category. Without options it offers all of them. */
const isOffered = ({ options }: AttributeRow, id: number): boolean =>
  !options?.length || options.some((it) => Number(it) === id);

/** Categories by id; a name becomes the id of the category that has it. */
async function takeCategories(
  tx: Tx,
  given: readonly Given[],
  isNew: (given: Given) => boolean,
): Promise<{ categories: NewCategory[]; faults: Fault[] }> {
  const asked = given.filter((it) => it.attribute.type === 'tags');
  const found = await findCategories(
    tx,
    asked.map((it) => wordOf(it.answer)),
  );
  const chosen = new Map<string, NewCategory>();
  const faults: Fault[] = [];
  for (const { attribute, answer } of asked) {
    const category = found.get(wordOf(answer));
    if (!category) faults.push(valueFault(attribute, 'valueExists', answer));
    else if (!isOffered(attribute, category.id) && isNew({ attribute, answer: String(category.id) }))
      faults.push(valueFault(attribute, 'valueOption', answer));
    else
      chosen.set(`${attribute.id} ${category.id}`, { attribute_id: attribute.id, category_id: category.id });
  }
  return { categories: [...chosen.values()], faults };
}

/** Where the answers stand on the map: points, and the middle of each shape. */
function takePlaces(given: readonly (Given & { position: number })[]): {
  places: NewPlace[];
  faults: Fault[];
} {
  const places: NewPlace[] = [];
  const faults: Fault[] = [];
  for (const { attribute, answer, position } of given) {
    if (attribute.type !== 'point' && attribute.type !== 'geometry') continue;
    const place = typeof answer === 'object' ? answer : middleOf(wordOf(answer));
    if (place) places.push({ attribute_id: attribute.id, position, lat: place.lat, lon: place.lon });
    else {
      const { key, label } = attribute;
      const params = { key, label, kind: 'geometry', expected: 'a shape in well-known text' };
      faults.push({ field: 'values', rule: 'valueType', params });
    }
  }
  return { places, faults };
}

/**
 * To be called with answers in which `checkAnswers` found nothing wrong.
 * @param before answers that are stored already: a post or picture among them may be gone by now without making the
 *   whole post impossible to save
 */
export async function takeAnswers(
  tx: Tx,
  attributes: readonly AttributeRow[],
  sent: RawValues,
  before: RawValues,
): Promise<{ answers: StoredAnswers; faults: Fault[] }> {
  const normal = normaliseValues(attributes, sent);
  const given = attributes.flatMap((attribute) =>
    (normal[attribute.key] ?? []).map((answer, position) => ({ attribute, answer, position })),
  );
  const isNew = ({ attribute, answer }: Given) => {
    const stored = before[attribute.key];
    return !(Array.isArray(stored) && stored.includes(answer));
  };
  const added = given.filter(isNew);
  const relations = await checkRelations(tx, added);
  const media = await checkMedia(tx, added);
  const categories = await takeCategories(tx, given, isNew);
  const places = takePlaces(given);
  const isCategory = new Set(attributes.filter((it) => it.type === 'tags').map((it) => it.key));
  const values = Object.fromEntries(Object.entries(normal).filter(([key]) => !isCategory.has(key)));
  return {
    answers: { values, categories: categories.categories, places: places.places },
    faults: [...relations, ...media, ...categories.faults, ...places.faults],
  };
}
