/** Who is logged in, as the pages last reported. Stored, since the browser stops an idle worker at any time. */
import {
  deleteCachesOfOthers,
  hashToken,
  type SessionMessage,
  visitorOwner,
  workerStateCacheName,
} from '../src/blocks/device/cache-names.ts';

type Session = Pick<SessionMessage, 'owner' | 'mark'>;
const sessionKey = '/session';
const visitorSession: Session = { owner: visitorOwner, mark: null };
let sessionPromise: Promise<Session> | null = null;

async function readSession(): Promise<Session> {
  const stored = await (await caches.open(workerStateCacheName)).match(sessionKey);
  return stored ? ((await stored.json()) as Session) : visitorSession;
}

/** The current session; a visitor's until a page has reported one. */
export function getSession(): Promise<Session> {
  sessionPromise ??= readSession().catch(() => visitorSession);
  return sessionPromise;
}

/** Stores the session and deletes the caches of other people. */
export async function setSession({ owner, mark }: SessionMessage): Promise<void> {
  sessionPromise = Promise.resolve({ owner, mark });
  await (await caches.open(workerStateCacheName)).put(sessionKey, Response.json({ owner, mark }));
  await deleteCachesOfOthers(owner);
}

/**
 * The owner of the cache that a request uses.
 * @returns null for a token that no page has reported: its responses are neither cached nor read from a cache
 */
export async function ownerOfRequest(request: Request): Promise<string | null> {
  const token = /^Bearer +([^ ].*)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  // A request without a token gets what every visitor gets.
  if (token === undefined) return visitorOwner;
  const { owner, mark } = await getSession();
  return (await hashToken(token)) === mark ? owner : null;
}

/** Whether a response for an owner may still be cached: they may have logged out while it loaded. */
export const isCurrentOwner = async (owner: string): Promise<boolean> =>
  owner === visitorOwner || (await getSession()).owner === owner;
