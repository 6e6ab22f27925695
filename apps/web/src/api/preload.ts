/**
 * What the first screen is going to ask the server, asked while the program itself is still on its way: on a slow line the
 * answers come beside it and not after it. This is part of the page's first file: it imports nothing large. Whoever asks
 * later takes the answer that is under way; nobody need.
 */
import { buildBackendUrl } from './endpoint-url.ts';

/** Milliseconds after which an answer is asked for anew. */
const preloadMaxAgeMs = 30_000;
/** Milliseconds for which settings that are kept on the device are as good as new. */
export const configMaxAgeMs = 900_000;

interface PreloadedRequest {
  response: Promise<Response>;
  authorization: string | undefined;
  startedAt: number;
}
const preloadedRequests = new Map<string, PreloadedRequest>();
/** What the program asked for before it could be asked early, as on a fast line: not to be asked twice. Null once all is asked. */
let requestedByAppUrls: Set<string> | null = new Set();

type RequestAuthorization = { authorization?: string };

function preloadPath(path: string, { authorization }: RequestAuthorization = {}): Promise<Response> {
  const address = buildBackendUrl(path);
  if (requestedByAppUrls?.has(address)) return Promise.reject(new Error('asked already'));
  const response = fetch(address, {
    headers: { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
  });
  preloadedRequests.set(address, { response, authorization, startedAt: Date.now() });
  return response;
}

/**
 * The answer to what was asked early in the same name, once; again when whoever took it gives up before reading it.
 * @returns undefined when it was not, or was too long ago, or got no answer
 */
export async function takePreloaded(
  url: string,
  { authorization }: RequestAuthorization,
  signal?: AbortSignal,
): Promise<Response | undefined> {
  const it = preloadedRequests.get(url);
  if (!it) requestedByAppUrls?.add(url);
  if (!it || it.authorization !== authorization) return undefined;
  preloadedRequests.delete(url);
  if (Date.now() - it.startedAt > preloadMaxAgeMs) return undefined;
  signal?.addEventListener('abort', () => preloadedRequests.set(url, it), { once: true });
  return it.response.then(
    (response) => response.clone(),
    () => undefined,
  );
}

/** What another part keeps on this device under a name; null when it keeps nothing, or the storage is closed to us. */
function readStoredJson<T>(key: string): Partial<T> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<T> | null;
  } catch {
    return null;
  }
}

interface ConfigGroup {
  id?: unknown;
  private?: unknown;
}
const isPrivateDeployment = (groups: readonly ConfigGroup[]): boolean =>
  groups.some(({ id, private: it }) => id === 'site' && it === true);

/** @returns whether strangers may be shown anything */
async function preloadConfig(): Promise<boolean> {
  const before = readStoredJson<{ fetched: number; groups: ConfigGroup[] }>('waypost.config');
  const isFresh = Date.now() - (before?.fetched ?? 0) < configMaxAgeMs;
  const fresh = isFresh ? undefined : preloadPath('/api/v3/config');
  if (before?.groups) {
    fresh?.catch(() => undefined);
    return !isPrivateDeployment(before.groups);
  }
  const response = (await fresh)?.clone();
  const configBody = (await response?.json()) as { results: ConfigGroup[] };
  return !isPrivateDeployment(configBody.results);
}

/** What the program will ask with: a visitor's reads need no token. @returns null when a login is over, which is not for here */
function readStoredAuthorization(): RequestAuthorization | null {
  const token = readStoredJson<{ accessToken: string; expires: number; grant: string }>('waypost.token');
  if (token?.accessToken && Number(token.expires) > Date.now())
    return { authorization: `Bearer ${token.accessToken}` };
  return token?.grant === 'password' ? null : {};
}

/** What a report form reads, as `buildSurveyQueries` asks it (blocks/survey-form). */
export const listSurveyFormPaths = (id: string): string[] => [
  `/api/v3/forms/${id}`,
  `/api/v3/forms/${id}/stages?order=asc&orderby=priority&postStatus=draft`,
  `/api/v3/forms/${id}/attributes?order=asc&orderby=priority`,
  '/api/v3/tags',
];

/** What the map's first screen reads where its address filters nothing, as `usePosts` and `useOpenSurveys` ask it. */
export const mapScreenPaths: readonly string[] = [
  '/api/v3/posts?has_location=all&limit=20&offset=0&order=desc&order_unlocked_on_top=true&orderby=created&status%5B%5D=published&status%5B%5D=draft',
  '/api/v3/forms',
];

/** What the screen at this address is going to read. */
function listScreenPaths(): readonly string[] {
  const survey = /^\/posts\/create\/(\d+)(?:\/noui)?\/?$/.exec(location.pathname)?.[1];
  if (survey !== undefined) return listSurveyFormPaths(survey);
  const isMap =
    /^\/(?:views\/map\/?)?$/.test(location.pathname) && !/[?&](?!at=|lang=)/.test(location.search);
  return isMap ? mapScreenPaths : [];
}

async function preloadScreen(): Promise<void> {
  if (!(await preloadConfig())) return;
  const authorization = readStoredAuthorization();
  if (authorization === null) return;
  await Promise.allSettled(listScreenPaths().map((path) => preloadPath(path, authorization)));
}

/** The page that finds out why nothing works asks by itself. */
const isDiagnosticsPage = (): boolean => /^\/verifier\/*$/.test(location.pathname);

/** Once, at the start. Whatever fails here is asked again by whoever needs it. */
export function preloadApi(): void {
  const all = isDiagnosticsPage() ? Promise.resolve() : preloadScreen();
  void all
    .catch(() => undefined)
    .then(() => {
      requestedByAppUrls = null;
    });
}
