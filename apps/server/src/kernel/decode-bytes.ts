/**
 * Decodes bytes in an encoding that a file declares. Node.js 20 to 24 read windows-1252, and with it ISO 8859-1, as if bytes 0x80 to 0x9F were
 * control characters, unless they decode a stream (nodejs/node#56542): quotation marks, dashes and the euro sign would be lost.
 */

/** Decodes one sequence of bytes after the other. @throws RangeError for an unknown encoding */
export function createBytesDecoder(encoding: string): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** @throws RangeError for an unknown encoding */
export const decodeBytes = (bytes: Uint8Array, encoding: string): string =>
  createBytesDecoder(encoding)(bytes);

/** Control characters that no text has: 0x80 to 0x9F. */
const firstControl = 0x80;
const windowsCharacters = decodeBytes(
  Uint8Array.from({ length: 32 }, (_, at) => firstControl + at),
  'windows-1252',
);

/** A text that was decoded elsewhere, with the characters of windows-1252 in place of control characters. */
export const repairWindows1252 = (text: string): string =>
  text.replace(
    /\p{Cc}/gu,
    (character) => windowsCharacters[character.charCodeAt(0) - firstControl] ?? character,
  );
