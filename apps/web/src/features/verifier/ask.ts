/** A request that reports whatever happens to it: nothing is retried, nobody is logged out, nothing is thrown. */
import { backendAddress } from '../../api/address.ts';

export interface Reply {
  /** Absolute. */
  url: string;
  /** Null when no answer came. */
  status: number | null;
  /** Parsed; undefined when it is no JSON. */
  body: unknown;
}

/** Milliseconds. */
const patience = 15_000;

interface Request {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export async function ask(path: string, init: Request = {}): Promise<Reply> {
  const url = backendAddress(path);
  try {
    const answer = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    const body: unknown = await answer.json().catch(() => undefined);
    return { url, status: answer.status, body };
  } catch {
    return { url, status: null, body: undefined };
  }
}
