/**
 * An independent model of the specified visibility of posts: surveys that hide details, posts of every kind, and what
 * a viewer may see of each. It shares no code with the server, so that a test can compare the two.
 */
import type { Post } from '@waypost/contract/posts/posts';
import type { Random } from '../../demo/random.ts';
import type { TestField, TestSurvey } from '../app/create-test-survey.ts';
import type { Actor } from '../app/test-app.ts';

/** All viewers: with and without an account, with and without Manage Posts. */
export const viewers: readonly Actor[] = [
  'passer-by',
  'visitor',
  'member',
  'settings manager',
  'reviewer',
  'admin',
];
const roles: Partial<Record<Actor, string>> = {
  member: 'user',
  'settings manager': 'settings-manager',
  reviewer: 'reviewer',
  admin: 'admin',
};
/** The role of a viewer. */
export const roleOfActor = (actor: Actor): string | undefined => roles[actor];
/** An author of the model's posts. */
export type Author = 'member' | 'settings manager';

/** What a survey hides. */
export interface HideFlags {
  hide_author: boolean;
  hide_location: boolean;
  hide_time: boolean;
}

/** A survey of the model. */
export interface ModelSurvey extends HideFlags {
  testSurvey: TestSurvey;
}

/** A place in degrees. */
export type Place = { lat: number; lon: number };
type Values = Record<string, unknown[]>;

/** A post of the model. */
export interface ModelPost {
  id: number;
  title: string;
  /** Null: unstructured, for which everything is hidden that can be (API v3 §9, ruling 13). */
  survey: ModelSurvey | null;
  author: Author | null;
  status: Post['status'];
  published_to: string[];
  post_date: Date;
  created: Date;
  /** Values by field name. */
  values: Values;
}

/** The fields of all surveys of the model. */
export const modelFields: Record<string, TestField> = {
  where: { type: 'point', input: 'location' },
  home: { type: 'point', input: 'location', private: true },
  area: { type: 'geometry' },
  when: { type: 'datetime', input: 'datetime' },
  phone: { type: 'varchar', private: true },
  words: { type: 'varchar' },
  kinds: { type: 'tags', input: 'tags', cardinality: 0 },
  verdict: { type: 'varchar', task: 'check' },
  found: { type: 'point', input: 'location', task: 'check' },
  later: { type: 'varchar', task: 'later' },
};
/** The tasks of all surveys of the model. */
export const modelTasks = { check: { internal: true }, later: { hiddenWhenPublished: true } };
const teamOnlyFields = new Set(['verdict', 'found', 'later']);
const isPrivateField = (name: string) => modelFields[name]?.private === true;

/** Never on the grid of two decimals, so that the exact and the rounded place always differ. */
const generatePlace = (random: Random, n: number, offset: number): Place => ({
  lat: Number((random.int(-5000, 5000) / 100 + offset + n / 1e6).toFixed(6)),
  lon: Number((random.int(-17_000, 17_000) / 100 + offset + n / 1e6).toFixed(6)),
});

/** A square of about two kilometres. */
function buildSquare({ lat, lon }: Place): string {
  const [south, north] = [lat - 0.01, lat + 0.01].map((it) => it.toFixed(6));
  const [west, east] = [lon - 0.01, lon + 0.01].map((it) => it.toFixed(6));
  return `POLYGON((${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}))`;
}

function findCenter(area: string): Place {
  const [west = 0, south = 0, , , east = 0, north = 0] = (area.match(/-?[\d.]+/g) ?? []).map(Number);
  return { lat: (south + north) / 2, lon: (west + east) / 2 };
}

function generateValues(random: Random, n: number, when: string): Values {
  const all: Values = {
    where: [generatePlace(random, n, 0.0034)],
    home: [generatePlace(random, n, 0.0036)],
    area: [buildSquare(generatePlace(random, n, 0.0032))],
    when: [when],
    phone: [`phone-${n}x`],
    words: [`word-${n}x`],
    kinds: [String(random.int(1, 2))],
    verdict: [`verdict-${n}x`],
    found: [generatePlace(random, n, 0.0038)],
    later: [`later-${n}x`],
  };
  return Object.fromEntries(Object.entries(all).filter(() => random.chance(0.75)));
}

