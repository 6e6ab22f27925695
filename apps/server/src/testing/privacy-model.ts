/**
 * What the specification says about who sees what of posts, once more and in small: surveys that hide things, posts of
 * every kind, and what a viewer may know of each. It shares no line with the server, so that a test may hold the two
 * against one another.
 */
import type { Post } from '@waypost/contract/posts';
import type { Random } from '../demo/random.ts';
import type { Field, MadeSurvey } from './a-survey.ts';
import type { Kind } from './deployment.ts';

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
export const roleOf = (kind: Kind): string | undefined => roles[kind];
export type Author = 'member' | 'settings manager';

export interface Flags {
  hide_author: boolean;
  hide_location: boolean;
  hide_time: boolean;
}

export interface ModelSurvey extends Flags {
  made: MadeSurvey;
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

export const fields: Record<string, Field> = {
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
export const tasks = { check: { internal: true }, later: { hiddenWhenPublished: true } };
const ofTheTeam = new Set(['verdict', 'found', 'later']);
const isPrivate = (name: string) => fields[name]?.private === true;

/** Off the grid of two decimals, so that the exact place and its masked form are never the same. */
const aPlace = (random: Random, n: number, offset: number): Place => ({
  lat: Number((random.int(-5000, 5000) / 100 + offset + n / 1e6).toFixed(6)),
  lon: Number((random.int(-17_000, 17_000) / 100 + offset + n / 1e6).toFixed(6)),
});

/** About two kilometres across. */
function squareAround({ lat, lon }: Place): string {
  const [south, north] = [lat - 0.01, lat + 0.01].map((it) => it.toFixed(6));
  const [west, east] = [lon - 0.01, lon + 0.01].map((it) => it.toFixed(6));
  return `POLYGON((${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}))`;
}

function middleOf(area: string): Place {
  const [west = 0, south = 0, , , east = 0, north = 0] = (area.match(/-?[\d.]+/g) ?? []).map(Number);
  return { lat: (south + north) / 2, lon: (west + east) / 2 };
}

function someValues(random: Random, n: number, when: string): Values {
  const all: Values = {
    where: [aPlace(random, n, 0.0034)],
    home: [aPlace(random, n, 0.0036)],
    area: [squareAround(aPlace(random, n, 0.0032))],
    when: [when],
    phone: [`phone-${n}x`],
    words: [`word-${n}x`],
    kinds: [String(random.int(1, 2))],
    verdict: [`verdict-${n}x`],
    found: [aPlace(random, n, 0.0038)],
    later: [`later-${n}x`],
  };
  return Object.fromEntries(Object.entries(all).filter(() => random.chance(0.75)));
}

/** The n-th post of a deployment, before it has an id. */
export function aModelPost(
  random: Random,
  n: number,
  surveys: readonly ModelSurvey[],
): Omit<ModelPost, 'id'> {
  const survey = random.chance(0.08) ? null : random.pick(surveys);
  const time = `0${random.int(1, 9)}:${random.int(10, 59)}:${String(n % 60).padStart(2, '0')}`;
  const day = `2019-12-${String(random.int(10, 25))}`;
  return {
    title: `Post number ${n}x`,
    survey,
    author: random.pick(['member', 'member', 'settings manager', null]),
    status: random.pick(['published', 'published', 'published', 'draft', 'archived']),
    published_to: random.pick([[], [], [], ['settings-manager'], ['reviewer'], ['user']]),
    post_date: new Date(`${day}T${time}Z`),
    created: new Date(`2020-01-${String(random.int(10, 25))}T${time}Z`),
    values: survey ? someValues(random, n, `${day} ${time}`) : {},
  };
}

export const managesPosts = (kind: Kind) => kind === 'reviewer' || kind === 'admin';
const isOwn = (kind: Kind, post: ModelPost) => post.author === kind;
const inFull = (kind: Kind, post: ModelPost) => managesPosts(kind) || isOwn(kind, post);

/** Published for everyone or for the viewer's role; one's own; everything for those who manage posts. */
export function maySee(kind: Kind, post: ModelPost): boolean {
  const role = roles[kind];
  const isForViewer =
    post.published_to.length === 0 || (role !== undefined && post.published_to.includes(role));
  return inFull(kind, post) || (post.status === 'published' && isForViewer);
}

const hides = (post: ModelPost, flag: keyof Flags) => post.survey?.[flag] ?? true;
const rounded = (degrees: number) => (Math.sign(degrees) * Math.round(Math.abs(degrees) * 100)) / 100;
const roundedPlace = ({ lat, lon }: Place): Place => ({ lat: rounded(lat), lon: rounded(lon) });
const midnight = (date: Date) => new Date(Math.floor(date.getTime() / 86_400_000) * 86_400_000);

/** What a post shows to somebody who may see it. */
export function shownTo(kind: Kind, post: ModelPost) {
  const full = inFull(kind, post);
  const hidden = (flag: keyof Flags) => !full && hides(post, flag);
  const values = Object.entries(post.values)
    .filter(([name]) => (ofTheTeam.has(name) ? managesPosts(kind) : full || !isPrivate(name)))
    .map(([name, answers]): [string, unknown[]] => {
      if (fields[name]?.type === 'point' && hidden('hide_location'))
        return [name, (answers as Place[]).map(roundedPlace)];
      if (name === 'area' && hidden('hide_location'))
        return [
          name,
          (answers as string[]).map((text) =>
            text.replace(/-?\d+(\.\d+)?/g, (number) => String(rounded(Number(number)))),
          ),
        ];
      if (name === 'when' && hidden('hide_time'))
        return [name, (answers as string[]).map((text) => `${text.slice(0, 10)} 00:00:00`)];
      return [name, answers];
    });
  return {
    author: hidden('hide_author') ? null : post.author,
    post_date: hidden('hide_time') ? midnight(post.post_date) : post.post_date,
    created: hidden('hide_time') ? midnight(post.created) : post.created,
    values: Object.fromEntries(values),
  };
}

/** By what a viewer's search finds and sorts a post: one's own, too, as others see it, but for being one's own. */
export function searchedBy(kind: Kind, post: ModelPost) {
  const asStranger = shownTo(managesPosts(kind) ? kind : 'passer-by', post);
  return { ...asStranger, author: isOwn(kind, post) ? post.author : asStranger.author };
}

/** The places by which a viewer's search and map find a post, in the order of the survey; areas by their middle. */
export function placesFor(kind: Kind, post: ModelPost): Place[] {
  const { values } = searchedBy(kind, post);
  const areas = (values['area'] ? (post.values['area'] ?? []) : []) as string[];
  const middles = areas.map(middleOf);
  const isRounded = !managesPosts(kind) && hides(post, 'hide_location');
  return [
    ...((values['where'] ?? []) as Place[]),
    ...((values['home'] ?? []) as Place[]),
    ...(isRounded ? middles.map(roundedPlace) : middles),
    ...((values['found'] ?? []) as Place[]),
  ];
}
