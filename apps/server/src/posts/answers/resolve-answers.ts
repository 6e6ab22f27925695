/** From answers as they were sent to answers as they are stored: read, checked against the database, spread over tables. */
import type { FieldError } from '@waypost/contract/common/problems';
import { type NormalisedValues, normaliseValues } from '@waypost/survey-logic/normalise-values';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import { findCategories } from '../../categories/categories.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type MediaClaimant, nameableMedia } from '../../media/media.public.ts';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import type { NewCategory, NewPlace } from '../edit/write-posts.sql.ts';
import { canReadPost } from '../posts.rules.ts';
import { readPostRows } from '../posts.sql.ts';
import { type NewPicture, pictureFault } from './attach-pictures.sql.ts';
import { boundsCenter } from './well-known-text.ts';

/** What is written of a post's answers. */
export interface StoredAnswers {
  /** Everything but categories, by attribute key. */
  values: NormalisedValues;
  categories: NewCategory[];
  places: NewPlace[];
  /** Named for the first time: to be taken once the post has an id. */
  pictures: NewPicture[];
}

/** Every answer but a place is a word or a number. */
const answerText = (answer: Answer): string => (typeof answer === 'object' ? '' : String(answer));

const valueFault = (
  { label, key }: AttributeRow,
  rule: 'valueExists' | 'valueForm' | 'valueOption',
  value: Answer,
): FieldError => ({
  field: 'values',
  rule,
  params: { key, label, value: answerText(value) },
});

/** Surveys whose posts a relation may name; empty means any (wire 2.4.2, `config.input.form`). */
function allowedSurveys({ config }: AttributeRow): number[] {
  const input = config['input'] as { form?: unknown } | undefined;
  const allowed = Array.isArray(input?.form) ? input.form : [input?.form];
  return allowed.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
}

interface SubmittedAnswer {
  attribute: AttributeRow;
  answer: Answer;
  /** Which of the attribute's answers it is, from 0. */
  position: number;
  /** Which of the posts at hand it is of. */
  post: number;
  /** It was not stored before. */
  isNew: boolean;
}

/** What is wrong with which of the posts. */
type PostFault = readonly [post: number, fault: FieldError];

/** A post that the viewer may not see answers like one that does not exist, here too. */
async function checkRelations(
  tx: Tx,
  viewer: Viewer,
  given: readonly SubmittedAnswer[],
): Promise<PostFault[]> {
  const asked = given.filter((it) => it.isNew && it.attribute.type === 'relation');
  if (asked.length === 0) return [];
  const posts = await readPostRows(
    tx,
    asked.map((it) => Number(it.answer)),
  );
  const readable = posts.filter((post) => canReadPost(viewer, post));
  const surveys = new Map(readable.map((post) => [post.id, post.survey_id]));
  return asked.flatMap(({ attribute, answer, post }): PostFault[] => {
    const survey = surveys.get(Number(answer));
    if (survey === undefined) return [[post, valueFault(attribute, 'valueExists', answer)]];
    const allowed = allowedSurveys(attribute);
    const fits = allowed.length === 0 || (survey !== null && allowed.includes(survey));
    return fits ? [] : [[post, valueFault(attribute, 'valueForm', answer)]];
  });
}

const toNewPicture = ({ attribute: { key, label }, answer }: SubmittedAnswer): NewPicture => ({
  id: Number(answer),
  key,
  label,
});

/** A picture is named by whoever uploaded it, and by one post alone. */
async function resolveMedia(
  tx: Tx,
  given: readonly SubmittedAnswer[],
  posts: readonly SubmittedAnswers[],
): Promise<{ pictures: Map<number, NewPicture[]>; faults: PostFault[] }> {
  const pictures = new Map<number, NewPicture[]>();
  for (const it of given)
    if (it.isNew && it.attribute.type === 'media')
      pictures.set(it.post, [...(pictures.get(it.post) ?? []), toNewPicture(it)]);
  const claims = [...pictures].flatMap(([post, its]) => {
    const claimant = posts[post]?.claimant;
    return claimant ? [{ post, its, claimant, ids: its.map((it) => it.id) }] : [];
  });
  const nameable = await nameableMedia(tx, claims);
  const faults: PostFault[] = [];
  const takers = new Map<number, number>();
  for (const [at, { post, its }] of claims.entries())
    for (const picture of its) {
      const taker = takers.get(picture.id) ?? post;
      takers.set(picture.id, taker);
      if (taker !== post || !nameable[at]?.has(picture.id)) faults.push([post, pictureFault(picture)]);
    }
  return { pictures, faults };
}

