/** Serves the built web client: its files, and its one page at every path that belongs to the client. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyHelmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { defaultPageSettings, type PageSettings } from '@waypost/contract/settings/page-settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageScript } from '../config/service-settings.ts';
import { outageOf } from '../outage.ts';
import { type ScreenPreloads, screenPreloads } from './screen-preloads.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** CSP nonce of the style elements of this response's page. */
    styleNonce: string;
  }
}

/** Origins of map tiles, pictures and embedded players besides this server. */
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

/** Pages that other sites may show in a frame: the map or the list without controls, and the form of a survey (spec 2 §2). */
const embeddablePath = /^\/(?:(?:map|list)\/noui|posts\/create\/\d+\/noui)\/*$/;
const pathOf = (url: string | undefined): string => url?.split('?')[0] ?? '/';

/** Blocks browser features that no page and no frame of it uses; only our own pages may request the position. */
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
 * Sets the security headers of all responses.
 * @param origins besides this server: `media` serve stored pictures, `calls` receive requests of our pages, `scripts` serve
 *   third-party scripts, `embedders` may show our embedded pages in a frame (all sites by default)
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
  // Must run before helmet, whose header contains the nonce.
  app.addHook('onRequest', async (_request, reply) => {
    reply.styleNonce = randomBytes(16).toString('base64');
    // Helmet gets the raw response.
    Object.assign(reply.raw, { styleNonce: reply.styleNonce });
    reply.header('permissions-policy', permissionsPolicy);
  });
  await app.register(fastifyHelmet, {
    global: true,
    crossOriginEmbedderPolicy: false,
    // Pages of other sites show our pictures and call our API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // `frame-ancestors` decides it for each page.
    frameguard: false,
    // No other site learns which report a visitor came from. Tiles and players set a policy on their own elements.
    referrerPolicy: { policy: 'same-origin' },
    // HSTS is for the proxy that terminates TLS.
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

/**
 * Paths that never are pages of the client, in any case and with repeated slashes: a script that misspells an address must not take
 * a page for an answer. Scripts ask `/migrate` and `/migration` of other servers for JSON; `/frontlinesms`, `/nexmo` and `/smssync`
 * are callbacks of gateways (API v3 §2.24).
 */
const nonPagePath =
  /^\/+(api|oauth|storage|docs|help|sms|frontlinesms|nexmo|smssync|health|migrate|migration)(\/|$)/i;

/** Whether a path that no route has is a page of the client. The router has refused broken percent encoding before. */
const isClientPage = (pathname: string): boolean =>
  !nonPagePath.test(decodeURIComponent(pathname)) && !path.extname(pathname);

const htmlEscapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeAttribute = (text: string) =>
  text.replace(/[&"<>]/g, (character) => htmlEscapes[character] ?? character);

/** The preview of a link to a page. It is public: it holds only what every visitor may read. */
export interface PagePreview {
  /** Name of the deployment. */
  site: string;
  title: string;
  text: string;
  /** Absolute URL, or a path of this server; null for the default picture. */
  image: string | null;
  /** True for a photo of a post or a map, which is shown large; false for a logo. */
  isPhoto: boolean;
}

interface WebClientOptions {
  /** Directory of the built client; when it is missing, its pages say so. */
  dist: string;
  settings?: PageSettings | undefined;
  /** Third-party scripts that the operator configured. */
  scripts?: readonly PageScript[] | undefined;
  /** Reads the preview of the requested page, and the URL of this server as the caller reaches it. */
  preview?: ((request: FastifyRequest) => Promise<{ preview: PagePreview; baseUrl: string }>) | undefined;
}

/** Seconds after which a page may be requested again while the database is gone. */
const retryAfterSeconds = 5;

/** For deployments without a picture of their own. */
const defaultPreviewImage = '/icon-512.png';

/** Open Graph and Twitter tags, which programs read that show link previews. */
function previewTags(
  { site, title, text, image, isPhoto }: PagePreview,
  pageUrl: string,
  baseUrl: string,
): string {
  const imageUrl = new URL(image || defaultPreviewImage, baseUrl).href;
  const tags: [string, string, string][] = [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', site],
    ['property', 'og:title', title],
    ['property', 'og:description', text],
    ['property', 'og:url', pageUrl],
    ['property', 'og:image', imageUrl],
    ['name', 'twitter:card', isPhoto ? 'summary_large_image' : 'summary'],
  ];
  return tags
    .filter(([, , content]) => content !== '')
    .map(([key, name, content]) => `<meta ${key}="${name}" content="${escapeAttribute(content)}" />`)
    .join('\n    ');
}

/** Puts title, description and preview tags into the head of the page; the client sets its own title once it runs. */
function insertPreview(html: string, preview: PagePreview, url: string, baseUrl: string): string {
  const tags = previewTags(preview, new URL(baseUrl + url).href, baseUrl);
  // Replacement functions, since text of people may contain patterns such as `$&`.
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeAttribute(preview.title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (match, start: string) =>
      preview.text === '' ? match : start + escapeAttribute(preview.text),
    )
    .replace('</head>', () => `  ${tags}\n  </head>`);
}

/**
 * Puts preload links for the files of the screen into the head, except for those that the page names already. Scripts of the app have a low
 * priority: on a slow connection the first API requests and the map's first picture must not wait for them.
 */
function insertPreloads(html: string, { earlyScripts, scripts, styles }: ScreenPreloads): string {
  const links = [
    ...earlyScripts.map((href) => ({ href, attributes: 'rel="modulepreload"' })),
    ...styles.map((href) => ({ href, attributes: 'rel="preload" as="style"' })),
    ...scripts.map((href) => ({ href, attributes: 'rel="modulepreload" fetchpriority="low"' })),
  ].filter(({ href }) => !html.includes(`"${href}"`));
  const tags = links
    .map(({ href, attributes }) => `  <link ${attributes} crossorigin href="${href}" />\n  `)
    .join('');
  return html.replace('</head>', () => `${tags}</head>`);
}

/** Whether the browser sends Do Not Track or Global Privacy Control. */
const hasTrackingOptOut = ({ headers }: FastifyRequest) =>
  headers['dnt'] === '1' || headers['sec-gpc'] === '1';

/** Puts the third-party scripts of the operator into the head of the page. */
function insertScripts(html: string, scripts: readonly PageScript[]): string {
  const tags = scripts.map(({ src, data }) => {
    const dataAttributes = data.map(([name, value]) => ` data-${name}="${escapeAttribute(value)}"`).join('');
    return `  <script defer src="${escapeAttribute(src)}"${dataAttributes}></script>\n  `;
  });
  return html.replace('</head>', () => `${tags.join('')}</head>`);
}

/** Serves the files of the built client. Their compressed versions are sent to browsers that accept them. */
async function serveClientFiles(app: FastifyInstance, dist: string): Promise<void> {
  const options = { index: false as const, preCompressed: true, decorateReply: false, cacheControl: false };
  const assets = path.join(dist, 'assets');
  // One route for all of them: a route for each of a thousand files takes a second of processor time at every start.
  if (existsSync(assets))
    await app.register(fastifyStatic, {
      ...options,
      root: assets,
      prefix: '/assets/',
      // Other paths are pages of the client, as everywhere else.
      allowedPath: (pathname) => path.extname(pathname) !== '',
      // Their names contain a hash of their content.
      setHeaders: (reply) => {
        reply.header('cache-control', 'public, max-age=31536000, immutable');
      },
    });
  await app.register(fastifyStatic, {
    ...options,
    root: dist,
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**', 'assets/**'],
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
    },
  });
}

/**
 * Mounts the web client.
 * @param notFoundHandler answers paths that are not the client's
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
  const findPreloads = screenPreloads(dist);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const withPreloads = insertPreloads(html, findPreloads(pathOf(request.url))).replaceAll(
      '__CSP_NONCE__',
      reply.styleNonce,
    );
    // Embedded pages run no analytics: their visitors are those of another site.
    const withoutScripts = hasTrackingOptOut(request) || embeddablePath.test(pathOf(request.url));
    let page = withoutScripts ? withPreloads : insertScripts(withPreloads, scripts);
    try {
      const linkPreview = await preview?.(request);
      if (linkPreview) page = insertPreview(page, linkPreview.preview, request.url, linkPreview.baseUrl);
    } catch (error) {
      // A page without a preview is better than none. While the database is gone, programs learn it from the status; the page
      // itself says it, and shows what is stored on the device.
      if (outageOf(error) === 'server.no-database') reply.code(503).header('retry-after', retryAfterSeconds);
      else request.log.warn({ err: error }, 'the link preview could not be read');
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  };
  if (existsSync(dist)) await serveClientFiles(app, dist);
  app.get('/', sendPage);
  app.get('/index.html', sendPage);
  app.setNotFoundHandler((request, reply) => {
    const pathname = pathOf(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return isRead && isClientPage(pathname) ? sendPage(request, reply) : notFoundHandler(request, reply);
  });
}
