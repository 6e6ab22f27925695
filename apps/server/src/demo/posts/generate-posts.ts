/** Makes the posts of the demonstration, one after the other, in order of time. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { generateReportTimes } from '../calendar.ts';
import { type City, findCities } from '../cities.ts';
import type { PickPicture } from '../pictures/store-pictures.ts';
import { createRandom, createWeightedPick, type Random } from '../random.ts';
import { generatePlace } from '../report-locations.ts';
import { type Story, stories } from '../stories.ts';
import type { SavedSurvey, SavedSurveys } from '../surveys/insert-surveys.ts';
import { addHours } from '../surveys/plan.ts';
import { pickTexts } from '../texts/languages.ts';
import { interpolate, type LanguageTexts } from '../texts/texts.ts';
import type { DemoUsers } from '../users.ts';
import { buildCategoryRows, buildPlaceRows, buildValues } from './answer-rows.ts';
import { pickAuthor } from './author.ts';
import type { PostRows } from './post-rows.ts';
import { buildSlug } from './slug.ts';
import { writeReport } from './write-report.ts';

/** All that posts refer to. */
export interface DemoContent {
  surveys: SavedSurveys;
  /** By slug. */
  categories: ReadonlyMap<string, number>;
  people: DemoUsers;
  pickPicture: PickPicture;
}

export interface GeneratePostsOptions {
  count: number;
  seed: number;
  now: Date;
  /** The id of the first post; the others follow. */
  firstId: number;
}

interface StoryLocation {
  story: Story;
  pickCity: (random: Random) => City;
  longitude: number;
}

/** Where a story plays; larger cities are met more often, though not as much as they are larger. */
function findStoryLocation(story: Story): StoryLocation {
  const cities = findCities(story.countries);
  const longitude = cities.reduce((sum, city) => sum + city.lon, 0) / cities.length;
  return {
    story,
    pickCity: createWeightedPick(cities, (city) => Math.sqrt(city.populationThousands)),
    longitude,
  };
}

/** The newest wait for a check; of the older ones few still do, and some were put away. */
function pickStatus(survey: SavedSurvey, ageInDays: number, random: Random): PostStatus {
  const draw = random.next();
  const waiting = survey.plan.requireApproval ? (ageInDays < 5 ? 0.45 : 0.08) : 0.02;
  if (draw < waiting) return 'draft';
  return draw < waiting + 0.06 && ageInDays > 20 ? 'archived' : 'published';
}

/** Times, and the columns that `mask_posts` fills. */
function buildCommonColumns(at: Date, now: Date, random: Random) {
  const post_date = addHours(at, -6 * random.next() ** 3);
  const later = addHours(at, random.next() ** 2 * 72);
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
function buildMessagePost(
  id: number,
  city: City,
  words: LanguageTexts,
  common: CommonColumns,
  random: Random,
): PostRows {
  const content = interpolate(random.pick(words.notes), { near: random.pick(words.near), city: city.name });
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

type CommonColumns = ReturnType<typeof buildCommonColumns>;

/** Yields posts with rising ids, earliest first. The same options and scenery give the same posts. */
export function* generatePosts(
  demoContent: DemoContent,
  { count, seed, now, firstId }: GeneratePostsOptions,
): Generator<PostRows> {
  const random = createRandom(seed);
  const stages = stories.map(findStoryLocation);
  const longitudes = stages.map((stage) => stage.longitude);
  /** The last post of a survey in a city. */
  const latest = new Map<string, string>();
  let id = firstId;
  for (const moment of generateReportTimes(stories, longitudes, count, now, createRandom(seed + 1))) {
    const stage = stages[moment.story];
    const survey = stage && demoContent.surveys.get(stage.story.topic);
    if (!survey) throw new TypeError('every story has a survey');
    const city = stage.pickCity(random);
    const common = buildCommonColumns(moment.at, now, random);
    if (random.chance(0.02)) {
      yield buildMessagePost(
        id,
        city,
        pickTexts(city.country, stage.story.topic, random).words,
        common,
        random,
      );
    } else {
      const place = generatePlace(city, random.pick(survey.plan.spreads), random);
      const status = pickStatus(survey, (now.getTime() - moment.at.getTime()) / 86_400_000, random);
      const spot = `${survey.id} ${city.name}`;
      const { words, phrases } = pickTexts(city.country, stage.story.topic, random);
      const tale = Math.floor(random.next() * phrases.stories.length);
      const answers = survey.plan.generateAnswers({
        random,
        storyIndex: tale,
        date: common.post_date,
        place,
        status,
        pickPicture: demoContent.pickPicture,
        earlierPostId: latest.get(spot),
      });
      const { title, content } = writeReport(
        { texts: words, phrases, storyIndex: tale },
        city,
        answers,
        random,
      );
      const post = {
        ...common,
        ...pickAuthor(survey, words, demoContent.people, random),
        id,
        survey_id: survey.id,
        status,
        title,
        slug: buildSlug(title, id),
        content,
        locale: words.locale,
        values: buildValues(survey, answers),
        completed_tasks: answers.completedTasks.flatMap((index) => survey.taskIds[index] ?? []),
        published_to: status === 'published' && random.chance(0.03) ? ['volunteer', 'verifier'] : [],
      };
      latest.set(spot, String(id));
      yield {
        post,
        places: buildPlaceRows(survey, answers, id, place),
        categories: buildCategoryRows(survey, answers, id, demoContent.categories),
      };
    }
    id += 1;
  }
}
