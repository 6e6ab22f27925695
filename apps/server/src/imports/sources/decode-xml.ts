/** Decodes XML to text, by its byte order mark and the encoding that its first line declares. */

import { decodeBytes } from '../../kernel/decode-bytes.ts';
import { ImportRefusal } from './import-refusal.ts';

/** Bytes in which the declaration stands. */
const headBytes = 1000;

/** Encodings whose bytes look like ASCII, and are not. */
const escapedEncoding = /utf-?7|utf-?32|ucs-?4|^hz|^iso-2022/i;

/**
 * The encoding that a document declares; undefined for none.
 * @param head its first bytes
 * @throws ImportRefusal for one that the runtime does not know, unless the document is UTF-8 all the same
 */
function findDeclaredEncoding(head: Buffer, detected: string): string | undefined {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = head.toString('latin1').trimStart();
  const end = start.indexOf('?>');
  if (!start.startsWith('<?xml') || end === -1) return undefined;
  const label = /\sencoding\s*=\s*["']([^"'<>]{1,100})["']/.exec(start.slice(0, end))?.[1]?.trim();
  // The declaration would not be readable byte by byte in UTF-16. Whether a file is the UTF-8 that it declares is detected.
  if (!label) return undefined;
  if (!escapedEncoding.test(label) && /^(?:utf-?8|utf-?16.*|ucs-?2|unicode.*|iso-10646.*)$/i.test(label))
    return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    if (detected === 'utf-8' && !escapedEncoding.test(label)) return detected;
    throw new ImportRefusal('importMapFormat', { value: label });
  }
}

/** Whole documents of UTF-8 are hardly ever something else, whatever Western encoding they declare. */
const chooseEncoding = (head: Buffer, detected: string): string => {
  const declared = findDeclaredEncoding(head, detected) ?? detected;
  return declared === 'windows-1252' && detected === 'utf-8' ? detected : declared;
};

/**
 * Decodes a document as a stream, without byte order mark and zero bytes.
 * @param detected the encoding if the document declares none
 * @throws ImportRefusal if it declares one that is not known
 */
export async function* decodeXml(bytes: AsyncIterable<Buffer>, detected: string): AsyncGenerator<string> {
  let head: Buffer | null = Buffer.alloc(0);
  let decoder = new TextDecoder(detected);
  for await (const chunk of bytes) {
    let next: Buffer = chunk;
    if (head) {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      decoder = new TextDecoder(chooseEncoding(head, detected));
      next = head;
      head = null;
    }
    yield decoder.decode(next, { stream: true }).replaceAll('\0', '');
  }
  if (head) yield decodeBytes(head, chooseEncoding(head, detected)).replaceAll('\0', '');
  else yield decoder.decode();
}
