/** Reads cells that name pictures: web addresses, files of this site as its exports name them, and ids. */

/** The endings of files that are pictures. */
const pictureEnding = /\.(?:jpe?g|png|gif|webp|heic|heif|avif)$/i;
/** The name of a stored picture in an export: `5/2/52c81f….jpg`. */
const storedFile = /^[0-9a-f]\/[0-9a-f]\/[0-9a-f]{32}(?:-small)?\.[a-z]{3,4}$/;
const mediaId = /^\d{1,15}$/;
const webAddress = /^https?:\/\/[^/\s]/i;

/** The longest address that is fetched. */
const maxAddressLength = 2000;
/** How many parts of a cell are told apart; the others belong to the last one. */
const maxParts = 1000;

export const isPictureId = (text: string): boolean => mediaId.test(text);
export const isStoredPictureFile = (text: string): boolean => text.length < 100 && storedFile.test(text);
export const isWebAddress = (text: string): boolean =>
  text.length <= maxAddressLength && webAddress.test(text) && URL.canParse(text);

/** Whether the path of a web address ends like the name of a picture. */
const isAddressOfPicture = (text: string): boolean =>
  isWebAddress(text) && pictureEnding.test(new URL(text).pathname);

/** Blanks, commas and semicolons; a picture in quotation marks as `joinAnswers` of exports writes it; or what stands between them. */
const partPattern = /([\s,;|，、；]+)|"((?:[^"]|"")*)"|[^\s,;|"，、；]+|"/g;
const alwaysSeparates = /[\n\r|，、；]/;

/** Whether a comma, a semicolon or a blank stands between two pictures: addresses may hold all of them. */
function areTwoPictures(before: string, separator: string, after: string): boolean {
  if (webAddress.test(after) || isStoredPictureFile(after)) return true;
  const isAfterPicture = pictureEnding.test(before) || isPictureId(before);
  return isAfterPicture && (/\s/.test(separator) || pictureEnding.test(after) || isPictureId(after));
}

/** The texts of a list in JSON; undefined for other texts. */
function parseList(text: string): string[] | undefined {
  if (!/^\[\s*"/.test(text)) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((it) => typeof it === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Splits a cell into the pictures that it names, without duplicates. A line break, `|` and the separators of Chinese lists always part two
 * pictures, others only where both sides can be one. Takes time in proportion to the length.
 */
export function splitPictureCell(text: string): string[] {
  const trimmed = text.trim();
  const pictures: string[] = parseList(trimmed) ?? [];
  if (pictures.length > 0) return [...new Set(pictures)];
  let separator = '';
  /** The last part, or an empty text where it does not begin a picture. */
  let last = '';
  let parts = 0;
  for (const match of trimmed.matchAll(partPattern)) {
    const [part, blank, quoted] = match;
    if (blank !== undefined) {
      separator = blank;
      continue;
    }
    const isFirst = pictures.length === 0;
    if (++parts > maxParts) {
      pictures[pictures.length - 1] += separator + trimmed.slice(match.index);
      break;
    }
    const isNext =
      isFirst ||
      alwaysSeparates.test(separator) ||
      (separator !== '' && (quoted !== undefined || areTwoPictures(last, separator, part)));
    if (isNext) pictures.push(quoted?.replaceAll('""', '"') ?? part);
    else pictures[pictures.length - 1] += separator + part;
    last = part;
    separator = '';
  }
  return [...new Set(pictures.map((picture) => picture.trim()).filter((picture) => picture !== ''))];
}

const isPictureOfWebOrSite = (text: string): boolean => isWebAddress(text) || isStoredPictureFile(text);

/** Characters of a cell that a guess looks at: longer ones are texts. */
const maxGuessedLength = 20_000;
const namesOnly = (text: string, test: (picture: string) => boolean): boolean => {
  if (text.length > maxGuessedLength) return false;
  const pictures = splitPictureCell(text);
  return pictures.length > 0 && pictures.every(test);
};

/** Whether a cell names nothing but pictures of the web or of this site. A number may be the id of a picture, and much else. */
export const isWrittenPictures = (text: string): boolean => namesOnly(text, isPictureOfWebOrSite);

/** The same, where each address ends like the name of a picture: the cell can hardly mean anything else. */
export const holdsPictures = (text: string): boolean =>
  namesOnly(text, (picture) => isAddressOfPicture(picture) || isStoredPictureFile(picture));

/** Whether a cell names pictures, at least one of them by its web address, and others by the names of files beside it. */
export const holdsPictureAddresses = (text: string): boolean =>
  namesOnly(text, (picture) => isPictureOfWebOrSite(picture) || pictureEnding.test(picture)) &&
  splitPictureCell(text).some(isPictureOfWebOrSite);
