/** Bringing a CSV file in: as many rows as the deployment has posts, ten of its columns given to fields. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Import } from '@waypost/contract/imports';
import type { Measure } from '../measure.ts';
import { residentBytes } from '../processes.ts';
import { ask, askJson, type Site, uploadCsv } from '../site.ts';

const megabyte = 1_000_000;
/** Rows of the longest file. */
const most = 100_000;
/** Milliseconds between looks at the memory, and at how far it is. */
const pace = 200;

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

const words =
  'water road bridge closed north river market school people boats wall fire gone safe still'.split(' ');
const someWords = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => words[(from * 7 + at * 5) % words.length]).join(' ');

/** Two columns of a place and eight others: title, text, and the fields. */
function csvOf(rows: number): string {
  const lines = ['Title,Description,Lat,Lon,Injured,Depth,Seen,Road,Needs,Witness'];
  for (let row = 0; row < rows; row++)
    lines.push(
      [
        `${someWords(row, 4)} ${row}`,
        `"${someWords(row + 3, 14)}, and ${row} more"`,
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

const posted = async <T>(site: Site, url: string, body: object): Promise<T> =>
  JSON.parse(new TextDecoder().decode(await ask(site, 'admin', url, 'POST', body))) as T;

interface Made {
  survey: number;
  maps_to: string[];
}

async function makeSurvey(site: Site): Promise<Made> {
  const { id } = await posted<{ id: number }>(site, '/forms', {
    name: 'Imported by the benchmark',
    require_approval: false,
  });
  const tasks = await askJson<{ results: { id: number; type: string }[] }>(
    site,
    'admin',
    `/forms/${id}/stages`,
  );
  const task =
    tasks.results.find((it) => it.type === 'post')?.id ??
    (await posted<{ id: number }>(site, `/forms/${id}/stages`, { label: 'Report', type: 'post' })).id;
  const keys: string[] = [];
  for (const field of fields) {
    const made = await posted<{ key: string }>(site, `/forms/${id}/attributes`, {
      ...field,
      form_stage_id: task,
    });
    keys.push(made.key);
  }
  const [place = '', ...rest] = keys;
  return { survey: id, maps_to: ['title', 'content', `${place}.lat`, `${place}.lon`, ...rest] };
}

const read = (site: Site, id: number) => askJson<Import>(site, 'admin', `/csv/${id}`);

/** @returns the most that the server held meanwhile, in bytes */
async function whileIt(site: Site, id: number, goesOn: (it: Import) => boolean): Promise<number> {
  let peak = 0;
  for (let look = 0; ; look++) {
    peak = Math.max(peak, await residentBytes(site.waypost.pid));
    // Asking is work for the server, too.
    if (look % 5 === 0 && !goesOn(await read(site, id))) return peak;
    await wait(pace);
  }
}

export const importCsv: Measure = {
  name: 'import CSV, ten fields',
  rows: [
    { what: '', unit: 'rows/s' },
    { what: 'server at most, above before', unit: 'MB' },
  ],
  async take(site) {
    const rows = Math.min(most, site.deployment.size.posts);
    const { survey, maps_to } = await makeSurvey(site);
    const before = await residentBytes(site.waypost.pid);
    const { id } = await uploadCsv(site, csvOf(rows));
    const fixed = { form: survey, status: 'published' };
    await ask(site, 'admin', `/csv/${id}`, 'PUT', { maps_to, fixed, options: { date_order: 'dmy' } });
    const begun = performance.now();
    await ask(site, 'admin', `/csv/${id}/import`, 'POST', {});
    const peak = await whileIt(site, id, (it) => it.status === 'PENDING');
    const seconds = (performance.now() - begun) / 1000;
    const done = await read(site, id);
    if (done.status !== 'SUCCESS' || done.errors !== '0')
      throw new Error(`the import is ${done.status}, ${done.errors} rows not taken`);
    // The deployment is of its size again for what comes after.
    await ask(site, 'admin', `/csv/${id}/undo`, 'POST', {});
    await whileIt(site, id, (it) => it.status === 'UNDOING');
    await ask(site, 'admin', `/csv/${id}`, 'DELETE');
    await ask(site, 'admin', `/forms/${survey}`, 'DELETE');
    return [rows / seconds, (peak - before) / megabyte];
  },
};
