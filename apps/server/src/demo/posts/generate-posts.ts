/** Generates the posts of the demo in order of time. */
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

/** The entities that posts refer to. */
export interface DemoContent {
  surveys: SavedSurveys;
  /** Ids by slug. */
  categories: ReadonlyMap<string, number>;
  users: DemoUsers;
  pickPicture: PickPicture;
}

/** Options of the post generator. */
export interface GeneratePostsOptions {
  count: number;
  seed: number;
  now: Date;
  /** The id of the first post; later ids are consecutive. */
  firstId: number;
  /** Whether all posts wait for review, to measure the queue. */
  onlyWaiting?: boolean | undefined;
}

interface StoryLocation {
  story: Story;
  pickCity: (random: Random) => City;
  longitude: number;
}

/** The cities of a story. Larger cities are chosen more often, but less than proportionally. */
function findStoryLocation(story: Story): StoryLocation {
  const cities = findCities(story.countries);
  const longitude = cities.reduce((sum, city) => sum + city.lon, 0) / cities.length;
  return {
    story,
    pickCity: createWeightedPick(cities, (city) => Math.sqrt(city.populationThousands)),
    longitude,
  };
}

/** The newest posts wait for review; some older ones still do, and some are archived. */
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
    masked_user_id: null,
    masked_post_date: post_date,
    masked_created: at,
    masked_updated: updated,
    masked_cell: null,
    category_ids: null,
    masked_category_ids: null,
    public_from: null,
    anonymized_revision: null,
    sender_removed: false,
    merged_into: null,
    status_before_merge: null,
  };
}

/** A short message from phone, mail or social network without a survey. */
function buildMessagePost(
  id: number,
  city: City,
  texts: LanguageTexts,
  common: CommonColumns,
  random: Random,
): PostRows {
  const content = interpolate(random.pick(texts.notes), { near: random.pick(texts.near), city: city.name });
  const post = {
    ...common,
    id,
    survey_id: null,
    status: 'draft' as const,
    title: content.length > 60 ? `${content.slice(0, 57).trimEnd()}…` : content,
    slug: `message-${id.toString(36)}`,
    content,
    locale: texts.locale,
    values: {},
    completed_tasks: [],
    published_to: [],
    agreed_uses: [],
    declined_uses: [],
    user_id: null,
    author_realname: null,
    author_email: null,
    source: random.pick(['sms', 'sms', 'email', 'twitter'] as const),
  };
  return { post, places: [], categories: [] };
}

type CommonColumns = ReturnType<typeof buildCommonColumns>;

/** Yields posts with ascending ids, earliest first. The same options and content give the same posts. */
export function* generatePosts(
  demoContent: DemoContent,
  { count, seed, now, firstId, onlyWaiting = false }: GeneratePostsOptions,
): Generator<PostRows> {
  const random = createRandom(seed);
  const stages = stories.map(findStoryLocation);
  const longitudes = stages.map((stage) => stage.longitude);
  /** The last post of each survey in each city. */
  const latestPostIds = new Map<string, string>();
  let id = firstId;
  for (const reportTime of generateReportTimes(stories, longitudes, count, now, createRandom(seed + 1))) {
    const stage = stages[reportTime.story];
    const survey = stage && demoContent.surveys.get(stage.story.topic);
    if (!survey) throw new TypeError('every story has a survey');
    const city = stage.pickCity(random);
    const common = buildCommonColumns(reportTime.at, now, random);
    if (random.chance(0.02)) {
      yield buildMessagePost(
        id,
        city,
        pickTexts(city.country, stage.story.topic, random).texts,
        common,
        random,
      );
    } else {
      const place = generatePlace(city, random.pick(survey.plan.spreads), random);
      const drawn = pickStatus(survey, (now.getTime() - reportTime.at.getTime()) / 86_400_000, random);
      const status = onlyWaiting ? 'draft' : drawn;
      const surveyAndCity = `${survey.id} ${city.name}`;
      const { texts, phrases } = pickTexts(city.country, stage.story.topic, random);
      const storyIndex = Math.floor(random.next() * phrases.stories.length);
      const answers = survey.plan.generateAnswers({
        random,
        storyIndex,
        date: common.post_date,
        place,
        status,
        pickPicture: demoContent.pickPicture,
        earlierPostId: latestPostIds.get(surveyAndCity),
      });
      const { title, content } = writeReport({ texts, phrases, storyIndex }, city, answers, random);
      const post = {
        ...common,
        ...pickAuthor(survey, texts, demoContent.users, random),
        id,
        survey_id: survey.id,
        status,
        title,
        slug: buildSlug(title, id),
        content,
        locale: texts.locale,
        values: buildValues(survey, answers),
        completed_tasks: answers.completedTasks.flatMap((index) => survey.taskIds[index] ?? []),
        published_to: status === 'published' && random.chance(0.03) ? ['volunteer', 'verifier'] : [],
        agreed_uses: [],
        declined_uses: [],
      };
      latestPostIds.set(surveyAndCity, String(id));
      yield {
        post,
        places: buildPlaceRows(survey, answers, id, place),
        categories: buildCategoryRows(survey, answers, id, demoContent.categories),
      };
    }
    id += 1;
  }
}
