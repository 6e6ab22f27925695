/** Small HEIC files for tests, good ones and ones that say what is not true. */

/** HEVC of a picture of 128 by 64 pixels: red and green above, blue and yellow below. First the decoder's configuration. */
const configuration = Buffer.from(
  'AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQAoQgEBA3AAAAMAkAAAAwAAAwAeoBAg' +
    'QWW6kkprmwIAAAMAAgAAAwACECIAAQAHRAHBcrAiQA==',
  'base64',
);
const encodedPicture = Buffer.from(
  'AAAAlSgBrwngZ8HDaiP//70X3//tzHof61s4/jaUSf/kPmKnPS0ua3dvVQlpgo9znOC8UoNZ72AbaFjPAM0X6sP232Wbk/zuhyOoPzSz' +
    'o4o9gC6hR4RD48kLjYJbgtAYpfTA+fLkzyZxf9yy+nraXBzZtt///oHDmI3uRkhLxWwHXYMt6dIZHJFKGZIhZa/zjCm+xj9atpOA',
  'base64',
);

/** A complete file of 64 by 48 pixels: red on the left, transparent blue on the right. */
export const transparentHeic: Buffer = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAvxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5w' +
    'aXRtAAAAAAACAAAAGGlkYXQAAAAAAEAAMAAAAAAAQAAwAAAAYGlsb2MBAAAAREAABAABAAAAAAAAAyAAAQAAAAAAAACHAAIAAQAAAAAA' +
    'AAABAAAAAAAAAAgAAwAAAAAAAAOnAAEAAAAAAAAAqAAEAAEAAAAAAAAAAQAAAAgAAAAIAAAAYmlpbmYAAAAAAAQAAAAVaW5mZQIAAAEA' +
    'AQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAAAVaW5mZQIAAAEAAwAAaHZjMQAAAAAVaW5mZQIAAAAABAAAZ3JpZAAAAAGxaXBy' +
    'cAAAAYRpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQED' +
    'cAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUA' +
    'AAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAcWh2Y0MBBAgAAAAAAAAAAAAe8AD8/Pj4AAAPAyAAAQAXQAEMAf//BAgAAAMAn/gA' +
    'AAMAAB66AkAhAAEAJkIBAQQIAAADAJ/4AAADAAAewIIEFlurkprmwIAAAAMAgAAAAwCEIgABAAZEAcFzwIkAAAAUaXNwZQAAAAAAAABA' +
    'AAAAQAAAABRpc3BlAAAAAAAAAEAAAAAwAAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAA' +
    'AAAlaXBtYQAAAAAAAAAEAAECgQIAAgIDhAADAoUGAAQDB4iJAAAANmlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAOZGltZwAEAAEAAwAA' +
    'AA5hdXhsAAQAAQACAAABN21kYXQAAACDKAGvCeA98yL///I/N//8sM7L+8XEV7//x1vDv9SWD//kFXphKDArh8lk5X86O69N7SfNFIsX' +
    'pVdE5Sx/JXlgTR3PlJw8q7STuatHlmbTes7yVvKkVOrE7Dl629jWHJUnZhbEUzFaSIQIdToTy3v9pesLqD+nDf35qor5QXPYyPuGh44A' +
    'AACkKAGuE8BrfEPeP8S700f//VVFKIm50DEUKobz2pX31Wp3klcPv7fQnPkhQZAfb/52tqPjwgsg5UWIO+fYnA+cpxAGn+L14H/4D/zU' +
    'P+Uch/8CAJ8twqPUzIgDH7yGi9rNrca/F6Z2Ht/nhxP/naoM4gvbn9N9iM78jzTJoma0Apsddl8bwXfE7jhC+uo92DvEFED4p9a6HXcC' +
    '1+l2G+2HNewuaLA=',
  'base64',
);

const uint16 = (...numbers: number[]) =>
  Buffer.from(numbers.flatMap((number) => [(number >> 8) & 255, number & 255]));
const uint32 = (...numbers: number[]) =>
  Buffer.concat(numbers.map((number) => uint16(number >>> 16, number & 65_535)));
const latin1 = (content: string) => Buffer.from(content, 'latin1');

/** A box: its size, its type and its content. */
const box = (type: string, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([uint32(bytes.length + 8), latin1(type), bytes]);
};
const versionedBox = (type: string, version: number, ...content: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...content);
const size = (width: number, height: number) => versionedBox('ispe', 0, uint32(width, height));

