/** Tells responses of the server from those of proxies, firewalls and the login pages of networks. Shared with the service worker. */

/** Whether the server itself responds. Others respond with HTML, or with errors of another shape than API v3 §1.9. */
export async function isFromServer(response: Response): Promise<boolean> {
  const type = response.headers.get('content-type') ?? '';
  if (response.ok) return !type.startsWith('text/html');
  if (!type.startsWith('application/json')) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors);
}
