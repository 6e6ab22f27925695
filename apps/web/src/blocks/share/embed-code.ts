const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const inAttribute = (text: string) => text.replace(/[&"<>]/g, (letter) => escapes[letter] ?? letter);

interface Embedded {
  address: string;
  /** Read aloud in place of the frame. */
  title: string;
  /** Pixels; as wide as there is room unless said. */
  width?: number;
  height: number;
}

/** HTML that shows a page of ours in somebody else's. It may ask for the device's place, which a form then offers. */
export const embedCode = ({ address, title, width, height }: Embedded): string =>
  `<iframe src="${inAttribute(address)}" title="${inAttribute(title)}" width="${width ?? '100%'}" height="${height}" style="border:0;max-width:100%" loading="lazy" allow="geolocation"></iframe>`;
