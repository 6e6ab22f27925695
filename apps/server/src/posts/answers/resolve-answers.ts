/** Turns submitted answers into stored ones: normalises them, checks them against the database, splits them by table. */
import type { FieldError } from '@waypost/contract/common/problems';
import { fieldTypes, type ReferenceKind } from '@waypost/contract/surveys/field-types';
import { type ExpectedAnswer, expectedAnswers } from '@waypost/survey-logic/expected-answers';
import { type NormalisedValues, normaliseValues } from '@waypost/survey-logic/normalise-values';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import { findCategoriesById, findVisibleCategories } from '../../categories/categories.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { findAttachableMedia, type MediaClaimant } from '../../media/media.public.ts';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import type { NewCategory, NewPlace } from '../edit/write-posts.sql.ts';
import { canReadPost } from '../posts.rules.ts';
import { readPostRows } from '../posts.sql.ts';
import { type NewPicture, pictureFault } from './attach-pictures.sql.ts';
import { checkDemandedAreas } from './check-demanded-areas.ts';
import { fieldTypeHandlers } from './field-types.ts';
import { isOfferedCategory } from './offered-categories.ts';
import { findWrongPhoneNumbers } from './phone-answers.ts';

/** The answers of a post as they are written to the database. */
export interface StoredAnswers {
  /** Everything but categories, by attribute key. */
  values: NormalisedValues;
  categories: NewCategory[];
  places: NewPlace[];
  /** Pictures that were not named before; attached once the post has an id. */
  pictures: NewPicture[];
}

/** The text of an answer. Only places, which have none, are objects. */
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

/** Ids of surveys whose posts a relation may name; empty means any (API v3 §2.4.2, `config.input.form`). */
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
  /** Index of its post among those that are resolved together. */
  post: number;
  /** True when it is not among the stored answers of the post. */
  isNew: boolean;
}

/** Whether an answer is the id of something of this kind. */
const refersTo = ({ attribute }: SubmittedAnswer, kind: ReferenceKind): boolean =>
  fieldTypes[attribute.type].answerKind === kind;

/** An error, and the index of the post that it is in. */
type PostFault = readonly [post: number, fault: FieldError];

/** Checks answers that name other posts. A post that the viewer may not read counts as one that does not exist. */
async function checkRelations(
  tx: Tx,
  viewer: Viewer,
  submitted: readonly SubmittedAnswer[],
): Promise<{ faults: PostFault[] }> {
  const relations = submitted.filter((it) => it.isNew && refersTo(it, 'post'));
  if (relations.length === 0) return { faults: [] };
  const posts = await readPostRows(
    tx,
    relations.map((it) => Number(it.answer)),
  );
  const readable = posts.filter((post) => canReadPost(viewer, post));
  const surveys = new Map(readable.map((post) => [post.id, post.survey_id]));
  const faults = relations.flatMap(({ attribute, answer, post }): PostFault[] => {
    const survey = surveys.get(Number(answer));
    if (survey === undefined) return [[post, valueFault(attribute, 'valueExists', answer)]];
    const allowed = allowedSurveys(attribute);
    const fits = allowed.length === 0 || (survey !== null && allowed.includes(survey));
    return fits ? [] : [[post, valueFault(attribute, 'valueForm', answer)]];
  });
  return { faults };
}

const toNewPicture = ({ attribute: { key, label }, answer }: SubmittedAnswer): NewPicture => ({
  id: Number(answer),
  key,
  label,
});

/** Checks answers that name pictures. Only the uploader may name a picture, and only in one post. */
async function resolveMedia(
  tx: Tx,
  submitted: readonly SubmittedAnswer[],
  posts: readonly SubmittedAnswers[],
): Promise<{ pictures: Map<number, NewPicture[]>; faults: PostFault[] }> {
  const pictures = new Map<number, NewPicture[]>();
  for (const it of submitted)
    if (it.isNew && refersTo(it, 'media'))
      pictures.set(it.post, [...(pictures.get(it.post) ?? []), toNewPicture(it)]);
  const claims = [...pictures].flatMap(([post, named]) => {
    const claimant = posts[post]?.claimant;
    return claimant ? [{ post, named, claimant, ids: named.map((it) => it.id) }] : [];
  });
  const nameable = await findAttachableMedia(tx, claims);
  const faults: PostFault[] = [];
  const postsByPicture = new Map<number, number>();
  for (const [index, { post, named }] of claims.entries())
    for (const picture of named) {
      const firstPost = postsByPicture.get(picture.id) ?? post;
      postsByPicture.set(picture.id, firstPost);
      if (firstPost !== post || !nameable[index]?.has(picture.id)) faults.push([post, pictureFault(picture)]);
    }
  return { pictures, faults };
}

/**
 * Resolves answers that name categories, by id or by name. A category that the viewer may not see counts as one that does not exist;
 * where the post has it already, it stays if its id is sent, so that its name cannot be guessed.
 */
