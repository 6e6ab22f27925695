/** Who is at the device, as the pages last said: kept, since the worker is ended whenever it has nothing to do. */
import {
  forgetOthers,
  markOf,
  memoryName,
  type SessionTold,
  visitor,
} from '../src/blocks/device/cache-names.ts';

type Session = Pick<SessionTold, 'owner' | 'mark'>;
const key = '/session';
const nobody: Session = { owner: visitor, mark: null };
let known: Promise<Session> | null = null;

async function read(): Promise<Session> {
  const kept = await (await caches.open(memoryName)).match(key);
  return kept ? ((await kept.json()) as Session) : nobody;
}

export function session(): Promise<Session> {
  known ??= read().catch(() => nobody);
  return known;
}

export async function become({ owner, mark }: SessionTold): Promise<void> {
  known = Promise.resolve({ owner, mark });
  await (await caches.open(memoryName)).put(key, Response.json({ owner, mark }));
  await forgetOthers(owner);
}

/**
 * Whose answer a request gets.
 * @returns null for a token that nobody has told of: its answers are neither kept nor found
 */
export async function ownerOfRequest(request: Request): Promise<string | null> {
  const token = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  // Without a token one is shown what strangers are.
  if (token === undefined) return visitor;
  const { owner, mark } = await session();
  return (await markOf(token)) === mark ? owner : null;
}

/** Whether what was fetched for an owner may still be kept: they may have logged out while it came. */
export const isStill = async (owner: string): Promise<boolean> =>
  owner === visitor || (await session()).owner === owner;
