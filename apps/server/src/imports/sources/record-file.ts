/** Keeps records in a temporary file, as lines of JSON, so that they can be read again without parsing the file that they came from. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefusal } from './import-refusal.ts';

/** Where temporary files may be written. */
export interface TemporarySpace {
  /** The caller deletes it with its files. */
  directory: string;
  /** Of one file. */
  maxBytes: number;
}

/** Bytes that are written or read at once. */
const blockBytes = 65_536;

/** Reads the lines of a file, each of which ends with a line feed. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: blockBytes })) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/**
 * Writes records, which JSON can hold, to a file.
 * @returns reads them again
 * @throws ImportRefusal when the file becomes too large
 */
export async function storeRecords<Value>(
  records: AsyncIterable<Value>,
  { directory, maxBytes }: TemporarySpace,
): Promise<() => AsyncGenerator<Value>> {
  const name = path.join(directory, 'records');
  const file = await open(name, 'wx', 0o600);
  let pending = '';
  let size = 0;
  const writePending = async () => {
    const bytes = Buffer.from(pending);
    size += bytes.length;
    if (size > maxBytes) throw new ImportRefusal('importTooLarge', { max: maxBytes });
    await file.appendFile(bytes);
    pending = '';
  };
  try {
    for await (const record of records) {
      // JSON has no line feed of its own.
      pending += `${JSON.stringify(record)}\n`;
      if (pending.length >= blockBytes) await writePending();
    }
    await writePending();
  } finally {
    await file.close();
  }
  return async function* () {
    for await (const line of readLines(name)) yield JSON.parse(line) as Value;
  };
}
