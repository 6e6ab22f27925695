/** Files that programs look for at fixed paths: `/robots.txt` (RFC 9309) and `/.well-known/security.txt` (RFC 9116). */
import type { FastifyInstance } from 'fastify';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { readSite } from '../settings/settings.public.ts';

/** RFC 9116 recommends less than a year. */
const securityContactDays = 90;

const plainText = 'text/plain; charset=utf-8';

/** Crawlers may read the pages of an open deployment; the API is no page. */
const robots = (isPrivate: boolean) =>
  ['User-agent: *', ...(isPrivate ? ['Disallow: /'] : ['Disallow: /api/', 'Disallow: /oauth/']), ''].join(
    '\n',
  );

function securityContact(email: string): string {
  const expires = new Date();
  expires.setUTCHours(0, 0, 0, 0);
  expires.setUTCDate(expires.getUTCDate() + securityContactDays);
  return [`Contact: mailto:${encodeURI(email)}`, `Expires: ${expires.toISOString()}`, ''].join('\n');
}

/** Serves the files. `security.txt` names the deployment's contact address; without one it does not exist. */
export function serveWellKnownFiles(app: FastifyInstance, db: Db): void {
  // Not cached: crawlers must not read on once everything public is hidden.
  const readCurrentSite = () => inTransaction(db, 'reads', readSite);
  app.get('/robots.txt', async (_request, reply) =>
    reply.type(plainText).send(robots((await readCurrentSite()).private)),
  );
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { email } = await readCurrentSite();
    return email === '' ? reply.callNotFound() : reply.type(plainText).send(securityContact(email));
  });
}
