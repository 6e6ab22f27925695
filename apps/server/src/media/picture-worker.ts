/**
 * Worker process that decodes pictures. Untrusted files are opened only here: at low priority, without the server's
 * secrets, and a file that crashes the decoder does not affect the server (docs/decisions/0040).
 */
import sharp from 'sharp';
import workerpool from 'workerpool';
import { lowerPriority } from '../kernel/workers/lower-priority.ts';
import { coverPicture } from './cover-picture.ts';
import { makePicture } from './make-picture.ts';
import { readPictureFacts } from './picture-facts.ts';

lowerPriority();
// One core per picture: the others are for responses.
sharp.concurrency(1);
sharp.cache(false);

workerpool.worker({ makePicture, coverPicture, readPictureFacts });
