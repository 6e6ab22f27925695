/** A request that reports whatever happens to it: nothing is retried, nobody is logged out, nothing is thrown. */
import { buildBackendUrl } from '../../api/endpoint-url.ts';

export interface ProbeResponse {
  /** Absolute. */
  url: string;
  /** Null when no answer came. */
  status: number | null;
  /** Parsed; undefined when it is no JSON. */
  body: unknown;
}

/** Milliseconds. */
const timeoutMs = 15_000;

interface ProbeRequest {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export async function probe(path: string, init: ProbeRequest = {}): Promise<ProbeResponse> {
  const url = buildBackendUrl(path);
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json().catch(() => undefined);
    return { url, status: response.status, body };
  } catch {
    return { url, status: null, body: undefined };
  }
}
