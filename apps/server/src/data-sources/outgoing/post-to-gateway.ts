/** Requests to gateways over HTTP. Errors distinguish whether the message may have been sent. */
import { type GuardedFetch, GuardedFetchError } from '../../kernel/security/guarded-fetch.ts';
import { SendError } from '../provider.ts';

interface GatewayRequest {
  signal: AbortSignal;
  /** The body, as a form or as JSON. */
  form?: URLSearchParams;
  json?: unknown;
  /** User name and password for HTTP basic authentication. */
  basicAuth?: readonly [string, string];
}

/** The response of a gateway. */
export interface GatewayResponse {
  status: number;
  /** An empty object if the body was no JSON object. */
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
 * @throws SendError if there is no response; retryable only if the gateway cannot have received the request
 */
export async function postToGateway(
  fetcher: GuardedFetch,
  url: string,
  { signal, form, json, basicAuth }: GatewayRequest,
): Promise<GatewayResponse> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': 'Waypost',
    'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
  };
  if (basicAuth) headers['authorization'] = `Basic ${Buffer.from(basicAuth.join(':')).toString('base64')}`;
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
    throw new SendError(error.code, { isRetryable: error.code === 'unreachable' });
  }
}
