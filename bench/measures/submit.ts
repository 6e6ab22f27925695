/** Visitors' reports: title, text, place, and an answer to every other field. */

import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { generatePhoto } from '../../e2e/support/photo.ts';
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { findOpenSurvey, type OpenSurvey } from '../sample.ts';
import { request, requestJson, type Site, uploadPicture } from '../site.ts';

const sampleCount = 100;
const pictureSampleCount = 20;
const reportTitle = 'A report of the benchmark';

/** An answer to a field in API v3 format; undefined for types without a generated answer. */
function exampleAnswer({ type, options }: Attribute): string | number | object | undefined {
  if (type === 'point') return { lat: 5.55 + Math.random() / 10, lon: -0.2 + Math.random() / 10 };
  if (type === 'datetime') return new Date().toISOString();
  if (type === 'int' || type === 'decimal') return 3;
  if (type === 'relation' || type === 'media' || type === 'geometry' || type === 'link') return undefined;
  return options?.[0] ?? (type === 'tags' ? undefined : 'Seen from the road');
}

/** A report to an open survey. Title and text are not in `values`; fields without a generated answer are left out. */
export function createReport({ id, attributes }: OpenSurvey) {
  const fields = attributes.filter(({ type }) => type !== 'title' && type !== 'description');
  const answers = fields.map((field) => [field.key, exampleAnswer(field)] as const);
  const values = Object.fromEntries(answers.flatMap(([key, it]) => (it === undefined ? [] : [[key, [it]]])));
  return { title: reportTitle, content: 'The water has reached the bridge.', form: { id }, values };
}

const measureSubmit = (name: string, concurrency: number): Measure => ({
  name: `submit, ${name}`,
  rows: latencyRows,
  async runOnce(site) {
    const report = createReport(await findOpenSurvey(site));
    return latencyValues(
      await measureTimes(sampleCount, () => request(site, 'visitor', '/posts', 'POST', report), concurrency),
    );
  },
});

/** The picture is uploaded each time, since the server encodes each upload. */
const withPhoto: Measure = {
  name: 'submit, with a photo',
  rows: latencyRows,
  async runOnce(site) {
    const survey = await findOpenSurvey(site);
    const field = survey.attributes.find(({ type }) => type === 'media');
    const { values, ...report } = createReport(survey);
    const picture = Buffer.from(generatePhoto(1600, 1200));
    const submitOne = async () => {
      const id = await uploadPicture(site, 'visitor', picture);
      const answers = field ? { ...values, [field.key]: [id] } : values;
      await request(site, 'visitor', '/posts', 'POST', { ...report, values: answers });
    };
    return latencyValues(await measureTimes(pictureSampleCount, submitOne));
  },
};

export const submit: Measure[] = [
  measureSubmit('one by one', 1),
  measureSubmit('eight at once', 8),
  withPhoto,
];

/** Deletes the reports with their pictures, to restore the size of the deployment for the next round. */
export async function removeReports(site: Site): Promise<void> {
  const url = '/posts?status=all&orderby=id&order=desc&limit=500';
  const { results } = await requestJson<{ results: Post[] }>(site, 'admin', url);
  for (const post of results.filter((it) => it.title === reportTitle))
    await request(site, 'admin', `/posts/${post.id}`, 'DELETE');
}
