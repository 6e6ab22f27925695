const htmlEscapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (letter) => htmlEscapes[letter] ?? letter);

interface EmbedOptions {
  url: string;
  /** Title of the frame for screen readers. */
  title: string;
  /** Pixels; the available width by default. */
  width?: number;
  height: number;
}

/** HTML that embeds one of our pages in another site. The frame may request the device's location, which a form offers. */
export const buildEmbedCode = ({ url, title, width, height }: EmbedOptions): string =>
  `<iframe src="${escapeAttribute(url)}" title="${escapeAttribute(title)}" width="${width ?? '100%'}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="geolocation"></iframe>`;
