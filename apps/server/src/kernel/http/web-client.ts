/** Serves the built web client: every file as it is, and its one page for every address that is the client's. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyHelmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { defaultPageSettings, type PageSettings } from '@waypost/contract/settings/page-settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageScript } from '../config/service-settings.ts';
import { type ScreenPreloads, screenPreloads } from './screen-preloads.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** What this answer's page may name to run a style of its own. */
    styleNonce: string;
  }
}

/** Where pictures, tiles and players may come from beside ourselves: the map layers, videos and posts that the spec names. */
const thirdPartyOrigins = {
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

/** What other sites' pages may show in a frame: the map or the list without an interface, and a survey's form (spec 2 §2). */
const embeddablePath = /^\/(?:(?:map|list)\/noui|posts\/create\/\d+\/noui)\/*$/;
const pathOf = (url: string | undefined): string => url?.split('?')[0] ?? '/';

/** What no page of ours uses, nor anything that it shows in a frame; where somebody is, only our own pages may ask. */
const permissionsPolicy = [
  'geolocation=(self)',
  ...[
    'accelerometer',
    'browsing-topics',
    'camera',
    'display-capture',
    'gyroscope',
    'hid',
    'idle-detection',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
  ].map((name) => `${name}=()`),
].join(', ');

/**
 * Headers that keep a page from doing what it was not made for.
 * @param origins beside this server: `media` where stored pictures are served from, `calls` what pages may send to, `scripts`
 *   whose scripts they run, `embedders` who may show our embedded pages in a frame: all sites unless given
 */
export async function secureHeaders(
  app: FastifyInstance,
  origins: {
    media?: readonly string[];
    calls?: readonly string[];
    scripts?: readonly string[];
    embedders?: readonly string[];
  } = {},
): Promise<void> {
  const { scripts = [] } = origins;
  const embedders = origins.embedders ? ["'self'", ...origins.embedders].join(' ') : '*';
  app.decorateReply('styleNonce', '');
  // Before helmet, or its header says `nonce-`.
  app.addHook('onRequest', async (_request, reply) => {
    reply.styleNonce = randomBytes(16).toString('base64');
    // Helmet is given the bare response.
    Object.assign(reply.raw, { styleNonce: reply.styleNonce });
    reply.header('permissions-policy', permissionsPolicy);
  });
  await app.register(fastifyHelmet, {
    global: true,
    crossOriginEmbedderPolicy: false,
    // Other sites' pages show our pictures and read our API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // `frame-ancestors` says it for each page.
    frameguard: false,
    // No other site learns which report somebody came from; tiles and players of others say for themselves what they need.
    referrerPolicy: { policy: 'same-origin' },
    // Whether to insist on TLS is known to whoever terminates it.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...scripts],
        'style-src': [
          "'self'",
          (_request, response) => `'nonce-${(response as unknown as FastifyReply).styleNonce}'`,
        ],
        'style-src-attr': ["'none'"],
        'img-src': [
          "'self'",
          'data:',
          'blob:',
          ...thirdPartyOrigins.images,
          ...(origins.media ?? []),
          ...scripts,
        ],
        'connect-src': ["'self'", ...thirdPartyOrigins.images, ...(origins.calls ?? []), ...scripts],
        'font-src': ["'self'"],
        'worker-src': ["'self'"],
        'frame-src': [...thirdPartyOrigins.frames, ...scripts],
        'frame-ancestors': [
          (request) =>
            embeddablePath.test(pathOf((request as { url?: string }).url)) ? embedders : "'self'",
        ],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
      },
    },
  });
}

/** Addresses that are never the client's page. */
const nonPagePath = /^\/(api|oauth|storage|docs|help|sms|health)(\/|$)/;

const htmlEscapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (letter) => htmlEscapes[letter] ?? letter);

/** What a link to a page shows where it is pasted: all of it may be known to strangers. */
export interface PagePreview {
  /** What the deployment is called. */
  site: string;
  title: string;
  text: string;
  /** Absolute, or a path of this server; null is our own picture. */
  image: string | null;
  /** Of what happened, and worth showing large; otherwise a logo. */
  isPhoto: boolean;
}

