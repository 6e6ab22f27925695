/** Asking a gateway over HTTP to take a message: what went wrong is told by whether the message may have left. */
import { type GuardedFetch, GuardedFetchError } from '../../kernel/security/guarded-fetch.ts';
import { SendError } from '../provider.ts';

interface GatewayRequest {
  signal: AbortSignal;
  /** Sent as a form, or as JSON. */
  form?: URLSearchParams;
  json?: unknown;
  /** Name and password of HTTP's basic authorization. */
  basicAuth?: readonly [string, string];
}

export interface GatewayResponse {
  status: number;
  /** Empty where it was no JSON. */
  json: unknown;
}

const parseJsonObject = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/**
 * Posts to a gateway.
 * @throws SendError when no answer came: `again` only where nothing can have arrived
 */
export async function postToGateway(
  fetcher: GuardedFetch,
  url: string,
  { signal, form, json, basicAuth: login }: GatewayRequest,
): Promise<GatewayResponse> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': 'Waypost',
    'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
  };
  if (login) headers['authorization'] = `Basic ${Buffer.from(login.join(':')).toString('base64')}`;
  try {
    const body = form ? form.toString() : JSON.stringify(json);
    const { status, body: responseBody } = await fetcher.fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
    });
    return { status, json: parseJsonObject(responseBody.toString('utf8')) };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    throw new SendError(error.code, { again: error.code === 'unreachable' });
  }
}
