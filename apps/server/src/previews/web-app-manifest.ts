/**
 * Web app manifest and icons for installing the client, with name and logo of the deployment. They are public even for a
 * private deployment, whose login page shows the same.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { buildCardText } from '@waypost/survey-logic/post-display';
import type { FastifyInstance, FastifyReply } from 'fastify';
import sharp from 'sharp';
import { ttlCache } from '../kernel/cache/ttl-cache.ts';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { storedFileOf } from '../kernel/http/api-format.ts';
import { findMediaByFile } from '../media/media.public.ts';
import { readSite } from '../settings/settings.public.ts';

/** Background and accent color of the design. */
const backgroundColor = '#fbfaf7';
const themeColor = '#0b6e69';
/** Icon sizes in pixels. */
const iconSizes = [192, 512];
/** Characters of the name under an icon. */
const maxShortNameLength = 12;
/** How long name and logo are cached. */
const cacheTtlMs = 5000;

interface AppIdentity {
  name: string;
  text: string;
  language: string;
  /** File name of the logo in the store; null for the default icon, also when the logo is not in the store. */
  logo: string | null;
}

async function readAppIdentity(db: Db): Promise<AppIdentity> {
  const { site, logo } = await inTransaction(db, 'reads', async (tx) => {
    const settings = await readSite(tx);
    const address = settings['image_header'];
    const file = typeof address === 'string' ? storedFileOf(address) : '';
    // The setting may name a file that was deleted, or that is no picture.
    return { site: settings, logo: file !== '' && (await findMediaByFile(tx, file)) ? file : null };
  });
  return {
    name: site.name || 'Waypost',
    text: buildCardText(site.description),
    language: site.language.replaceAll('_', '-'),
    logo,
  };
}

/** Version of the icons in their URLs, which changes with the logo. */
const iconVersion = ({ logo }: AppIdentity) =>
  createHash('sha256')
    .update(logo ?? '')
    .digest('hex')
    .slice(0, 10);

const shortenName = (name: string) => {
  const [first = name] = name.split(/\s+/);
  return name.length <= maxShortNameLength ? name : first.slice(0, maxShortNameLength);
};

/** The manifest (W3C "Web Application Manifest"). */
function buildManifest(identity: AppIdentity) {
  const version = iconVersion(identity);
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/app-icon/${purpose}-${size}.png?v=${version}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: identity.name,
    short_name: shortenName(identity.name),
    description: identity.text,
    lang: identity.language,
    dir: 'auto',
    start_url: '/views/map',
    scope: '/',
    display: 'standalone',
    background_color: backgroundColor,
    theme_color: themeColor,
    icons: iconSizes.flatMap((size) => [icon(size, 'any'), icon(size, 'maskable')]),
    shortcuts: [{ name: 'Report', url: '/views/create', icons: [icon(192, 'any')] }],
  };
}

/** A square icon that contains the whole logo. `maskable` ones keep it within the safe circle of all icon shapes. */
async function drawIcon(source: Buffer, size: number, isMaskable: boolean): Promise<Buffer> {
  const logoSize = Math.round(size * (isMaskable ? 0.6 : 1));
  const logo = await sharp(source, { limitInputPixels: 120_000_000 })
    .resize({
      width: logoSize,
      height: logoSize,
      fit: 'contain',
      background: isMaskable ? backgroundColor : '#00000000',
    })
    .png()
    .toBuffer();
  if (!isMaskable) return logo;
  const canvas = { width: size, height: size, channels: 4, background: backgroundColor } as const;
  return sharp({ create: canvas })
    .composite([{ input: logo }])
    .png()
    .toBuffer();
}

/**
 * Serves `/manifest.webmanifest` and the icons that it names.
 * @param dist folder of the built client, which contains the default icon
 */
export function serveWebAppManifest(
  app: FastifyInstance,
  { db, store, dist }: { db: Db; store: FileStore; dist: string },
): void {
  const cachedIdentity = ttlCache(cacheTtlMs, () => readAppIdentity(db));
  const readDefaultIcon = () => readFile(path.join(dist, 'icon-512.png'));
  const cachedIcons = ttlCache(600_000, async (key: string) => {
    const [purpose, size, ...logo] = key.split(' ');
    const file = logo.join(' ');
    const draw = (source: Buffer) => drawIcon(source, Number(size), purpose === 'maskable');
    if (file === '') return draw(await readDefaultIcon());
    // A missing or unreadable logo must not prevent the installation.
    return buffer(store.read(file))
      .then(draw)
      .catch(async () => draw(await readDefaultIcon()));
  });
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(buildManifest(await cachedIdentity('')))),
  );
  const sendIcon = async (purpose: string, size: number, reply: FastifyReply) => {
    const { logo } = await cachedIdentity('');
    const bytes = await cachedIcons(`${purpose} ${size} ${logo ?? ''}`);
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(bytes);
  };
  for (const size of iconSizes)
    for (const purpose of ['any', 'maskable'])
      app.get(`/app-icon/${purpose}-${size}.png`, (_request, reply) => sendIcon(purpose, size, reply));
}
