/** Reads a part of a ZIP archive, such as a sheet of a workbook. */
import { fromBufferPromise } from 'yauzl';

/** The text of a part; empty if there is none of that name. */
export async function readZipPart(archive: Buffer, name: string): Promise<string> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  }
  return '';
}
