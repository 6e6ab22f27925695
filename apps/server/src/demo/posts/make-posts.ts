/** Makes the posts of the demonstration, one after the other, in order of time. */
import type { PostStatus } from '@waypost/contract/post-filters';
import { moments } from '../calendar.ts';
import { type City, citiesOf } from '../cities.ts';
import type { People } from '../people.ts';
import type { Album } from '../pictures/store.ts';
import { type Random, seeded, weightedPick } from '../random.ts';
import { type Story, stories } from '../stories.ts';
import { hoursLater } from '../surveys/plan.ts';
import type { SavedSurvey, SavedSurveys } from '../surveys/save-surveys.ts';
import { placeNear } from '../whereabouts.ts';
import { wordsFor } from '../words/languages.ts';
import { fill, type Words } from '../words/words.ts';
import { categoriesOf, placesOf, valuesOf } from './answer-rows.ts';
import { authorOf } from './author.ts';
import type { PostRows } from './rows.ts';
import { slugOf } from './slug.ts';
import { tell } from './tell.ts';

/** All that posts refer to. */
export interface Scenery {
  surveys: SavedSurveys;
  /** By slug. */
  categories: ReadonlyMap<string, number>;
  people: People;
  album: Album;
}

export interface MakeOptions {
  count: number;
  seed: number;
  now: Date;
  /** The id of the first post; the others follow. */
  firstId: number;
}

interface Stage {
  story: Story;
  pickCity: (random: Random) => City;
  longitude: number;
}

/** Where a story plays; larger cities are met more often, though not as much as they are larger. */
function stageOf(story: Story): Stage {
  const cities = citiesOf(story.countries);
  const longitude = cities.reduce((sum, city) => sum + city.lon, 0) / cities.length;
  return { story, pickCity: weightedPick(cities, (city) => Math.sqrt(city.size)), longitude };
}

/** The newest wait for a check; of the older ones few still do, and some were put away. */
function statusOf(survey: SavedSurvey, ageInDays: number, random: Random): PostStatus {
  const draw = random.next();
  const waiting = survey.plan.requireApproval ? (ageInDays < 5 ? 0.45 : 0.08) : 0.02;
  if (draw < waiting) return 'draft';
  return draw < waiting + 0.06 && ageInDays > 20 ? 'archived' : 'published';
}

/** Times, and the columns that `mask_posts` fills. */
function columnsOf(at: Date, now: Date, random: Random) {
  const post_date = hoursLater(at, -6 * random.next() ** 3);
  const later = hoursLater(at, random.next() ** 2 * 72);
  const updated = random.chance(0.6) && later < now ? later : null;
  return {
    post_date,
    created: at,
    updated,
    revision: 1,
    message_id: null,
    contact_id: null,
    data_source_message_id: null,
    cell: null,
    shown_user_id: null,
    shown_post_date: post_date,
    shown_created: at,
    shown_updated: updated,
    shown_cell: null,
    categories: null,
    shown_categories: null,
  };
}

/** A short message that came by phone, mail or network and that nobody has given a survey yet. */
function noteRows(id: number, city: City, words: Words, common: Common, random: Random): PostRows {
  const content = fill(random.pick(words.notes), { near: random.pick(words.near), city: city.name });
  const post = {
    ...common,
    id,
    survey_id: null,
    status: 'draft' as const,
    title: content.length > 60 ? `${content.slice(0, 57).trimEnd()}…` : content,
    slug: `message-${id.toString(36)}`,
    content,
    locale: words.locale,
    values: {},
    completed_tasks: [],
    published_to: [],
    user_id: null,
    author_realname: null,
    author_email: null,
    source: random.pick(['sms', 'sms', 'email', 'twitter'] as const),
  };
  return { post, places: [], categories: [] };
}

type Common = ReturnType<typeof columnsOf>;

/** Yields posts with rising ids, earliest first. The same options and scenery give the same posts. */
export function* makePosts(
  scenery: Scenery,
  { count, seed, now, firstId }: MakeOptions,
): Generator<PostRows> {
  const random = seeded(seed);
  const stages = stories.map(stageOf);
  const longitudes = stages.map((stage) => stage.longitude);
  /** The last post of a survey in a city. */
  const latest = new Map<string, string>();
  let id = firstId;
  for (const moment of moments(stories, longitudes, count, now, seeded(seed + 1))) {
    const stage = stages[moment.story];
    const survey = stage && scenery.surveys.get(stage.story.topic);
    if (!survey) throw new TypeError('every story has a survey');
    const city = stage.pickCity(random);
    const common = columnsOf(moment.at, now, random);
    if (random.chance(0.02)) {
      yield noteRows(id, city, wordsFor(city.country, stage.story.topic, random).words, common, random);
    } else {
      const place = placeNear(city, random.pick(survey.plan.spreads), random);
      const status = statusOf(survey, (now.getTime() - moment.at.getTime()) / 86_400_000, random);
      const spot = `${survey.id} ${city.name}`;
      const { words, phrases } = wordsFor(city.country, stage.story.topic, random);
      const tale = Math.floor(random.next() * phrases.tales.length);
      const answers = survey.plan.answer({
        random,
        tale,
        at: common.post_date,
        place,
        status,
        photo: scenery.album,
        earlier: latest.get(spot),
      });
      const { title, content } = tell({ words, phrases, tale }, city, answers, random);
      const post = {
        ...common,
        ...authorOf(survey, words, scenery.people, random),
        id,
        survey_id: survey.id,
        status,
        title,
        slug: slugOf(title, id),
        content,
        locale: words.locale,
        values: valuesOf(survey, answers),
        completed_tasks: answers.done.flatMap((index) => survey.taskIds[index] ?? []),
        published_to: status === 'published' && random.chance(0.03) ? ['volunteer', 'verifier'] : [],
      };
      latest.set(spot, String(id));
      yield {
        post,
        places: placesOf(survey, answers, id, place),
        categories: categoriesOf(survey, answers, id, scenery.categories),
      };
    }
    id += 1;
  }
}
