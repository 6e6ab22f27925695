/** A request that carries a file, read whole. */
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

interface Multipart {
  upload: Upload | undefined;
  fields: Record<string, unknown>;
}

/** @throws Problem when the request is none of several parts */
export async function readMultipart(request: FastifyRequest): Promise<Multipart> {
  if (!request.isMultipart()) throw new Problem('upload.missing-file');
  let upload: Upload | undefined;
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (part.fieldname === 'file' && !upload) upload = await readFile(part);
    else part.file.resume();
  }
  return { upload, fields };
}

async function readFile(part: MultipartFile): Promise<Upload> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  return { name: part.filename, bytes: Buffer.concat(chunks), tooLarge: part.file.truncated };
}
