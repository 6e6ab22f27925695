/**
 * The process that decodes pictures: files of strangers are opened here and nowhere else, at low priority, without the
 * server's secrets, and a file that brings the decoder down brings down nothing but this (docs/decisions/0040).
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import workerpool from 'workerpool';
import { makePicture } from './make-picture.ts';

const workerPriority = 10;
try {
  setPriority(workerPriority);
} catch {
  // Where the system does not let it, pictures compete with the server.
}
// One core for one picture: the others are for serving.
sharp.concurrency(1);
sharp.cache(false);

workerpool.worker({ makePicture });
