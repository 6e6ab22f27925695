/** Requests of the worker, which end in time. */

/** After this time without a response, a stored one is used if there is one. */
const fallbackAfterMs = 12_000;
/**
 * After this time without a response, a request fails. Browsers keep few connections to a server: requests that are never answered would
 * hold all of them, also once the network works again.
 */
const maxWaitMs = 60_000;

/**
 * Fetches, and fails where no response begins in time.
 * @param controller aborts the request
 */
export async function fetchInTime(
  request: Request | string,
  init: RequestInit = {},
  controller = new AbortController(),
): Promise<Response> {
  const abort = () => controller.abort();
  const timer = setTimeout(abort, maxWaitMs);
  if (request instanceof Request) request.signal.addEventListener('abort', abort);
  try {
    return await fetch(request, { ...init, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

interface Fallback {
  /** Whether the server responds with what was asked for; others than the server may respond in its place. */
  isExpected: (response: Response) => boolean | Promise<boolean>;
  readStored: () => Promise<Response | undefined>;
}

/** A response, and where it comes from; `elsewhere`: from the network, but not as expected. */
interface FoundResponse {
  response: Response;
  from: 'server' | 'store' | 'elsewhere';
}

/** The response of the server; the stored one where the network fails, takes longer than the timeout or responds with something else. */
export async function fetchOrReadStored(
  request: Request,
  { isExpected, readStored }: Fallback,
): Promise<FoundResponse> {
  const controller = new AbortController();
  const network = fetchInTime(request, {}, controller);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, fallbackAfterMs));
  const first = await Promise.race([network.catch(() => undefined), timeout]);
  if (first && (await isExpected(first))) return { response: first, from: 'server' };
  const stored = request.signal.aborted ? undefined : await readStored();
  if (stored) {
    controller.abort();
    return { response: stored, from: 'store' };
  }
  const response = await network;
  return { response, from: (await isExpected(response)) ? 'server' : 'elsewhere' };
}
