/**
 * What a browser is told that installs the client as an app: the deployment's own name and logo. Everybody may know it, also
 * of a private deployment, whose login shows the same.
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
import { storagePath } from '../kernel/http/api-format.ts';
import { readSite } from '../settings/settings.public.ts';

/** Paper and accent of the design. */
const backgroundColor = '#fbfaf7';
const themeColor = '#0b6e69';
/** Pixels a side. Devices that cut icons to a shape show the middle of the second kind. */
const iconSizes = [192, 512];
/** Characters under an icon. */
const maxShortNameLength = 12;
/** Milliseconds that name and logo are remembered. */
const cacheTtlMs = 5000;

interface AppIdentity {
  name: string;
  text: string;
  language: string;
  /** Where the logo lies in the store; null for ours, also when the logo is somewhere else. */
  logo: string | null;
}

async function readAppIdentity(db: Db): Promise<AppIdentity> {
  const site = await inTransaction(db, 'reads', readSite);
  const said = site['image_header'];
  const logo = typeof said === 'string' ? said : '';
  const at = logo.indexOf(`${storagePath}/`);
  return {
    name: site.name || 'Waypost',
    text: buildCardText(site.description),
    language: site.language.replaceAll('_', '-'),
    logo: at < 0 ? null : decodeURIComponent(logo.slice(at + storagePath.length + 1).split('?')[0] ?? ''),
  };
}

/** A word for what the icons are made of, so that a new logo has new addresses. */
const iconVersion = ({ logo }: AppIdentity) =>
  createHash('sha256')
    .update(logo ?? '')
    .digest('hex')
    .slice(0, 10);

const shortenName = (name: string) => {
  const [first = name] = name.split(/\s+/);
  return name.length <= maxShortNameLength ? name : first.slice(0, maxShortNameLength);
};

/** The manifest of an app (W3C "Web Application Manifest"). */
function buildManifest(installed: AppIdentity) {
  const version = iconVersion(installed);
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/app-icon/${purpose}-${size}.png?v=${version}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: installed.name,
    short_name: shortenName(installed.name),
    description: installed.text,
    lang: installed.language,
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

/** A square with the logo inside, all of it; `maskable` ones keep it within the circle that every shape leaves. */
async function drawIcon(source: Buffer, size: number, isMaskable: boolean): Promise<Buffer> {
  const inner = Math.round(size * (isMaskable ? 0.6 : 1));
  const logo = await sharp(source, { limitInputPixels: 120_000_000 })
    .resize({
      width: inner,
      height: inner,
      fit: 'contain',
      background: isMaskable ? backgroundColor : '#00000000',
    })
    .png()
    .toBuffer();
  if (!isMaskable) return logo;
  const ground = { width: size, height: size, channels: 4, background: backgroundColor } as const;
  return sharp({ create: ground })
    .composite([{ input: logo }])
    .png()
    .toBuffer();
}

/**
 * Serves `/manifest.webmanifest` and the icons that it names.
 * @param dist of the built client, where our own icon lies
 */
export function serveWebAppManifest(
  app: FastifyInstance,
  { db, store, dist }: { db: Db; store: FileStore; dist: string },
): void {
  const known = ttlCache(cacheTtlMs, () => readAppIdentity(db));
  const ours = () => readFile(path.join(dist, 'icon-512.png'));
  const drawn = ttlCache(600_000, async (key: string) => {
    const [purpose, size, ...logo] = key.split(' ');
    const file = logo.join(' ');
    const draw = (source: Buffer) => drawIcon(source, Number(size), purpose === 'maskable');
    if (file === '') return draw(await ours());
    // A logo that is gone or cannot be read must not keep anybody from installing.
    return buffer(store.read(file))
      .then(draw)
      .catch(async () => draw(await ours()));
  });
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(buildManifest(await known('')))),
  );
  const icon = async (purpose: string, size: number, reply: FastifyReply) => {
    const { logo } = await known('');
    const bytes = await drawn(`${purpose} ${size} ${logo ?? ''}`);
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(bytes);
  };
  for (const size of iconSizes)
    for (const purpose of ['any', 'maskable'])
      app.get(`/app-icon/${purpose}-${size}.png`, (_request, reply) => icon(purpose, size, reply));
}
