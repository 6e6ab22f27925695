/** Links to videos of YouTube and Vimeo, the only supported services (spec 2 §5). */
import { parseUrl } from '@waypost/contract/common/parse-url';

const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtu.be',
  'www.youtu.be',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com', 'm.vimeo.com', 'player.vimeo.com']);

/** Every id has 11 characters. */
const youtubeIdPattern = /^[\w-]{11}$/;
/** What the player takes in the place of an id for a list or the live program of a channel. */
const youtubeNonIds = new Set(['videoseries', 'live_stream']);

/**
 * The paths of single videos: the id, and the hash without which the player refuses an unlisted one. Everything else
 * (showcases, events, films for sale, reviews, people) has numbers, too, which are not ids of videos.
 */
const vimeoPath =
  /^(?:(?:manage\/)?videos?\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|(?:showcase|album)\/\d+\/video\/)?(\d{3,12})(?:\/([\da-f]{6,40}))?(?:\/|$)/;
const vimeoHashPattern = /^[\da-f]{6,40}$/;

/** `90`, `90s`, `1m30s` or `1h2m3s`. */
const startPattern = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/;

/** The second at which the video begins; 0 if the link says none that is readable. */
function readStart({ searchParams, hash }: URL): number {
  const text =
    searchParams.get('t') ??
    searchParams.get('start') ??
    searchParams.get('time_continue') ??
    new URLSearchParams(hash.slice(1)).get('t') ??
    '';
  const [, hours = 0, minutes = 0, seconds = 0] = startPattern.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function youtubeEmbedUrl(url: URL, path: readonly string[]): string | null {
  const [first = '', second = ''] = path;
  const isNamedByQuery = first === 'watch' || first === '';
  const id = url.hostname.endsWith('youtu.be')
    ? first
    : ['embed', 'shorts', 'live', 'v'].includes(first)
      ? second
      : isNamedByQuery
        ? (url.searchParams.get('v') ?? '')
        : '';
  if (!youtubeIdPattern.test(id) || youtubeNonIds.has(id)) return null;
  const start = readStart(url);
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

function vimeoEmbedUrl(url: URL, path: readonly string[]): string | null {
  const [, id, pathHash] = vimeoPath.exec(path.join('/')) ?? [];
  if (id === undefined) return null;
  const hash = [url.searchParams.get('h') ?? '', pathHash ?? ''].find((it) => vimeoHashPattern.test(it));
  const start = readStart(url);
  return `https://player.vimeo.com/video/${id}?${hash ? `h=${hash}&` : ''}dnt=1${start > 0 ? `#t=${start}s` : ''}`;
}

/**
 * The player URL of a YouTube or Vimeo link, without tracking cookies. It keeps what the player needs: the hash of an
 * unlisted video and the time at which it begins. The player URL of a player URL is the same.
 * @returns null if the text is not a link to one video that can be embedded
 */
export function toVideoEmbedUrl(text: string): string | null {
  const trimmed = text.trim();
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = parseUrl(address);
  if (!url) return null;
  const path = url.pathname.split('/').filter((it) => it !== '');
  if (youtubeHosts.has(url.hostname)) return youtubeEmbedUrl(url, path);
  return vimeoHosts.has(url.hostname) ? vimeoEmbedUrl(url, path) : null;
}