/** The n-th post of a deployment, without an id. */
export function generateModelPost(
  random: Random,
  index: number,
  surveys: readonly ModelSurvey[],
): Omit<ModelPost, 'id'> {
  const survey = random.chance(0.08) ? null : random.pick(surveys);
  const time = `0${random.int(1, 9)}:${random.int(10, 59)}:${String(index % 60).padStart(2, '0')}`;
  const day = `2019-12-${String(random.int(10, 25))}`;
  return {
    title: `Post number ${index}x`,
    survey,
    author: random.pick(['member', 'member', 'settings manager', null]),
    status: random.pick(['published', 'published', 'published', 'draft', 'archived']),
    published_to: random.pick([[], [], [], ['settings-manager'], ['reviewer'], ['user']]),
    post_date: new Date(`${day}T${time}Z`),
    created: new Date(`2020-01-${String(random.int(10, 25))}T${time}Z`),
    values: survey ? generateValues(random, index, `${day} ${time}`) : {},
  };
}

/** Whether the viewer has Manage Posts. */
export const canManagePosts = (actor: Actor) => actor === 'reviewer' || actor === 'admin';
const isOwn = (actor: Actor, post: ModelPost) => post.author === actor;
const canSeeInFull = (actor: Actor, post: ModelPost) => canManagePosts(actor) || isOwn(actor, post);

/** Visible: posts published for everyone or for the viewer's role, own posts, and all posts for post managers. */
export function canSee(actor: Actor, post: ModelPost): boolean {
  const role = roles[actor];
  const isForViewer =
    post.published_to.length === 0 || (role !== undefined && post.published_to.includes(role));
  return canSeeInFull(actor, post) || (post.status === 'published' && isForViewer);
}

const isHidden = (post: ModelPost, flag: keyof HideFlags) => post.survey?.[flag] ?? true;
const roundDegrees = (degrees: number) => (Math.sign(degrees) * Math.round(Math.abs(degrees) * 100)) / 100;
const roundPlace = ({ lat, lon }: Place): Place => ({ lat: roundDegrees(lat), lon: roundDegrees(lon) });
const toMidnight = (date: Date) => new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000);

/** What a post shows to a viewer who may see it. */
export function viewPost(actor: Actor, post: ModelPost) {
  const full = canSeeInFull(actor, post);
  const hidden = (flag: keyof HideFlags) => !full && isHidden(post, flag);
  const values = Object.entries(post.values)
    .filter(([name]) => (teamOnlyFields.has(name) ? canManagePosts(actor) : full || !isPrivateField(name)))
    .map(([name, answers]): [string, unknown[]] => {
      if (modelFields[name]?.type === 'point' && hidden('hide_location'))
        return [name, (answers as Place[]).map(roundPlace)];
      if (name === 'area' && hidden('hide_location'))
        return [
          name,
          (answers as string[]).map((text) =>
            text.replace(/-?\d+(\.\d+)?/g, (number) => String(roundDegrees(Number(number)))),
          ),
        ];
      if (name === 'when' && hidden('hide_time'))
        return [name, (answers as string[]).map((text) => `${text.slice(0, 10)} 00:00:00`)];
      return [name, answers];
    });
  return {
    author: hidden('hide_author') ? null : post.author,
    post_date: hidden('hide_time') ? toMidnight(post.post_date) : post.post_date,
    created: hidden('hide_time') ? toMidnight(post.created) : post.created,
    values: Object.fromEntries(values),
  };
}

/**
 * What search and sorting use for a viewer: their own posts as others see them, except that they know the author.
 */
export function viewSearchablePost(actor: Actor, post: ModelPost) {
  const asStranger = viewPost(canManagePosts(actor) ? actor : 'passer-by', post);
  return { ...asStranger, author: isOwn(actor, post) ? post.author : asStranger.author };
}

/** The places that search and map use for a viewer, in the order of the survey; the centre of areas. */
export function findSearchablePlaces(actor: Actor, post: ModelPost): Place[] {
  const { values } = viewSearchablePost(actor, post);
  const areas = (values['area'] ? (post.values['area'] ?? []) : []) as string[];
  const middles = areas.map(findCenter);
  const isRounded = !canManagePosts(actor) && isHidden(post, 'hide_location');
  return [
    ...((values['where'] ?? []) as Place[]),
    ...((values['home'] ?? []) as Place[]),
    ...(isRounded ? middles.map(roundPlace) : middles),
    ...((values['found'] ?? []) as Place[]),
  ];
}
