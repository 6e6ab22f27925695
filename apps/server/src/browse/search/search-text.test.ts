import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { pruneVocabulary } from './prune-vocabulary.ts';

let app: TestApp;
let survey: TestSurvey;
const ids = new Map<string, number>();

/** Posts by the words they are found by, the oldest first. */
const posts: [string, Actor, Record<string, string>][] = [
  ['flood', 'visitor', { title: 'Flooded road', content: 'The bridge at São Tomé is under water' }],
  ['bridge', 'visitor', { title: 'Bridge closed', content: 'A road with deep water, near the market' }],
  ['pump', 'visitor', { title: 'Pompe cassée', content: 'Près de l’école, l’eau n’arrive plus' }],
  ['russian', 'visitor', { title: 'Ёлка упала', content: 'Дорога перекрыта; объезд закрыт' }],
  ['greek', 'visitor', { title: 'Πλημμύρα', content: 'Ο δρόμος είναι κλειστός' }],
  ['arabic', 'visitor', { title: 'فَيَضان', content: 'الطريق إلى المدرسة مغلق' }],
  ['hindi', 'visitor', { title: 'नदी में बाढ़', content: 'पुल टूट गया' }],
  ['thai', 'visitor', { title: 'น้ำท่วมถนน', content: 'ต้องการความช่วยเหลือ' }],
  ['chinese', 'visitor', { title: '洪水警報', content: '橋が閉鎖されました。水位が高い' }],
  ['korean', 'visitor', { title: '도로가 침수되었습니다', content: '학교 앞' }],
  ['turkish', 'visitor', { title: 'İstanbul’da sel', content: 'Köprü kapalı, Łódź değil' }],
  [
    'answered',
    'member',
    { title: 'A pole', open: 'leaning lamppost', secret: 'whistleblower', team: 'contractor' },
  ],
  ['draft', 'member', { title: 'Unfinished chimney', status: 'draft' }],
];

beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(
    app.db,
    {
      open: { type: 'varchar' },
      secret: { type: 'text', private: true },
      team: { type: 'markdown', task: 'inside' },
    },
    { tasks: { inside: { internal: true } } },
  );
  for (const [name, kind, { open, secret, team, ...rest }] of posts) {
    const values = Object.fromEntries(
      Object.entries({ open, secret }).flatMap(([key, it]) => (it ? [[survey.keyOf(key), [it]]] : [])),
    );
    const created = await app.send<Post>(kind, 'POST', '/posts', { form: survey.id, values, ...rest });
    expect([name, created.status < 300]).toEqual([name, true]);
    ids.set(name, created.body?.id);
    if (team)
      await app.send('reviewer', 'PUT', `/posts/${created.body.id}`, {
        values: { ...values, [survey.keyOf('team')]: [team] },
      });
  }
});
afterAll(() => app.close());

const find = async (kind: Actor, q: string, more = '') => {
  const query = `status=all&q=${encodeURIComponent(q)}&${more}`;
  const { body } = await app.send<{ results: Post[]; total_count: number }>(kind, 'GET', `/posts?${query}`);
  expect(body.total_count).toBe(body.results.length);
  const geo = await app.send<{ total: number }>(kind, 'GET', `/posts/geojson?${query}`);
  expect(geo.body.total).toBe(body.results.length);
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return body.results.map((post) => names.get(post.id) ?? '');
};

describe('full-text search', () => {
  const cases: [string, string, string[]][] = [
    ['whatever their case, all of them', 'WATER bridge', ['bridge', 'flood']],
    ['by their beginning', 'flo', ['flood']],
    ['by the letters typed so far', 'road wa', ['bridge', 'flood']],
    ['not by their middle', 'idge', []],
    ['only together', 'bridge chimney', []],
    ['with and without accents', 'sao tome', ['flood']],
    ['with and without accents', 'pompé cassee', ['pump']],
    ['behind an apostrophe', 'ecole', ['pump']],
    ['in Cyrillic', 'елка дорога', ['russian']],
    ['in Greek', 'πλημμυρα', ['greek']],
    ['in Arabic, without vowel signs', 'فيضان', ['arabic']],
    ['in Devanagari', 'बाढ़ नदी', ['hindi']],
    ['in Thai, within a line', 'ท่วม', ['thai']],
    ['in Japanese, within a line', '閉鎖', ['chinese']],
    ['in Chinese, one letter', '警', ['chinese']],
    ['in Korean, without the ending', '침수', ['korean']],
    ['with letters that have no accent to lose', 'istanbul lodz', ['turkish']],
    ['in answers', 'lamppost', ['answered']],
    ['with another letter', 'flaoded', ['flood']],
    ['with another letter', 'bradge', ['bridge', 'flood']],
    ['with a letter too many', 'bridgge', ['bridge', 'flood']],
    ['with a letter missing', 'maket', ['bridge']],
    ['with two letters the wrong way round', 'brigde', ['bridge', 'flood']],
    ['with a wrong first letter', 'vridge', ['bridge', 'flood']],
    ['with two slips in a long word', 'lamppoest leaming', ['answered']],
    ['not when a short one is mistyped', 'rxd', []],
    ['not where there are none', '%_ "\'\\ !', []],
  ];
  test.each(cases)('%s: %s', async (_how, q, expected) => {
    expect((await find('visitor', q)).sort((a, b) => a.localeCompare(b))).toEqual(expected);
  });
});

