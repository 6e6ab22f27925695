/** Writes streams into a ZIP archive, one after the other. */
import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ReadStreamOptions, ZipFile } from 'yazl';

/** What reads the archive: the library creates a PassThrough, whose declared type lacks `destroy`. */
export const archiveOutput = (zip: ZipFile): PassThrough => zip.outputStream as PassThrough;

/**
 * Adds a stream to the archive and waits until it is read to its end. The library listens for no errors of a stream that it is given, and
 * one without a listener ends the process: here they are thrown. The archive is incomplete then, and its output has to be destroyed.
 * @throws the error of the source; another when the output was destroyed, which ends the source
 */
export async function addToArchive(
  zip: ZipFile,
  name: string,
  source: Readable,
  options: Partial<ReadStreamOptions>,
): Promise<void> {
  const output = archiveOutput(zip);
  const entry = new PassThrough();
  entry.on('error', () => undefined);
  const abandon = () => entry.destroy(output.errored ?? new Error('The archive was abandoned'));
  output.once('close', abandon);
  if (output.destroyed) abandon();
  try {
    zip.addReadStream(entry, name, options);
    await Promise.all([pipeline(source, entry), finished(entry, { writable: false })]);
  } finally {
    output.off('close', abandon);
  }
}
