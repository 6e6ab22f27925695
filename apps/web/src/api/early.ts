/**
 * What the first screen is going to ask the server, asked while the program itself is still on its way: on a slow line the
 * answers come beside it and not after it. This is part of the page's first file: it imports nothing large. Whoever asks
 * later takes the answer that is under way; nobody need.
 */
import { backendAddress } from './address.ts';

/** Milliseconds after which an answer is asked for anew. */
const goodFor = 30_000;
/** Milliseconds for which settings that are kept on the device are as good as new. */
export const configAge = 900_000;

interface Asked {
  answer: Promise<Response>;
  authorization: string | undefined;
  at: number;
}
const asked = new Map<string, Asked>();
/** What the program asked for before it could be asked early, as on a fast line: not to be asked twice. Null once all is asked. */
let overtaken: Set<string> | null = new Set();

type Authorization = { authorization?: string };

function ask(path: string, { authorization }: Authorization = {}): Promise<Response> {
  const address = backendAddress(path);
  if (overtaken?.has(address)) return Promise.reject(new Error('asked already'));
  const answer = fetch(address, {
    headers: { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
  });
  asked.set(address, { answer, authorization, at: Date.now() });
  return answer;
}

/**
 * The answer to what was asked early in the same name, once; again when whoever took it gives up before reading it.
 * @returns undefined when it was not, or was too long ago, or got no answer
 */
export async function takeEarly(
  address: string,
  { authorization }: Authorization,
  signal?: AbortSignal,
): Promise<Response | undefined> {
  const it = asked.get(address);
  if (!it) overtaken?.add(address);
  if (!it || it.authorization !== authorization) return undefined;
  asked.delete(address);
  if (Date.now() - it.at > goodFor) return undefined;
  signal?.addEventListener('abort', () => asked.set(address, it), { once: true });
  return it.answer.then(
    (answer) => answer.clone(),
    () => undefined,
  );
}

/** What another part keeps on this device under a name; null when it keeps nothing, or the storage is closed to us. */
function kept<T>(key: string): Partial<T> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<T> | null;
  } catch {
    return null;
  }
}

interface Group {
  id?: unknown;
  private?: unknown;
}
const isPrivate = (groups: readonly Group[]): boolean =>
  groups.some(({ id, private: it }) => id === 'site' && it === true);

/** @returns whether strangers may be shown anything */
async function askConfig(): Promise<boolean> {
  const before = kept<{ fetched: number; groups: Group[] }>('waypost.config');
  const isFresh = Date.now() - (before?.fetched ?? 0) < configAge;
  const fresh = isFresh ? undefined : ask('/api/v3/config');
  if (before?.groups) {
    fresh?.catch(() => undefined);
    return !isPrivate(before.groups);
  }
  const answer = (await fresh)?.clone();
  const told = (await answer?.json()) as { results: Group[] };
  return !isPrivate(told.results);
}

/** What the program will ask with: a visitor's reads need no token. @returns null when a login is over, which is not for here */
function askedWith(): Authorization | null {
  const token = kept<{ accessToken: string; expires: number; grant: string }>('waypost.token');
  if (token?.accessToken && Number(token.expires) > Date.now())
    return { authorization: `Bearer ${token.accessToken}` };
  return token?.grant === 'password' ? null : {};
}

/** What a report form reads, as `surveyReads` asks it (blocks/survey-form). */
export const pathsOfSurvey = (id: string): string[] => [
  `/api/v3/forms/${id}`,
  `/api/v3/forms/${id}/stages?order=asc&orderby=priority&postStatus=draft`,
  `/api/v3/forms/${id}/attributes?order=asc&orderby=priority`,
  '/api/v3/tags',
];

/** What the map's first screen reads where its address filters nothing, as `usePosts` and `useOpenSurveys` ask it. */
export const pathsOfMap: readonly string[] = [
  '/api/v3/posts?has_location=all&limit=20&offset=0&order=desc&order_unlocked_on_top=true&orderby=created&status%5B%5D=published&status%5B%5D=draft',
  '/api/v3/forms',
];

/** What the screen at this address is going to read. */
function pathsOfScreen(): readonly string[] {
  const survey = /^\/posts\/create\/(\d+)(?:\/noui)?\/?$/.exec(location.pathname)?.[1];
  if (survey !== undefined) return pathsOfSurvey(survey);
  const isMap =
    /^\/(?:views\/map\/?)?$/.test(location.pathname) && !/[?&](?!at=|lang=)/.test(location.search);
  return isMap ? pathsOfMap : [];
}

async function askAll(): Promise<void> {
  if (!(await askConfig())) return;
  const authorization = askedWith();
  if (authorization === null) return;
  await Promise.allSettled(pathsOfScreen().map((path) => ask(path, authorization)));
}

/** The page that finds out why nothing works asks by itself. */
const isAlone = (): boolean => /^\/verifier\/*$/.test(location.pathname);

/** Once, at the start. Whatever fails here is asked again by whoever needs it. */
export function askEarly(): void {
  const all = isAlone() ? Promise.resolve() : askAll();
  void all
    .catch(() => undefined)
    .then(() => {
      overtaken = null;
    });
}
