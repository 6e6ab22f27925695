/** A request whose outcome is returned, whatever it is: no retry, no logout, no exception. */
import { buildBackendUrl } from '../../api/endpoint-url.ts';

export interface ProbeResponse {
  /** Absolute URL. */
  url: string;
  /** Null without a response. */
  status: number | null;
  /** The parsed body; undefined when it is not JSON. */
  body: unknown;
}

/** Timeout in milliseconds. */
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
