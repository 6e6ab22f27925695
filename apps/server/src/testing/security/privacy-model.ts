/**
 * What the specification says about who sees what of posts, once more and in small: surveys that hide things, posts of
 * every kind, and what a viewer may know of each. It shares no line with the server, so that a test may hold the two
 * against one another.
 */
import type { Post } from '@waypost/contract/posts/posts';
import type { Random } from '../../demo/random.ts';
import type { TestField, TestSurvey } from '../app/create-test-survey.ts';
import type { Kind } from '../app/test-app.ts';

/** Who looks: everybody, with and without an account, with and without Manage Posts. */
export const viewers: readonly Kind[] = [
  'passer-by',
  'visitor',
  'member',
  'settings manager',
  'reviewer',
  'admin',
];
const roles: Partial<Record<Kind, string>> = {
  member: 'user',
  'settings manager': 'settings-manager',
  reviewer: 'reviewer',
  admin: 'admin',
};
export const roleOfActor = (actor: Kind): string | undefined => roles[actor];
export type Author = 'member' | 'settings manager';

export interface HideFlags {
  hide_author: boolean;
  hide_location: boolean;
  hide_time: boolean;
}

export interface ModelSurvey extends HideFlags {
  testSurvey: TestSurvey;
}

export type Place = { lat: number; lon: number };
type Values = Record<string, unknown[]>;

export interface ModelPost {
  id: number;
  title: string;
  /** Null: unstructured, which hides everything that can be hidden (ruling 13). */
  survey: ModelSurvey | null;
  author: Author | null;
  status: Post['status'];
  published_to: string[];
  post_date: Date;
  created: Date;
  /** By the name of the field. */
  values: Values;
}

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
export const modelTasks = { check: { internal: true }, later: { hiddenWhenPublished: true } };
const teamOnlyFields = new Set(['verdict', 'found', 'later']);
const isPrivateField = (name: string) => modelFields[name]?.private === true;

/** Off the grid of two decimals, so that the exact place and its masked form are never the same. */
const generatePlace = (random: Random, n: number, offset: number): Place => ({
  lat: Number((random.int(-5000, 5000) / 100 + offset + n / 1e6).toFixed(6)),
  lon: Number((random.int(-17_000, 17_000) / 100 + offset + n / 1e6).toFixed(6)),
});

/** About two kilometres across. */
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

/** The n-th post of a deployment, before it has an id. */
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

export const canManagePosts = (actor: Kind) => actor === 'reviewer' || actor === 'admin';
const isOwn = (actor: Kind, post: ModelPost) => post.author === actor;
const canSeeInFull = (actor: Kind, post: ModelPost) => canManagePosts(actor) || isOwn(actor, post);

/** Published for everyone or for the viewer's role; one's own; everything for those who manage posts. */
export function canSee(actor: Kind, post: ModelPost): boolean {
  const role = roles[actor];
  const isForViewer =
    post.published_to.length === 0 || (role !== undefined && post.published_to.includes(role));
  return canSeeInFull(actor, post) || (post.status === 'published' && isForViewer);
}

const isHidden = (post: ModelPost, flag: keyof HideFlags) => post.survey?.[flag] ?? true;
const roundDegrees = (degrees: number) => (Math.sign(degrees) * Math.round(Math.abs(degrees) * 100)) / 100;
const roundPlace = ({ lat, lon }: Place): Place => ({ lat: roundDegrees(lat), lon: roundDegrees(lon) });
const toMidnight = (date: Date) => new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000);

/** What a post shows to somebody who may see it. */
export function viewPost(actor: Kind, post: ModelPost) {
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

/** By what a viewer's search finds and sorts a post: one's own, too, as others see it, but for being one's own. */
export function viewSearchablePost(actor: Kind, post: ModelPost) {
  const asStranger = viewPost(canManagePosts(actor) ? actor : 'passer-by', post);
  return { ...asStranger, author: isOwn(actor, post) ? post.author : asStranger.author };
}

/** The places by which a viewer's search and map find a post, in the order of the survey; areas by their middle. */
export function findSearchablePlaces(actor: Kind, post: ModelPost): Place[] {
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