async function resolveCategories(
  tx: Tx,
  viewer: Viewer,
  submitted: readonly SubmittedAnswer[],
  posts: readonly SubmittedAnswers[],
): Promise<{ categories: Map<number, NewCategory[]>; faults: PostFault[] }> {
  const named = submitted.filter((it) => refersTo(it, 'category'));
  const visible = await findVisibleCategories(
    tx,
    viewer,
    named.map((it) => answerText(it.answer)),
  );
  const isKept = ({ attribute, answer, post }: SubmittedAnswer) =>
    !isNewAnswer(posts[post]?.before, attribute.key, answerText(answer));
  const keptIds = named.filter(isKept).map((it) => Number(it.answer));
  const keptCategories = new Map(
    (await findCategoriesById(tx, keptIds.filter(Number.isSafeInteger))).map((row) => [String(row.id), row]),
  );
  const categories = new Map<number, NewCategory[]>();
  const faults: PostFault[] = [];
  for (const it of named) {
    const { attribute, answer, post } = it;
    const category = (isKept(it) ? keptCategories : visible).get(answerText(answer));
    const chosen = categories.get(post) ?? [];
    categories.set(post, chosen);
    const isNew =
      category !== undefined && isNewAnswer(posts[post]?.before, attribute.key, String(category.id));
    if (!category) faults.push([post, valueFault(attribute, 'valueExists', answer)]);
    else if (isNew && posts[post]?.tagsKey !== attribute.key && !isOfferedCategory(attribute, category.id))
      faults.push([post, valueFault(attribute, 'valueOption', answer)]);
    else if (!chosen.some((it) => it.attribute_id === attribute.id && it.category_id === category.id))
      chosen.push({ attribute_id: attribute.id, category_id: category.id });
  }
  return { categories, faults };
}

/** Coordinates of the answers: points, and the centers of shapes. */
function resolvePlaces(submitted: readonly SubmittedAnswer[]): {
  places: Map<number, NewPlace[]>;
  faults: PostFault[];
} {
  const places = new Map<number, NewPlace[]>();
  const faults: PostFault[] = [];
  for (const { attribute, answer, position, post } of submitted) {
    const { place: handler } = fieldTypeHandlers[attribute.type];
    if (!handler) continue;
    const place = handler.position(answer);
    if (place) {
      const placesOfPost = places.get(post) ?? [];
      places.set(post, placesOfPost);
      placesOfPost.push({ attribute_id: attribute.id, position, lat: place.lat, lon: place.lon });
    } else {
      const { key, label } = attribute;
      const kind = 'geometry' satisfies ExpectedAnswer;
      const params = { key, label, kind, expected: expectedAnswers[kind] };
      faults.push([post, { field: 'values', rule: 'valueType', params }]);
    }
  }
  return { places, faults };
}

function isNewAnswer(before: RawValues | undefined, key: string, answer: Answer): boolean {
  const stored = before?.[key];
  return !(Array.isArray(stored) && stored.includes(answer));
}

/** Answers of one post that are to be checked and stored. */
export interface SubmittedAnswers {
  values: RawValues;
  /**
   * Stored answers. A post or picture among them may have been deleted meanwhile; that must not make it impossible to save
   * the post.
   */
  before: RawValues;
  /** Identifies the sender for the right to name pictures. */
  claimant: MediaClaimant;
  /** The key of the answers that were sent as `tags`: they may name categories that the question does not offer. */
  tagsKey: string | undefined;
}

/** Answers that can be stored, and the errors in them. */
export interface ResolvedAnswers {
  answers: StoredAnswers;
  faults: FieldError[];
}

/**
 * Resolves the answers of posts. Call it with answers in which `validateAnswers` found no error.
 * @param viewer sender of the answers: relations may name only posts that they can read
 * @returns for each post, in order, its answers and the errors in them
 */
export async function resolveAnswers(
  tx: Tx,
  viewer: Viewer,
  attributes: readonly AttributeRow[],
  posts: readonly SubmittedAnswers[],
): Promise<ResolvedAnswers[]> {
  const normalised = posts.map(({ values }) => normaliseValues(attributes, values));
  const submitted = posts.flatMap(({ before }, post) =>
    attributes.flatMap((attribute) =>
      (normalised[post]?.[attribute.key] ?? []).map((answer, position): SubmittedAnswer => {
        const isNew = isNewAnswer(before, attribute.key, answer);
        return { attribute, answer, position, post, isNew };
      }),
    ),
  );
  const references = {
    post: await checkRelations(tx, viewer, submitted),
    media: await resolveMedia(tx, submitted, posts),
    category: await resolveCategories(tx, viewer, submitted, posts),
  } satisfies Record<ReferenceKind, { faults: PostFault[] }>;
  const places = resolvePlaces(submitted);
  const phoneFaults = findWrongPhoneNumbers(submitted);
  const areaFaults = await checkDemandedAreas(tx, submitted, posts);
  const faults = new Map<number, FieldError[]>();
  const referenceFaults = [...Object.values(references), places].flatMap((it) => it.faults);
  for (const [post, fault] of [...referenceFaults, ...phoneFaults, ...areaFaults])
    faults.set(post, [...(faults.get(post) ?? []), fault]);
  const categoryKeys = new Set(
    attributes.filter((it) => fieldTypes[it.type].storage === 'categories').map((it) => it.key),
  );
  return normalised.map((values, post) => ({
    answers: {
      values: Object.fromEntries(Object.entries(values).filter(([key]) => !categoryKeys.has(key))),
      categories: references.category.categories.get(post) ?? [],
      places: places.places.get(post) ?? [],
      pictures: references.media.pictures.get(post) ?? [],
    },
    faults: faults.get(post) ?? [],
  }));
}