interface WebClientOptions {
  /** The built client; when it is not there, its addresses say so. */
  dist: string;
  settings?: PageSettings | undefined;
  /** Scripts of others, as the operator binds them in. */
  scripts?: readonly PageScript[] | undefined;
  /** Tells what a link to a page shows, by its path and query, and the server's own address as the caller reaches it. */
  preview?: ((request: FastifyRequest) => Promise<{ preview: PagePreview; root: string }>) | undefined;
}

/** Ours, for deployments without a picture. */
const defaultPreviewImage = '/icon-512.png';

/** Tags that programs read which show links: Open Graph, and what one of them calls its own. */
function previewTags(
  { site, title, text, image, isPhoto }: PagePreview,
  address: string,
  root: string,
): string {
  const picture = new URL(image || defaultPreviewImage, root).href;
  const tags: [string, string, string][] = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', site],
    ['property', 'og:title', title],
    ['property', 'og:description', text],
    ['property', 'og:url', address],
    ['property', 'og:image', picture],
    ['name', 'twitter:card', isPhoto ? 'summary_large_image' : 'summary'],
  ];
  return tags
    .filter(([, , content]) => content !== '')
    .map(([key, name, content]) => `<meta ${key}="${name}" content="${escapeAttribute(content)}" />`)
    .join('\n    ');
}

/** The page with what is told about it in its head; the client writes its own title once it runs. */
function insertPreview(html: string, preview: PagePreview, url: string, root: string): string {
  const tags = previewTags(preview, new URL(root + url).href, root);
  // A function, since what people wrote may look like a pattern of `replace`.
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeAttribute(preview.title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (found, start: string) =>
      preview.text === '' ? found : start + escapeAttribute(preview.text),
    )
    .replace('</head>', () => `  ${tags}\n  </head>`);
}

/** The page with the files in its head that its screen will ask for, as far as it does not name them itself. */
function insertPreloads(html: string, { scripts, styles }: ScreenPreloads): string {
  const links = [
    ...styles.map((it) => ({ href: it, kind: 'rel="preload" as="style"' })),
    ...scripts.map((it) => ({ href: it, kind: 'rel="modulepreload"' })),
  ].filter(({ href }) => !html.includes(`"${href}"`));
  const tags = links.map(({ href, kind }) => `  <link ${kind} crossorigin href="${href}" />\n  `).join('');
  return html.replace('</head>', () => `${tags}</head>`);
}

/** Whether the reader's browser asks not to be followed. */
const asksNotToTrack = ({ headers }: FastifyRequest) => headers['dnt'] === '1' || headers['sec-gpc'] === '1';

/** The page with the operator's scripts of others in its head. */
function insertScripts(html: string, scripts: readonly PageScript[]): string {
  const tags = scripts.map(({ src, data }) => {
    const named = data.map(([name, value]) => ` data-${name}="${escapeAttribute(value)}"`).join('');
    return `  <script defer src="${escapeAttribute(src)}"${named}></script>\n  `;
  });
  return html.replace('</head>', () => `${tags.join('')}</head>`);
}

/**
 * @param notFoundHandler what answers addresses that are not the client's
 */
export async function serveWebClient(
  app: FastifyInstance,
  { dist, settings = defaultPageSettings, scripts = [], preview }: WebClientOptions,
  notFoundHandler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): Promise<void> {
  const index = path.join(dist, 'index.html');
  const html = existsSync(index)
    ? readFileSync(index, 'utf8').replace('__WAYPOST_SETTINGS__', () =>
        escapeAttribute(JSON.stringify(settings)),
      )
    : '<!doctype html><title>Waypost</title><p>The web client is not built.';
  const partsOf = screenPreloads(dist);
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const plain = insertPreloads(html, partsOf(pathOf(request.url))).replaceAll(
      '__CSP_NONCE__',
      reply.styleNonce,
    );
    // Pages inside those of others are not ours to follow their readers in.
    const withoutScripts = asksNotToTrack(request) || embeddablePath.test(pathOf(request.url));
    let shown = withoutScripts ? plain : insertScripts(plain, scripts);
    try {
      const linkPreview = await preview?.(request);
      if (linkPreview) shown = insertPreview(shown, linkPreview.preview, request.url, linkPreview.root);
    } catch (error) {
      // A page without a preview is better than none.
      request.log.warn({ err: error }, 'no link preview');
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(shown);
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
    const pathname = pathOf(request.url);
    const isPage = request.method === 'GET' && !nonPagePath.test(pathname) && !path.extname(pathname);
    return isPage ? page(request, reply) : notFoundHandler(request, reply);
  });
}
