const htmlEscapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (letter) => htmlEscapes[letter] ?? letter);

interface EmbedOptions {
  url: string;
  /** Read aloud in place of the frame. */
  title: string;
  /** Pixels; as wide as there is room unless said. */
  width?: number;
  height: number;
}

/** HTML that shows a page of ours in somebody else's. It may ask for the device's place, which a form then offers. */
export const buildEmbedCode = ({ url: address, title, width, height }: EmbedOptions): string =>
  `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" width="${width ?? '100%'}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="geolocation"></iframe>`;
