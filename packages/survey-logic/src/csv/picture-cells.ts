/** Reads cells that name pictures: web addresses, files of this site as its exports name them, and ids. */

/** The endings of files that are pictures. */
const pictureEnding = /\.(?:jpe?g|png|gif|webp|heic|heif|avif)$/i;
/** The name of a stored picture in an export: `5/2/52c81f….jpg`. */
const storedFile = /^[0-9a-f]\/[0-9a-f]\/[0-9a-f]{32}(?:-small)?\.[a-z]{3,4}$/;
const mediaId = /^\d{1,15}$/;
const webAddress = /^https?:\/\/[^/\s]/i;

/** The longest address that is fetched. */
const maxAddressLength = 2000;
/** How many pictures of a cell are read. */
const maxPictures = 100;

export const isPictureId = (text: string): boolean => mediaId.test(text);
export const isStoredPictureFile = (text: string): boolean => text.length < 100 && storedFile.test(text);
export const isWebAddress = (text: string): boolean =>
  text.length <= maxAddressLength && webAddress.test(text) && URL.canParse(text);

/** Whether the path of a web address ends like the name of a picture. */
const isAddressOfPicture = (text: string): boolean =>
  isWebAddress(text) && pictureEnding.test(new URL(text).pathname);

/** Blanks, commas and semicolons; a picture in quotation marks as `joinAnswers` of exports writes it; or what stands between them. */
const partPattern = /([\s,;|]+)|"((?:[^"]|"")*)"|[^\s,;|"]+|"/g;

/**
 * Splits a cell into the pictures that it names, without duplicates. Addresses may hold commas, and names of files blanks: a line break and
 * `|` always part two pictures, a comma, a semicolon or a blank only after the name of a picture or an id, and before an address. Takes time
 * in proportion to the length.
 */
export function splitPictureCell(text: string): string[] {
  const pictures: string[] = [];
  let separator = '';
  /** The last part, and whether it is the whole of the last picture. */
  let last = '';
  let isWhole = true;
  for (const [part, blank, quoted] of text.trim().matchAll(partPattern)) {
    if (blank !== undefined) {
      separator = blank;
      continue;
    }
    const picture = quoted?.replaceAll('""', '"') ?? part;
    const isPicture = webAddress.test(picture) || isStoredPictureFile(picture) || quoted !== undefined;
    const isAfterPicture: boolean = pictureEnding.test(last) || (isWhole && isPictureId(last));
    isWhole =
      pictures.length === 0 ||
      /[\n\r|]/.test(separator) ||
      (separator !== '' && (isPicture || isAfterPicture));
    if (isWhole) pictures.push(picture);
    else pictures[pictures.length - 1] += separator + picture;
    if (pictures.length > maxPictures) break;
    last = picture;
    separator = '';
  }
  return [...new Set(pictures.map((picture) => picture.trim()).filter((picture) => picture !== ''))];
}

/** Whether a cell holds nothing but pictures that can be taken. */
export function isWrittenPictures(text: string): boolean {
  const pictures = splitPictureCell(text);
  return (
    pictures.length > 0 &&
    pictures.every((it) => isPictureId(it) || isStoredPictureFile(it) || isWebAddress(it))
  );
}

/** Whether a cell holds web addresses, all of them or those of pictures only, or files of this site: it can hardly mean anything else. */
export const holdsPictureAddresses = (text: string): boolean => splitPictureCell(text).some(isWebAddress);
export const holdsPictures = (text: string): boolean =>
  splitPictureCell(text).some((it) => isAddressOfPicture(it) || isStoredPictureFile(it));
