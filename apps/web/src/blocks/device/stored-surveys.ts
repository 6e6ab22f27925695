/** Surveys whose form is kept on this device, as the service worker stored their responses. */
import { readSurvey, type Survey } from '@waypost/contract/surveys/surveys';
import { buildSurveyUrls } from '../survey-form/survey-queries.ts';
import { getApiCacheName, getAreaCachePrefix } from './cache-names.ts';

const surveyPath = /^\/api\/v3\/forms\/(\d+)$/;

/** The caches that the worker reads for an owner: what was opened, and saved areas. */
async function openCaches(owner: string): Promise<Cache[]> {
  const names = await caches.keys();
  const prefix = getAreaCachePrefix(owner);
  const own = names.filter((name) => name === getApiCacheName(owner) || name.startsWith(prefix));
  return Promise.all(own.map((name) => caches.open(name)));
}

async function findStored(stores: readonly Cache[], url: string): Promise<Response | undefined> {
  for (const store of stores) {
    const stored = await store.match(url, { ignoreVary: true });
    if (stored) return stored;
  }
  return undefined;
}

/**
 * Surveys of an owner whose form opens without a network, by id.
 * @param owner as in `getCacheOwner`
 */
export async function listStoredSurveys(owner: string): Promise<Survey[]> {
  if (typeof caches === 'undefined') return [];
  const stores = await openCaches(owner);
  const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
  const ids = new Set(
    requests.flatMap(({ url }) => {
      const id = surveyPath.exec(new URL(url).pathname)?.[1];
      return id === undefined ? [] : [Number(id)];
    }),
  );
  const surveys = await Promise.all(
    [...ids].map(async (id) => {
      const [survey, ...others] = await Promise.all(
        buildSurveyUrls(id).map((url) => findStored(stores, url)),
      );
      if (!survey || others.includes(undefined)) return undefined;
      const parsed = readSurvey.response.safeParse(await survey.json());
      return parsed.success ? parsed.data : undefined;
    }),
  );
  return surveys.filter((it) => it !== undefined).toSorted((a, b) => a.id - b.id);
}