/** Whether the attribute offers the category. Without options it offers all of them. */
const isOffered = ({ options }: AttributeRow, id: number): boolean =>
  !options?.length || options.some((it) => Number(it) === id);

/** Categories by id; a name becomes the id of the category that has it. */
async function resolveCategories(
  tx: Tx,
  given: readonly SubmittedAnswer[],
  before: readonly RawValues[],
): Promise<{ categories: Map<number, NewCategory[]>; faults: PostFault[] }> {
  const asked = given.filter((it) => it.attribute.type === 'tags');
  const found = await findCategories(
    tx,
    asked.map((it) => answerText(it.answer)),
  );
  const categories = new Map<number, NewCategory[]>();
  const faults: PostFault[] = [];
  for (const { attribute, answer, post } of asked) {
    const category = found.get(answerText(answer));
    const chosen = categories.get(post) ?? [];
    categories.set(post, chosen);
    if (!category) faults.push([post, valueFault(attribute, 'valueExists', answer)]);
    else if (
      !isOffered(attribute, category.id) &&
      isNewAnswer(before[post], attribute.key, String(category.id))
    )
      faults.push([post, valueFault(attribute, 'valueOption', answer)]);
    else if (!chosen.some((it) => it.attribute_id === attribute.id && it.category_id === category.id))
      chosen.push({ attribute_id: attribute.id, category_id: category.id });
  }
  return { categories, faults };
}

/** Where the answers stand on the map: points, and the middle of each shape. */
function resolvePlaces(given: readonly SubmittedAnswer[]): {
  places: Map<number, NewPlace[]>;
  faults: PostFault[];
} {
  const places = new Map<number, NewPlace[]>();
  const faults: PostFault[] = [];
  for (const { attribute, answer, position, post } of given) {
    if (attribute.type !== 'point' && attribute.type !== 'geometry') continue;
    const place = typeof answer === 'object' ? answer : boundsCenter(answerText(answer));
    if (place) {
      const known = places.get(post) ?? [];
      places.set(post, known);
      known.push({ attribute_id: attribute.id, position, lat: place.lat, lon: place.lon });
    } else {
      const { key, label } = attribute;
      const params = { key, label, kind: 'geometry', expected: 'a shape in well-known text' };
      faults.push([post, { field: 'values', rule: 'valueType', params }]);
    }
  }
  return { places, faults };
}

function isNewAnswer(before: RawValues | undefined, key: string, answer: Answer): boolean {
  const stored = before?.[key];
  return !(Array.isArray(stored) && stored.includes(answer));
}

/** Answers of one post on their way into the database. */
export interface SubmittedAnswers {
  values: RawValues;
  /**
   * Answers that are stored already: a post or picture among them may be gone by now without making the whole post
   * impossible to save.
   */
  before: RawValues;
  /** Whoever names the pictures among them. */
  claimant: MediaClaimant;
}

export interface ResolvedAnswers {
  answers: StoredAnswers;
  faults: FieldError[];
}

/**
 * To be called with answers in which `checkAnswers` found nothing wrong.
 * @param viewer who names other posts in answers
 * @returns for each post in turn, what is stored of it and what is wrong
 */
export async function resolveAnswers(
  tx: Tx,
  viewer: Viewer,
  attributes: readonly AttributeRow[],
  posts: readonly SubmittedAnswers[],
): Promise<ResolvedAnswers[]> {
  const normal = posts.map(({ values: sent }) => normaliseValues(attributes, sent));
  const given = posts.flatMap(({ before }, post) =>
    attributes.flatMap((attribute) =>
      (normal[post]?.[attribute.key] ?? []).map((answer, position): SubmittedAnswer => {
        const isNew = isNewAnswer(before, attribute.key, answer);
        return { attribute, answer, position, post, isNew };
      }),
    ),
  );
  const relations = await checkRelations(tx, viewer, given);
  const media = await resolveMedia(tx, given, posts);
  const categories = await resolveCategories(
    tx,
    given,
    posts.map(({ before }) => before),
  );
  const places = resolvePlaces(given);
  const faults = new Map<number, FieldError[]>();
  for (const [post, fault] of [...relations, ...media.faults, ...categories.faults, ...places.faults])
    faults.set(post, [...(faults.get(post) ?? []), fault]);
  const isCategory = new Set(attributes.filter((it) => it.type === 'tags').map((it) => it.key));
  return normal.map((values, post) => ({
    answers: {
      values: Object.fromEntries(Object.entries(values).filter(([key]) => !isCategory.has(key))),
      categories: categories.categories.get(post) ?? [],
      places: places.places.get(post) ?? [],
      pictures: media.pictures.get(post) ?? [],
    },
    faults: faults.get(post) ?? [],
  }));
}
