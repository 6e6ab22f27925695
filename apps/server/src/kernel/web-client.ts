/** Serves the built web client: every file as it is, and its one page for every address that is the client's. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyHelmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { defaultPageSettings, type PageSettings } from '@waypost/contract/page-settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** What this answer's page may name to run a style of its own. */
    styleNonce: string;
  }
}

/** Where pictures, tiles and players may come from beside ourselves: the map layers, videos and posts that the spec names. */
const outside = {
  images: [
    'https://tile.openstreetmap.org',
    'https://tile-a.openstreetmap.fr',
    'https://server.arcgisonline.com',
    'https://www.gravatar.com',
  ],
  frames: [
    'https://www.youtube-nocookie.com',
    'https://www.youtube.com',
    'https://player.vimeo.com',
    'https://platform.twitter.com',
  ],
};

/**
 * Headers that keep a page from doing what it was not made for.
 * @param origins beside this server: `media` where stored pictures are served from, `calls` what pages may send to
 */
export async function secureHeaders(
  app: FastifyInstance,
  origins: { media?: readonly string[]; calls?: readonly string[] } = {},
): Promise<void> {
  app.decorateReply('styleNonce', '');
  // Before helmet, or its header says `nonce-`.
  app.addHook('onRequest', async (_request, reply) => {
    reply.styleNonce = randomBytes(16).toString('base64');
    // Helmet is given the bare response.
    Object.assign(reply.raw, { styleNonce: reply.styleNonce });
  });
  await app.register(fastifyHelmet, {
    global: true,
    crossOriginEmbedderPolicy: false,
    // Other sites' pages show our pictures and read our API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Embedding the map is a feature; what may be clicked in a frame is the page's own matter.
    frameguard: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Whether to insist on TLS is known to whoever terminates it.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': [
          "'self'",
          (_request, response) => `'nonce-${(response as unknown as FastifyReply).styleNonce}'`,
        ],
        'style-src-attr': ["'none'"],
        'img-src': ["'self'", 'data:', 'blob:', ...outside.images, ...(origins.media ?? [])],
        'connect-src': ["'self'", ...outside.images, ...(origins.calls ?? [])],
        'font-src': ["'self'"],
        'worker-src': ["'self'"],
        'frame-src': outside.frames,
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
      },
    },
  });
}

/** Addresses that are never the client's page. */
const notPages = /^\/(api|oauth|storage|docs|sms|health)(\/|$)/;

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const inAttribute = (text: string) => text.replace(/[&"<>]/g, (letter) => escapes[letter] ?? letter);

interface WebClient {
  /** The built client; when it is not there, its addresses say so. */
  dist: string;
  settings?: PageSettings | undefined;
}

/**
 * @param noRoute what answers addresses that are not the client's
 */
export async function serveWebClient(
  app: FastifyInstance,
  { dist, settings = defaultPageSettings }: WebClient,
  noRoute: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): Promise<void> {
  const index = path.join(dist, 'index.html');
  const html = existsSync(index)
    ? readFileSync(index, 'utf8').replace('__WAYPOST_SETTINGS__', () => inAttribute(JSON.stringify(settings)))
    : '<!doctype html><title>Waypost</title><p>The web client is not built.';
  const page = (_request: FastifyRequest, reply: FastifyReply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(html.replaceAll('__CSP_NONCE__', reply.styleNonce));
  };
  if (existsSync(dist))
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
      setHeaders(reply, file) {
        const hashed = file.startsWith(path.join(dist, 'assets'));
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.get('/', page);
  app.get('/index.html', page);
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    const isPage = request.method === 'GET' && !notPages.test(pathname) && !path.extname(pathname);
    return isPage ? page(request, reply) : noRoute(request, reply);
  });
}