test('hidden texts are not found and do not change results', async () => {
  for (const [kind, q, expected] of [
    ['visitor', 'whistleblower', []],
    ['member', 'whistleblower', []],
    ['reviewer', 'whistleblower', ['answered']],
    ['reviewer', 'pole whistle', ['answered']],
    ['reviewer', 'contractor', ['answered']],
    ['member', 'contractor', []],
    ['visitor', 'contraktor', []],
    ['visitor', 'chimney', []],
    ['member', 'chimney', ['draft']],
    ['visitor', 'member', []],
  ] as [Actor, string, string[]][])
    expect([kind, q, await find(kind, q)]).toEqual([kind, q, expected]);
  // If the draft's word were in the vocabulary, this would not be treated as a typo.
  await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Brodge', status: 'draft' });
  expect(await find('visitor', 'brodge')).toHaveLength(2);
});

test('sorts by relevance on request, with consistent pages', async () => {
  expect(await find('visitor', 'road', 'orderby=relevance')).toEqual(['flood', 'bridge']);
  expect(await find('visitor', 'bridge', 'orderby=relevance')).toEqual(['bridge', 'flood']);
  expect(await find('visitor', 'bridge', 'orderby=id&order=asc')).toEqual(['flood', 'bridge']);
  const allResults = await app.send<{ results: Post[] }>('visitor', 'GET', '/posts?q=road&orderby=relevance');
  for (const [at, post] of allResults.body.results.entries()) {
    const page = await app.send<{ results: Post[]; orderby: string }>(
      'visitor',
      'GET',
      `/posts?q=road&orderby=relevance&limit=1&offset=${at}`,
    );
    expect([page.body.orderby, page.body.results[0]?.id]).toEqual(['relevance', post.id]);
  }
});

test('the most likely word for a typo comes first', async () => {
  const create = async (name: string, title: string, content: string) => {
    const { body } = await app.send<Post>('visitor', 'POST', '/posts', { form: survey.id, title, content });
    ids.set(name, body.id);
  };
  await create('cellar', 'Cellar', 'Full after the flood');
  await create('food', 'Food needed', 'Food for ten families');
  expect(await find('visitor', 'flod', 'orderby=relevance')).toEqual(['flood', 'cellar', 'food', 'turkish']);
  expect((await find('visitor', 'flod')).toSorted()).toEqual(['cellar', 'flood', 'food', 'turkish']);
  for (const name of ['cellar', 'food']) await app.send('reviewer', 'DELETE', `/posts/${ids.get(name)}`);
});

test('the search index follows changes of texts and visibility', async () => {
  const path = `/posts/${ids.get('answered')}`;
  await app.send('reviewer', 'PUT', path, { title: 'A signpost' });
  expect([await find('visitor', 'pole'), await find('visitor', 'signpost')]).toEqual([[], ['answered']]);
  const fields = await app.send<{ results: { id: number; key: string; form_stage_id: number }[] }>(
    'admin',
    'GET',
    `/forms/${survey.id}/attributes`,
  );
  const open = fields.body.results.find((field) => field.key === survey.keyOf('open'));
  await app.send('admin', 'PUT', `/forms/${survey.id}/attributes/${open?.id}`, {
    ...open,
    response_private: true,
  });
  expect([await find('visitor', 'lamppost'), await find('reviewer', 'lamppost')]).toEqual([[], ['answered']]);
  await app.send('reviewer', 'DELETE', path);
  expect(await find('reviewer', 'signpost')).toEqual([]);
});

/** Those of the words that the search may suggest instead of a mistyped one. */
const findStored = async (...words: string[]) =>
  (await app.db.selectFrom('search_vocabulary').select('word').where('word', 'in', words).execute())
    .map(({ word }) => word)
    .sort();

test('a word of a post that was changed, unpublished or deleted is forgotten at once, unless another one has it', async () => {
  const create = async (title: string) =>
    (await app.send<{ id: number }>('reviewer', 'POST', '/posts', { title, status: 'published' })).body.id;
  const words = ['kabelukula', 'mwanahawa', 'zubedari'];
  const ids = [];
  for (const word of words) ids.push(await create(`Water ${word}`));
  const [changed, unpublished, deleted] = ids;
  expect(await findStored('water', ...words)).toEqual([...words, 'water'].sort());
  await app.send('reviewer', 'PUT', `/posts/${changed}`, { title: 'Water' });
  await app.jobs.runPending();
  expect(await findStored('water', ...words)).toEqual(['mwanahawa', 'water', 'zubedari']);
  await app.send('reviewer', 'PUT', `/posts/${unpublished}`, { status: 'draft' });
  await app.send('reviewer', 'DELETE', `/posts/${deleted}`);
  await app.jobs.runPending();
  expect(await findStored('water', ...words)).toEqual(['water']);
  const { rows } = await sql`select from removed_words`.execute(app.db);
  expect(rows).toEqual([]);
});

test('the daily clean-up finds words that were left', async () => {
  await sql`insert into search_vocabulary (word) values ('leftoverword')`.execute(app.db);
  await pruneVocabulary(app.db);
  expect(await findStored('leftoverword', 'water')).toEqual(['water']);
});
