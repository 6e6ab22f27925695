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
  /** The body as text. */
  text: string;
}

/** What a gateway said in an error: the message in its JSON, else the beginning of the text. */
export function readGatewayText({ json, text }: Pick<GatewayResponse, 'json' | 'text'>): string {
  const { message, error, title, detail } = json as Record<string, unknown>;
  const found = [message, detail, error, title].find((it) => typeof it === 'string' && it !== '');
  return typeof found === 'string' ? found : text.replace(/<[^<>]*>/g, ' ');
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
    const text = responseBody.toString('utf8');
    return { status, json: parseJsonObject(text), text };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    throw new SendError(error.code, { isRetryable: error.code === 'unreachable', cause: error });
  }
}
