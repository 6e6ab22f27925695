/** Every post as a CSV file: how fast it is written, and what memory the server takes for it beyond what it had. */

import { setTimeout as wait } from 'node:timers/promises';
import type { ExportJob } from '@waypost/contract/exports';
import type { Measure } from '../measure.ts';
import { residentBytes } from '../processes.ts';
import { ask, askJson } from '../site.ts';

const megabyte = 1_000_000;
/** Milliseconds between looks. */
const pace = 100;

export const exportAll: Measure = {
  name: 'export, all posts as CSV',
  rows: [
    { what: 'speed', unit: 'posts/s' },
    { what: 'memory beyond idle', unit: 'MB' },
  ],
  async take(site) {
    const { pid } = site.waypost;
    const idle = await residentBytes(pid);
    const begun = performance.now();
    const body = { entity_type: 'post', send_to_browser: true };
    const { id } = JSON.parse(
      new TextDecoder().decode(await ask(site, 'admin', '/exports/jobs', 'POST', body)),
    ) as ExportJob;
    let peak = idle;
    let job: ExportJob;
    do {
      await wait(pace);
      peak = Math.max(peak, await residentBytes(pid));
      job = await askJson<ExportJob>(site, 'admin', `/exports/jobs/${id}`);
    } while (job.status === 'PENDING' || job.status === 'QUEUED');
    const seconds = (performance.now() - begun) / 1000;
    await ask(site, 'admin', `/exports/jobs/${id}`, 'DELETE');
    if (job.status !== 'SUCCESS') throw new Error(`the export ended as ${job.status}`);
    return [(job.total_rows ?? 0) / seconds, (peak - idle) / megabyte];
  },
};