/** Rotates the picture anticlockwise by quarters of a turn. */
export const rotation = (quarters: number): Buffer => box('irot', Buffer.from([quarters]));
/** Exchanges left and right. */
export const mirrored: Buffer = box('imir', Buffer.from([1]));
/** Shows only the middle of a picture. */
export const cropTo = (width: number, height: number): Buffer =>
  box('clap', uint32(width, 1, height, 1, 0, 1, 0, 1));
/** The profile of the colors. */
export const colorProfile = (profile: Buffer): Buffer => box('colr', latin1('prof'), profile);

/** What a HEIC of a test has; the defaults make a good one. */
export interface TestHeic {
  brand?: string;
  /** How the picture is encoded. */
  codec?: string;
  /** What the header says about the size. */
  width?: number;
  height?: number;
  /** Changes of the picture and other properties. */
  properties?: readonly Buffer[];
  exif?: Buffer;
  /** Puts the picture beside itself this number of times, as phones put together large ones. */
  columns?: number;
}

interface Item {
  id: number;
  type: string;
  content: Buffer;
  /** Numbers of properties, counted from 1. */
  properties: readonly number[];
}

interface Contents {
  items: readonly Item[];
  properties: readonly Buffer[];
  references: readonly Buffer[];
  primary: number;
}

/** @param contentStart where the content of the first item lies in the file */
function buildMeta({ items, properties, references, primary }: Contents, contentStart: number): Buffer {
  let start = contentStart;
  const locations = items.map(({ id, content }) => {
    start += content.length;
    return Buffer.concat([uint16(id, 0, 1), uint32(start - content.length, content.length)]);
  });
  const entries = items.map(({ id, type }) => versionedBox('infe', 2, uint16(id, 0), latin1(`${type}\0`)));
  const uses = items.map((item) =>
    Buffer.concat([uint16(item.id), Buffer.from([item.properties.length, ...item.properties])]),
  );
  return versionedBox(
    'meta',
    0,
    versionedBox('hdlr', 0, uint32(0), latin1('pict'), uint32(0, 0, 0), latin1('\0')),
    versionedBox('pitm', 0, uint16(primary)),
    versionedBox('iloc', 0, Buffer.from([0x44, 0]), uint16(items.length), ...locations),
    versionedBox('iinf', 0, uint16(items.length), ...entries),
    versionedBox('iref', 0, ...references),
    box('iprp', box('ipco', ...properties), versionedBox('ipma', 0, uint32(items.length), ...uses)),
  );
}

const [exifId, gridId] = [100, 200];
/** Numbers of the properties of an encoded picture. */
const ofEncoded = [1, 2];

function listContents({ codec = 'hvc1', columns = 1, properties = [], exif, ...said }: TestHeic): Contents {
  const { width = 128 * columns, height = 64 } = said;
  const ids = Array.from({ length: columns }, (_, index) => index + 1);
  const isGrid = columns > 1;
  const primary = isGrid ? gridId : 1;
  const ofPicture = [3, ...properties.map((_, index) => index + 4)];
  const items = ids.map((id) => {
    const numbers = isGrid ? ofEncoded : [1, ...ofPicture];
    return { id, type: codec, content: encodedPicture, properties: numbers };
  });
  const references: Buffer[] = [];
  if (isGrid) {
    const content = Buffer.concat([Buffer.from([0, 0, 0, columns - 1]), uint16(width, height)]);
    items.push({ id: gridId, type: 'grid', content, properties: ofPicture });
    references.push(box('dimg', uint16(gridId, columns, ...ids)));
  }
  if (exif) {
    items.push({
      id: exifId,
      type: 'Exif',
      content: Buffer.concat([uint32(0), exif]),
      properties: [],
    });
    references.push(box('cdsc', uint16(exifId, 1, primary)));
  }
  const all = [box('hvcC', configuration), size(128, 64), size(width, height), ...properties];
  return { items, properties: all, references, primary };
}

/** Builds a file. */
export function buildHeic(heic: TestHeic = {}): Buffer {
  const contents = listContents(heic);
  const start = box('ftyp', latin1(heic.brand ?? 'heic'), uint32(0), latin1('mif1heic'));
  const contentStart = start.length + buildMeta(contents, 0).length + 8;
  const data = contents.items.map(({ content }) => content);
  return Buffer.concat([start, buildMeta(contents, contentStart), box('mdat', ...data)]);
}
