/**
 * Worker process that decodes pictures. Untrusted files are opened only here: at low priority, without the server's
 * secrets, and a file that crashes the decoder does not affect the server (docs/decisions/0040).
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import workerpool from 'workerpool';
import { coverPicture } from './cover-picture.ts';
import { makePicture } from './make-picture.ts';
import { readPictureFacts } from './picture-facts.ts';

const workerPriority = 10;
try {
  setPriority(workerPriority);
} catch {
  // Not permitted on this system: the worker keeps the normal priority.
}
// One core per picture: the others are for responses.
sharp.concurrency(1);
sharp.cache(false);

workerpool.worker({ makePicture, coverPicture, readPictureFacts });
