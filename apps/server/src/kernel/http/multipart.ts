/** Reads multipart requests: the file is buffered, or processed as a stream. */
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { findDepthProblem } from './json-limits.ts';
import { Problem } from './problem.ts';

/** A file of a multipart request, in memory; its size is bounded by the limit of the app. */
export interface Upload {
  name: string;
  bytes: Buffer;
  /** True when the file exceeds the limit; `bytes` holds only its beginning then. */
  isTooLarge: boolean;
}

/** A file that is still being received. Read all of it before calling `isTooLarge`. */
export interface IncomingFile {
  name: string;
  /** Media type as the client declares it. */
  type: string;
  stream: Readable;
  /** True when it was cut off at the limit. */
  isTooLarge: () => boolean;
}

interface MultipartForm<T> {
  upload: T | undefined;
  fields: Record<string, unknown>;
}

/** True for an error of the parser about a truncated or malformed body, which is the fault of the client. */
const isMalformedForm = (error: unknown): error is Error =>
  error instanceof Error && /multipart data|^Multipart:|^Malformed/.test(error.message);

/**
 * Reads a multipart request.
 * @param handleFile processes the first part named `file`; other files are skipped
 * @param maxBytes largest file; the limit of the app by default
 * @throws Problem 400 when the request is not multipart, is truncated, or has a field of JSON that is nested too deep
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
    throw isMalformedForm(error) ? new Problem('request.bad', { reason: error.message }) : error;
  }
  // The library parses fields that declare to be JSON.
  const problem = findDepthProblem(fields);
  if (problem) throw problem;
  return { upload, fields };
}

const toIncomingFile = ({ filename, mimetype, file }: MultipartFile): IncomingFile => ({
  name: filename,
  type: mimetype,
  stream: file,
  isTooLarge: () => file.truncated,
});

/** Reads the file into memory. */
export async function bufferFile({ name, stream, isTooLarge }: IncomingFile): Promise<Upload> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return { name, bytes: Buffer.concat(chunks), isTooLarge: isTooLarge() };
}
