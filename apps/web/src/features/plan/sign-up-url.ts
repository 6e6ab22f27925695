/** Where signing up for a plan leads: the operator's address, told who asks and for which plan (spec 3 §2). Pure. */
export function buildSignUpUrl(
  baseUrl: string,
  { hostname, username, tier }: { hostname: string; username: string; tier: string },
): string {
  const url = new URL(baseUrl);
  // `river` of `river.example.org`; an address by number, or without a domain, has none.
  const isNamed = /[a-z]/i.test(hostname) && !hostname.includes(':') && hostname.includes('.');
  url.searchParams.set('subdomain', isNamed ? (hostname.split('.')[0] ?? '') : '');
  url.searchParams.set('username', username);
  url.searchParams.set('tier', tier);
  return url.href;
}
