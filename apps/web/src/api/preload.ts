/**
 * Sends the API requests of the first screen while the app itself is still loading, so that on a slow connection the
 * responses arrive in parallel. This is part of the entry script, so it imports nothing large. A later call takes the
 * response of the running request; nothing depends on it.
 */
import { personalDataOnRequest } from '@waypost/contract/common/media-types';
import { buildBackendUrl } from './endpoint-url.ts';

/** After this time a preloaded response is not used. */
const preloadMaxAgeMs = 30_000;
/** For this time the settings stored on the device are used without fetching them. */
export const configMaxAgeMs = 900_000;

interface PreloadedRequest {
  response: Promise<Response>;
  authorization: string | undefined;
  startedAt: number;
}
const preloadedRequests = new Map<string, PreloadedRequest>();
/** URLs that the app requested before they could be preloaded, as on a fast connection. Null when preloading is complete. */
let requestedByAppUrls: Set<string> | null = new Set();

type RequestAuthorization = { authorization?: string };

function preloadPath(path: string, { authorization }: RequestAuthorization = {}): Promise<Response> {
  const url = buildBackendUrl(path);
  if (requestedByAppUrls?.has(url)) return Promise.reject(new Error('already requested'));
  const response = fetch(url, {
    headers: { accept: personalDataOnRequest, ...(authorization === undefined ? {} : { authorization }) },
  });
  preloadedRequests.set(url, { response, authorization, startedAt: Date.now() });
  return response;
}

/**
 * Takes a preloaded response with the same authorization. It can be taken once, and again if that caller aborts.
 * @returns undefined when there is none, it is too old, or the request failed
 */
export async function takePreloaded(
  url: string,
  { authorization }: RequestAuthorization,
  signal?: AbortSignal,
): Promise<Response | undefined> {
  const preloaded = preloadedRequests.get(url);
  if (!preloaded) requestedByAppUrls?.add(url);
  if (!preloaded || preloaded.authorization !== authorization) return undefined;
  preloadedRequests.delete(url);
  if (Date.now() - preloaded.startedAt > preloadMaxAgeMs) return undefined;
  signal?.addEventListener('abort', () => preloadedRequests.set(url, preloaded), { once: true });
  return preloaded.response.then(
    (response) => response.clone(),
    () => undefined,
  );
}

/** A value that another module stores on this device; null when there is none, or storage is blocked. */
function readStoredJson<T>(key: string): Partial<T> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<T> | null;
  } catch {
    return null;
  }
}

/** Settings of the map's first view, not validated. */
interface DefaultView {
  lat?: unknown;
  lon?: unknown;
  zoom?: unknown;
  basemap?: unknown;
  fit_map_boundaries?: unknown;
}

interface ConfigGroup {
  id?: unknown;
  private?: unknown;
  default_view?: DefaultView;
  views?: { map?: unknown };
}

/** @returns what the settings say of the map; null for a private deployment, whose visitors may read nothing, and for one without a map */
function readConfigGroups(groups: readonly ConfigGroup[]): DefaultView | null {
  const find = (name: string) => groups.find(({ id }) => id === name);
  if (find('site')?.private === true || find('features')?.views?.map === false) return null;
  return find('map')?.default_view ?? {};
}

async function preloadConfig(): Promise<ReturnType<typeof readConfigGroups>> {
  const stored = readStoredJson<{ fetched: number; groups: ConfigGroup[] }>('waypost.config');
  const isFresh = Date.now() - (stored?.fetched ?? 0) < configMaxAgeMs;
  const request = isFresh ? undefined : preloadPath('/api/v3/config');
  if (stored?.groups) {
    request?.catch(() => undefined);
    return readConfigGroups(stored.groups);
  }
  const response = (await request)?.clone();
  const configBody = (await response?.json()) as { results: ConfigGroup[] };
  return readConfigGroups(configBody.results);
}

