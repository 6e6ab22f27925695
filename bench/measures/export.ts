/** Export of all posts as CSV: duration, and additional memory of the server. */

import { setTimeout as wait } from 'node:timers/promises';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Measure } from '../measure.ts';
import { residentBytes } from '../processes.ts';
import { request, requestJson } from '../site.ts';

const megabyte = 1_000_000;
/** Interval in milliseconds. */
const pollIntervalMs = 100;

export const exportAll: Measure = {
  name: 'export, all posts as CSV',
  rows: [
    { label: 'speed', unit: 'posts/s' },
    { label: 'additional memory', unit: 'MB' },
  ],
  async runOnce(site) {
    const { pid } = site.waypost;
    const idle = await residentBytes(pid);
    const begun = performance.now();
    const body = { entity_type: 'post', send_to_browser: true };
    const { id } = JSON.parse(
      new TextDecoder().decode(await request(site, 'admin', '/exports/jobs', 'POST', body)),
    ) as ExportJob;
    let peak = idle;
    let job: ExportJob;
    do {
      await wait(pollIntervalMs);
      peak = Math.max(peak, await residentBytes(pid));
      job = await requestJson<ExportJob>(site, 'admin', `/exports/jobs/${id}`);
    } while (job.status === 'PENDING' || job.status === 'QUEUED');
    const seconds = (performance.now() - begun) / 1000;
    await request(site, 'admin', `/exports/jobs/${id}`, 'DELETE');
    if (job.status !== 'SUCCESS') throw new Error(`the export ended as ${job.status}`);
    return [(job.total_rows ?? 0) / seconds, (peak - idle) / megabyte];
  },
};
