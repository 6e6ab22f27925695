/** Reports of somebody without an account: a title, a text, a place, and an answer to whatever else is asked. */
import type { Attribute } from '@waypost/contract/attributes';
import type { Post } from '@waypost/contract/posts';
import { photo } from '../../e2e/photo.ts';
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { type OpenSurvey, openSurvey } from '../sample.ts';
import { ask, askJson, type Site, upload } from '../site.ts';

const count = 100;
const withPictures = 20;
const title = 'A report of the benchmark';

/** An answer to a field, as the wire writes it; undefined for those that nothing here can answer. */
function answerTo({ type, options }: Attribute): string | number | object | undefined {
  if (type === 'point') return { lat: 5.55 + Math.random() / 10, lon: -0.2 + Math.random() / 10 };
  if (type === 'datetime') return new Date().toISOString();
  if (type === 'int' || type === 'decimal') return 3;
  if (type === 'relation' || type === 'media' || type === 'geometry' || type === 'link') return undefined;
  return options?.[0] ?? (type === 'tags' ? undefined : 'Seen from the road');
}

/** A report to an open survey. Title and text are not among the values; what cannot be answered here is left out. */
export function reportFor({ id, attributes }: OpenSurvey) {
  const fields = attributes.filter(({ type }) => type !== 'title' && type !== 'description');
  const answers = fields.map((field) => [field.key, answerTo(field)] as const);
  const values = Object.fromEntries(answers.flatMap(([key, it]) => (it === undefined ? [] : [[key, [it]]])));
  return { title, content: 'The water has reached the bridge.', form: { id }, values };
}

const submitting = (name: string, sides: number): Measure => ({
  name: `submit, ${name}`,
  rows: latency,
  async take(site) {
    const report = reportFor(await openSurvey(site));
    return latencyOf(await timesOf(count, () => ask(site, 'visitor', '/posts', 'POST', report), sides));
  },
});

/** The picture is stored anew each time, as the server makes every picture anew. */
const withPhoto: Measure = {
  name: 'submit, with a photo',
  rows: latency,
  async take(site) {
    const survey = await openSurvey(site);
    const field = survey.attributes.find(({ type }) => type === 'media');
    const { values, ...report } = reportFor(survey);
    const picture = Buffer.from(photo(1600, 1200));
    const submitOne = async () => {
      const id = await upload(site, 'visitor', picture);
      const answers = field ? { ...values, [field.key]: [id] } : values;
      await ask(site, 'visitor', '/posts', 'POST', { ...report, values: answers });
    };
    return latencyOf(await timesOf(withPictures, submitOne));
  },
};

export const submit: Measure[] = [submitting('one by one', 1), submitting('eight at once', 8), withPhoto];

/** Takes away what was submitted, and its pictures with it, so that the deployment is of its size again in the next round. */
export async function removeReports(site: Site): Promise<void> {
  const url = '/posts?status=all&orderby=id&order=desc&limit=500';
  const { results } = await askJson<{ results: Post[] }>(site, 'admin', url);
  for (const post of results.filter((it) => it.title === title))
    await ask(site, 'admin', `/posts/${post.id}`, 'DELETE');
}
