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
  isTooLarge: boolean;
}

/** A file that is still coming in: read all of it before asking whether it is too large. */
export interface IncomingFile {
  name: string;
  /** As the client says. */
  type: string;
  stream: Readable;
  /** Whether it was cut off at the limit. */
  isTooLarge: () => boolean;
}

interface MultipartForm<T> {
  upload: T | undefined;
  fields: Record<string, unknown>;
}

/** Whether the parser says that a form is cut off or not built as one, which is no fault of the server. */
const isBrokenForm = (error: unknown): error is Error =>
  error instanceof Error && /multipart data|^Multipart:|^Malformed/.test(error.message);

/**
 * @param handleFile what becomes of the file
 * @param maxBytes bytes of the file; the app's limit unless said otherwise
 * @throws Problem 400 when the request is none of several parts, or is cut off
 */
export async function readMultipart<T>(
  request: FastifyRequest,
  handleFile: (file: IncomingFile) => Promise<T>,
  maxBytes?: number,
): Promise<MultipartForm<T>> {
  if (!request.isMultipart()) throw new Problem('upload.missing-file');
  let upload: T | undefined;
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts(
      maxBytes === undefined ? {} : { limits: { fileSize: maxBytes } },
    )) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname === 'file' && upload === undefined)
        upload = await handleFile(toIncomingFile(part));
      else part.file.resume();
    }
  } catch (error) {
    throw isBrokenForm(error) ? new Problem('request.bad', { reason: error.message }) : error;
  }
  return { upload, fields };
}

const toIncomingFile = ({ filename, mimetype, file }: MultipartFile): IncomingFile => ({
  name: filename,
  type: mimetype,
  stream: file,
  isTooLarge: () => file.truncated,
});

/** The whole file. */
export async function bufferFile({ name, stream: bytes, isTooLarge }: IncomingFile): Promise<Upload> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk as Buffer);
  return { name, bytes: Buffer.concat(chunks), isTooLarge: isTooLarge() };
}
