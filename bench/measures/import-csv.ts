/** CSV import with as many rows as the deployment has posts, and ten mapped columns. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Import } from '@waypost/contract/imports/imports';
import type { Measure } from '../measure.ts';
import { residentBytes } from '../processes.ts';
import { request, requestJson, type Site, uploadCsv } from '../site.ts';

const megabyte = 1_000_000;
/** Rows of the longest file. */
const maxRows = 100_000;
/** Interval of reading memory and progress, in milliseconds. */
const pollIntervalMs = 200;

const fields = [
  { label: 'Place', input: 'location', type: 'point' },
  { label: 'Injured', input: 'number', type: 'int' },
  { label: 'Depth', input: 'number', type: 'decimal' },
  { label: 'Seen', input: 'datetime', type: 'datetime' },
  { label: 'Road', input: 'radio', type: 'varchar', options: ['Path', 'Street', 'Highway'] },
  {
    label: 'Needs',
    input: 'checkbox',
    type: 'varchar',
    options: ['Water', 'Food', 'Shelter'],
    cardinality: 0,
  },
  { label: 'Witness', input: 'text', type: 'varchar' },
];

const content =
  'water road bridge closed north river market school people boats wall fire gone safe still'.split(' ');
const generateWords = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => content[(from * 7 + at * 5) % content.length]).join(' ');

/** Two columns of a place and eight others: title, text, and the fields. */
function generateCsv(rows: number): string {
  const lines = ['Title,Description,Lat,Lon,Injured,Depth,Seen,Road,Needs,Witness'];
  for (let row = 0; row < rows; row++)
    lines.push(
      [
        `${generateWords(row, 4)} ${row}`,
        `"${generateWords(row + 3, 14)}, and ${row} more"`,
        (5 + (row % 1000) / 1000).toFixed(4),
        (-0.5 + (row % 777) / 777).toFixed(4),
        row % 40,
        (row % 90) / 10,
        `${String((row % 28) + 1).padStart(2, '0')}/03/2024 ${String(row % 24).padStart(2, '0')}:15`,
        ['Path', 'Street', 'highway'][row % 3],
        row % 2 === 0 ? '"Water,Food"' : 'Shelter',
        `Witness ${row % 500}`,
      ].join(','),
    );
  return `${lines.join('\n')}\n`;
}

const postJson = async <T>(site: Site, url: string, body: object): Promise<T> =>
  JSON.parse(new TextDecoder().decode(await request(site, 'admin', url, 'POST', body))) as T;

interface PreparedSurvey {
  survey: number;
  maps_to: string[];
}

async function createSurvey(site: Site): Promise<PreparedSurvey> {
  const { id } = await postJson<{ id: number }>(site, '/forms', {
    name: 'Imported by the benchmark',
    require_approval: false,
  });
  const tasks = await requestJson<{ results: { id: number; type: string }[] }>(
    site,
    'admin',
    `/forms/${id}/stages`,
  );
  const task =
    tasks.results.find((it) => it.type === 'post')?.id ??
    (await postJson<{ id: number }>(site, `/forms/${id}/stages`, { label: 'Report', type: 'post' })).id;
  const keys: string[] = [];
  for (const field of fields) {
    const created = await postJson<{ key: string }>(site, `/forms/${id}/attributes`, {
      ...field,
      form_stage_id: task,
    });
    keys.push(created.key);
  }
  const [place = '', ...rest] = keys;
  return { survey: id, maps_to: ['title', 'content', `${place}.lat`, `${place}.lon`, ...rest] };
}

const readImport = (site: Site, id: number) => requestJson<Import>(site, 'admin', `/csv/${id}`);

/** @returns maximum memory of the server meanwhile, in bytes */
async function peakMemoryWhile(site: Site, id: number, isRunning: (it: Import) => boolean): Promise<number> {
  let peak = 0;
  for (let poll = 0; ; poll++) {
    peak = Math.max(peak, await residentBytes(site.waypost.pid));
    // Polling costs the server time too.
    if (poll % 5 === 0 && !isRunning(await readImport(site, id))) return peak;
    await wait(pollIntervalMs);
  }
}

export const importCsv: Measure = {
  name: 'import CSV, ten fields',
  rows: [
    { label: '', unit: 'rows/s' },
    { label: 'additional memory, maximum', unit: 'MB' },
  ],
  async runOnce(site) {
    const rows = Math.min(maxRows, site.deployment.size.posts);
    const { survey, maps_to } = await createSurvey(site);
    const before = await residentBytes(site.waypost.pid);
    const { id } = await uploadCsv(site, generateCsv(rows));
    const fixed = { form: survey, status: 'published' };
    await request(site, 'admin', `/csv/${id}`, 'PUT', { maps_to, fixed, options: { date_order: 'dmy' } });
    const begun = performance.now();
    await request(site, 'admin', `/csv/${id}/import`, 'POST', {});
    const peak = await peakMemoryWhile(site, id, (it) => it.status === 'PENDING');
    const seconds = (performance.now() - begun) / 1000;
    const done = await readImport(site, id);
    if (done.status !== 'SUCCESS' || done.errors !== '0')
      throw new Error(`the import is ${done.status}, ${done.errors} rows rejected`);
    // Restores the size of the deployment for later measures.
    await request(site, 'admin', `/csv/${id}/undo`, 'POST', {});
    await peakMemoryWhile(site, id, (it) => it.status === 'UNDOING');
    await request(site, 'admin', `/csv/${id}`, 'DELETE');
    await request(site, 'admin', `/forms/${survey}`, 'DELETE');
    return [rows / seconds, (peak - before) / megabyte];
  },
};
