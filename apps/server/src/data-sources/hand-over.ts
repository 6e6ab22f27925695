/** Asking a gateway over HTTP to take a message: what went wrong is told by whether the message may have left. */
import { type GuardedFetch, GuardedFetchError } from '../kernel/guarded-fetch.ts';
import { SendFault } from './provider.ts';

interface HandOver {
  signal: AbortSignal;
  /** Sent as a form, or as JSON. */
  form?: URLSearchParams;
  json?: unknown;
  /** Name and password of HTTP's basic authorization. */
  login?: readonly [string, string];
}

export interface GatewayAnswer {
  status: number;
  /** Empty where it was no JSON. */
  json: unknown;
}

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/**
 * Posts to a gateway.
 * @throws SendFault when no answer came: `again` only where nothing can have arrived
 */
export async function handOver(
  fetcher: GuardedFetch,
  address: string,
  { signal, form, json, login }: HandOver,
): Promise<GatewayAnswer> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': 'Waypost',
    'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
  };
  if (login) headers['authorization'] = `Basic ${Buffer.from(login.join(':')).toString('base64')}`;
  try {
    const body = form ? form.toString() : JSON.stringify(json);
    const { status, body: said } = await fetcher.fetch(address, { method: 'POST', headers, body, signal });
    return { status, json: parsed(said.toString('utf8')) };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    throw new SendFault(error.code, { again: error.code === 'unreachable' });
  }
}
