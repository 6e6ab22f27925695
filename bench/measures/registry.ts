/** Every measure, in the order of the table. */
import type { Measure } from '../measure.ts';
import { bundleSize } from './bundle-size.ts';
import { claims } from './claims.ts';
import { context } from './context.ts';
import { disk } from './disk.ts';
import { exportAll } from './export.ts';
import { firstLoad } from './first-load.ts';
import { firstPaint, pagedPins } from './first-paint.ts';
import { frames } from './frames.ts';
import { importCsv } from './import-csv.ts';
import { incomingSms } from './incoming-sms.ts';
import { listMemory } from './list-memory.ts';
import { lists } from './lists.ts';
import { memory, memoryAtRest } from './memory.ts';
import { onePost } from './one-post.ts';
import { openToEdit } from './open-to-edit.ts';
import { personalData } from './personal-data.ts';
import { review } from './review.ts';
import { reviewBrowsers } from './review-browsers.ts';
import { slowVisit } from './slow-visit.ts';
import { coldStart, generation } from './start.ts';
import { stats } from './stats.ts';
import { streetFrames } from './street-frames.ts';
import { streetMap } from './street-map.ts';
import { streetNames } from './street-names.ts';
import { submit } from './submit.ts';
import { suggest } from './suggest.ts';
import { thumbnails } from './thumbnails.ts';
import { tiles } from './tiles.ts';

/** Bytes before times, so that the browser has drawn a map before. Measures that add posts are last. */
export const measures: readonly Measure[] = [
  generation,
  coldStart,
  memoryAtRest,
  ...submit,
  thumbnails,
  ...lists,
  onePost,
  personalData,
  openToEdit,
  review,
  ...reviewBrowsers,
  claims,
  context,
  suggest,
  ...tiles,
  ...stats,
  ...firstLoad,
  bundleSize,
  slowVisit,
  ...firstPaint,
  pagedPins,
  ...streetMap,
  streetNames,
  frames,
  streetFrames,
  listMemory,
  exportAll,
  memory,
  disk,
  importCsv,
  ...incomingSms,
];
