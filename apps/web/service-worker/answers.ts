/** What the server said, kept for when it cannot be asked: newest first, per person. */
import { answersOf, areaPrefix, picturesOf } from '../src/blocks/device/cache-names.ts';
import { find, keep } from './bounded.ts';
import { isStill, ownerOfRequest, session } from './session.ts';

/** What the map, posts and surveys are read from; nothing of people, contacts, messages, files and logs. */
const kept =
  /^\/api\/v3\/(?:config|countries|forms|tags|collections|savedsearches|roles|users\/me$|posts(?!\/export|\/\d+\/(?:messages|revisions|lock)))/;
const most = { answers: 500, pictures: 150 };
/** Bytes; larger ones would push out everything else. */
const largest = 3_000_000;
/** Milliseconds that a line may be silent before what is kept stands in. */
const patience = 12_000;

export const isKeptAnswer = ({ pathname }: URL): boolean => kept.test(pathname);

const areasOf = async (owner: string): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(areaPrefix(owner)));

/** The network's answer, or after a long silence the one that is kept, whichever is there. */
async function fetchOr(request: Request, instead: () => Promise<Response | undefined>): Promise<Response> {
  const asked = fetch(request);
  const silence = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  try {
    const first = await Promise.race([asked, silence]);
    if (first) return first;
    const found = await instead();
    if (found) {
      asked.catch(() => undefined);
      return found;
    }
    return await asked;
  } catch (error) {
    const found = request.signal.aborted ? undefined : await instead();
    if (found) return found;
    throw error;
  }
}

const isWorthKeeping = (answer: Response): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  Number(answer.headers.get('content-length') ?? 0) < largest &&
  !/no-store/.test(answer.headers.get('cache-control') ?? '');

interface Kind {
  owner: string;
  store: string;
  key: string;
  most: number;
}

async function networkFirst(event: FetchEvent, kind: Kind): Promise<Response> {
  let isFromDevice = false;
  const answer = await fetchOr(event.request, async () => {
    isFromDevice = true;
    return find([kind.store, ...(await areasOf(kind.owner))], kind.key);
  });
  if (isFromDevice || !isWorthKeeping(answer)) return answer;
  const copy = answer.clone();
  event.waitUntil(
    (async () => {
      if (!(await isStill(kind.owner))) return;
      await keep(kind.store, kind.key, copy, kind.most);
      if (!(await isStill(kind.owner))) await caches.delete(kind.store);
    })(),
  );
  return answer;
}

/** A call of the interface that only reads. */
export async function answer(event: FetchEvent): Promise<Response> {
  const owner = await ownerOfRequest(event.request);
  if (owner === null) return fetch(event.request);
  const { url } = event.request;
  return networkFirst(event, { owner, store: answersOf(owner), key: url, most: most.answers });
}

/** A stored picture: its address may carry a seal that changes, its path does not. */
export async function picture(event: FetchEvent): Promise<Response> {
  const { owner } = await session();
  const key = new URL(event.request.url).pathname;
  return networkFirst(event, { owner, store: picturesOf(owner), key, most: most.pictures });
}
