/** Links to videos of YouTube and Vimeo, the only supported services (spec 2 §5). */
import { parseUrl } from '@waypost/contract/common/parse-url';

const youtubeIdPattern = /^[\w-]{6,20}$/;

function youtubeEmbedUrl(url: URL, host: string): string | null {
  const [first = '', second = ''] = url.pathname.split('/').filter((it) => it !== '');
  const id =
    host === 'youtu.be'
      ? first
      : ['embed', 'shorts', 'live', 'v'].includes(first)
        ? second
        : (url.searchParams.get('v') ?? '');
  return youtubeIdPattern.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null;
}

function vimeoEmbedUrl(url: URL): string | null {
  const id = url.pathname.split('/').find((it) => /^\d{3,12}$/.test(it));
  return id === undefined ? null : `https://player.vimeo.com/video/${id}?dnt=1`;
}

/**
 * The player URL of a YouTube or Vimeo link, without tracking cookies.
 * @returns null if the text is not such a link
 */
export function toVideoEmbedUrl(text: string): string | null {
  const trimmed = text.trim();
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = parseUrl(address);
  if (!url) return null;
  const host = url.hostname.toLowerCase().replace(/^(?:www|m)\./, '');
  if (['youtube.com', 'youtube-nocookie.com', 'youtu.be'].includes(host)) return youtubeEmbedUrl(url, host);
  return host === 'vimeo.com' || host === 'player.vimeo.com' ? vimeoEmbedUrl(url) : null;
}
