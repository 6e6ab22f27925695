/** Who is at the device, as the pages last said: kept, since the worker is ended whenever it has nothing to do. */
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

export function getSession(): Promise<Session> {
  sessionPromise ??= readSession().catch(() => visitorSession);
  return sessionPromise;
}

export async function setSession({ owner, mark }: SessionMessage): Promise<void> {
  sessionPromise = Promise.resolve({ owner, mark });
  await (await caches.open(workerStateCacheName)).put(sessionKey, Response.json({ owner, mark }));
  await deleteCachesOfOthers(owner);
}

/**
 * Whose answer a request gets.
 * @returns null for a token that nobody has told of: its answers are neither kept nor found
 */
export async function ownerOfRequest(request: Request): Promise<string | null> {
  const token = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  // Without a token one is shown what strangers are.
  if (token === undefined) return visitorOwner;
  const { owner, mark } = await getSession();
  return (await hashToken(token)) === mark ? owner : null;
}

/** Whether what was fetched for an owner may still be kept: they may have logged out while it came. */
export const isCurrentOwner = async (owner: string): Promise<boolean> =>
  owner === visitorOwner || (await getSession()).owner === owner;