/** The authorization that the app will use: a visitor's reads need no token. @returns null for an expired session, which the app handles */
function readStoredAuthorization(): RequestAuthorization | null {
  const token = readStoredJson<{ accessToken: string; expires: number; grant: string }>('waypost.token');
  if (token?.accessToken && Number(token.expires) > Date.now())
    return { authorization: `Bearer ${token.accessToken}` };
  return token?.grant === 'password' ? null : {};
}

/** Paths that a report form reads; must match `buildSurveyQueries` (blocks/survey-form). */
export const listSurveyFormPaths = (id: string): string[] => [
  `/api/v3/forms/${id}`,
  `/api/v3/forms/${id}/stages?order=asc&orderby=priority&postStatus=draft`,
  `/api/v3/forms/${id}/attributes?order=asc&orderby=priority`,
  '/api/v3/tags',
];

/** Paths that the map screen reads without filters; must match `usePosts` and `useOpenSurveys`. */
export const mapScreenPaths: readonly string[] = [
  '/api/v3/posts?has_location=all&limit=20&offset=0&order=desc&order_unlocked_on_top=true&orderby=created&status%5B%5D=published&status%5B%5D=draft&with=verification%2Cmerging%2Cthumbnail',
  '/api/v3/forms',
];

const mapQuery =
  'has_location=mapped&order=desc&order_unlocked_on_top=true&orderby=created&status%5B%5D=published&status%5B%5D=draft';

/** Path that the map reads where it opens at the reports; must match `buildExtentQuery`. */
export const mapExtentPath = `/api/v3/posts/extent?${mapQuery}`;

/** Tiles that the map shows without filters, with the placeholders of the map library; must match `usePins`. */
export const mapTilePath = `/api/v3/posts/tiles/{z}/{x}/{y}.mvt?${mapQuery}`;

/** Paths that the screen at the current URL will read. @param fitsPosts whether the map opens at the reports */
function listScreenPaths({ fitsPosts }: { fitsPosts: boolean }): readonly string[] {
  const survey = /^\/posts\/create\/(\d+)(?:\/noui)?\/?$/.exec(location.pathname)?.[1];
  if (survey !== undefined) return listSurveyFormPaths(survey);
  const isMap =
    /^\/(?:views\/map\/?)?$/.test(location.pathname) && !/[?&](?!at=|lang=)/.test(location.search);
  if (!isMap) return [];
  return fitsPosts && !/[?&]at=/.test(location.search) ? [...mapScreenPaths, mapExtentPath] : mapScreenPaths;
}

/** What the map's first picture is drawn from while the app is loading (`early-map.ts`). */
export interface EarlyMapRequest extends RequestAuthorization {
  defaultView: DefaultView;
  /** The box of the reports, where the map opens at them. */
  extent: Promise<Response> | undefined;
}

/** @returns for the map screen; null on other screens, and where nothing may be read */
async function preloadScreen(): Promise<EarlyMapRequest | null> {
  const defaultView = await preloadConfig();
  const authorization = readStoredAuthorization();
  if (!defaultView || !authorization) return null;
  const paths = listScreenPaths({ fitsPosts: defaultView.fit_map_boundaries === true });
  const responses = new Map(paths.map((path) => [path, preloadPath(path, authorization)]));
  for (const response of responses.values()) response.catch(() => undefined);
  if (!responses.has(mapScreenPaths[0] ?? '')) return null;
  return { defaultView, extent: responses.get(mapExtentPath), ...authorization };
}

/** The diagnostics page sends its own requests. */
const isDiagnosticsPage = (): boolean => /^\/verifier\/*$/.test(location.pathname);

/** Starts preloading; called once. A request that fails here is sent again by the app. */
export async function preloadApi(): Promise<EarlyMapRequest | null> {
  const earlyMap = isDiagnosticsPage() ? null : await preloadScreen().catch(() => null);
  requestedByAppUrls = null;
  return earlyMap;
}
