/** A request that carries a file: read whole, or handed on as it comes in. */
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** A file that came with a multipart request, whole in memory; its size is bounded by the app's limit. */
export interface Upload {
  name: string;
  bytes: Buffer;
  /** The file was larger than the limit, and `bytes` holds only its beginning. */
  tooLarge: boolean;
}

/** A file that is still coming in: read all of it before asking whether it is too large. */
export interface Incoming {
  name: string;
  /** As the client says. */
  type: string;
  bytes: Readable;
  /** Whether it was cut off at the limit. */
  isTooLarge: () => boolean;
}

interface Multipart<T> {
  upload: T | undefined;
  fields: Record<string, unknown>;
}

/** Whether the parser says that a form is cut off or not built as one, which is no fault of the server. */
const isBrokenForm = (error: unknown): error is Error =>
  error instanceof Error && /multipart data|^Multipart:|^Malformed/.test(error.message);

/**
 * @param take what becomes of the file
 * @param most bytes of the file; the app's limit unless said otherwise
 * @throws Problem 400 when the request is none of several parts, or is cut off
 */
export async function readMultipart<T>(
  request: FastifyRequest,
  take: (file: Incoming) => Promise<T>,
  most?: number,
): Promise<Multipart<T>> {
  if (!request.isMultipart()) throw new Problem('upload.missing-file');
  let upload: T | undefined;
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts(most === undefined ? {} : { limits: { fileSize: most } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname === 'file' && upload === undefined) upload = await take(incoming(part));
      else part.file.resume();
    }
  } catch (error) {
    throw isBrokenForm(error) ? new Problem('request.bad', { reason: error.message }) : error;
  }
  return { upload, fields };
}

const incoming = ({ filename, mimetype, file }: MultipartFile): Incoming => ({
  name: filename,
  type: mimetype,
  bytes: file,
  isTooLarge: () => file.truncated,
});

/** The whole file. */
export async function wholeFile({ name, bytes, isTooLarge }: Incoming): Promise<Upload> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk as Buffer);
  return { name, bytes: Buffer.concat(chunks), tooLarge: isTooLarge() };
}
