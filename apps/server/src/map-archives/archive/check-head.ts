/** Recognizes a file by its beginning: an archive, or an extract that an archive can be made from. */
import { archiveLimits, maxExtractMegabytes } from '@waypost/contract/map-archives/archive-limits';
import { isExtractHead } from '@waypost/contract/map-archives/file-kinds';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';
import { checkHeader } from './check-header.ts';

/**
 * Which of the two a file is.
 * @param bytes the beginning of the file, at least `headerBytes` unless the file is shorter
 * @param size bytes of the file; null while unknown
 * @throws ContentRefusal for other files, and for an extract that is too large
 */
export function checkHead(bytes: Buffer, size: number | null): 'archive' | 'extract' {
  if (isExtractHead(bytes)) {
    requireExtractSize(size ?? 0);
    return 'extract';
  }
  checkHeader(bytes, size);
  return 'archive';
}

/** @throws ContentRefusal for an extract that is too large */
export function requireExtractSize(size: number): void {
  if (size > archiveLimits.extractBytes)
    throw new ContentRefusal('extractSize', { max: maxExtractMegabytes });
}
