/** In which encoding the texts of a Shapefile are. */

/** Code pages with names of their own. */
const codePages: Record<string, string> = {
  65001: 'utf-8',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
};

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * The encoding with a label as Shapefiles have it; undefined for none.
 * @param label content of the `.cpg` file, such as `UTF-8`, `1252`, `ANSI 1252` or `88591`
 */
export function parseEncodingLabel(label: string): string | undefined {
  const number = /(?<!\d)(\d+)$/.exec(label)?.[1] ?? '';
  const labels = [
    label,
    codePages[number] ?? '',
    `windows-${number}`,
    `ibm${number}`,
    `iso-8859-${/8859-?(\d{1,2})$/.exec(label)?.[1]}`,
  ];
  return labels.find(isEncoding);
}

/**
 * @param label see `parseEncodingLabel`
 * @param rows texts of the table: without a known label, those that are UTF-8 are read as such, others as ISO 8859-1
 */
export const findEncoding = (label: string, rows: Uint8Array): string =>
  parseEncodingLabel(label) ?? (isUtf8(rows) ? 'utf-8' : 'iso-8859-1');
