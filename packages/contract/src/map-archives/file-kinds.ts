/** What a map file is by its first bytes, whatever its name says. */

/** `PMTiles`, and version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
const archiveStart = [...new TextEncoder().encode('PMTiles'), 3];

/** Bytes of a length, before the header of the first blob (https://wiki.openstreetmap.org/wiki/PBF_Format), which begins with its type. */
const extractOffset = 4;
const extractStart = [...new TextEncoder().encode('\n\tOSMHeader')];

/** Bytes that are needed to tell them apart. */
export const fileKindBytes = extractOffset + extractStart.length;

const hasBytes = (head: Uint8Array, offset: number, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[offset + index] === byte);

/** Whether a file begins as an OSM PBF file does. @param head its first bytes */
export const isExtractHead = (head: Uint8Array): boolean => hasBytes(head, extractOffset, extractStart);

/** Whether a file begins as a PMTiles archive does that can be read. @param head its first bytes */
export const isArchiveHead = (head: Uint8Array): boolean => hasBytes(head, 0, archiveStart);
