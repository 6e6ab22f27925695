/** Nobody learns the name of a category that is hidden from them: it is answered like a name that does not exist. */
import type { ImportPreview } from '@waypost/contract/imports/imports';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportTestApp } from './import-app.fixture.ts';

/** Equally long, so that answers differ in the name only. */
const [hidden, unknown] = ['Hideout, list', 'Xideout, list'] as const;
let app: ImportTestApp;
let hiddenId: number;
let visibleId: number;
let key: string;
beforeAll(async () => {
  app = await ImportTestApp.start();
  key = app.survey.keyOf('Kind');
  const create = async (tag: string, role: string[] | null) => {
    const { body } = await app.request<{ id: number }>(
      'POST',
      '/tags',
      { tag, type: 'category', role, slug: `slug-${Math.random()}` },
      app.tokens.admin,
    );
    return body.id;
  };
  hiddenId = await create(hidden, ['admin']);
  const restrictedTwin = await create('Homonym', ['admin']);
  visibleId = await create('Homonym twin', null);
  await sql`update categories set tag = 'Homonym' where id = ${visibleId}`.execute(app.deployment.db);
  expect(restrictedTwin).toBeLessThan(visibleId);
});
afterAll(() => app.deployment.close());

/** The answer with the name replaced. */
const withoutName = (answer: unknown, name: string) =>
  JSON.stringify(answer)
    .replaceAll(name, 'NAME')
    .replaceAll(name.split(',')[0] ?? name, 'NAME');

test('a visible category is found by its name although a hidden one has the same', async () => {
  const post = { form: app.survey.id, title: 'By its name', content: 'x', values: { [key]: ['homonym'] } };
  const { body } = await app.request<Post>('POST', '/posts', post);
  expect((body.values as Record<string, unknown>)[key]).toEqual([String(visibleId)]);
});

test('an author cannot guess the name of a hidden category of the own post', async () => {
  const input = { form: app.survey.id, title: 'Assigned later', content: 'x' };
  const { body: post } = await app.deployment.send<Post>('member', 'POST', '/posts', {
    ...input,
    values: {},
  });
  await sql`
    insert into post_categories (post_id, attribute_id, category_id)
    select ${post.id}, id, ${hiddenId} from attributes where key = ${key}`.execute(app.deployment.db);
  const put = (answer: string | number) =>
    app.deployment.send('member', 'PUT', `/posts/${post.id}`, { ...input, values: { [key]: [answer] } });
  const [guessed, invented] = [await put(hidden), await put(unknown)];
  expect([guessed.status, withoutName(guessed.body, hidden)]).toEqual([
    422,
    withoutName(invented.body, unknown),
  ]);
  expect((await put(String(hiddenId))).status).toBe(200);
  expect((await put(hiddenId)).status).toBe(200);
});

test.each([false, true])(
  'an import answers a hidden name like an unknown one (create_tags: %s)',
  async (create_tags) => {
    const answer = async (name: string) => {
      const { body } = await app.upload(`Title,Kind\nA title,"${name}"\n`);
      const maps_to = ['title', `values.${key}`];
      const settings = { maps_to, fixed: app.fixed(), options: { create_tags } };
      const preview = await app.request<ImportPreview>('POST', `/csv/${body.id}/preview`, settings);
      const done = await app.importFile(`Title,Kind\nA title,"${name}"\n`, maps_to);
      const errors = await app.request('GET', `/csv/${done.id}/errors`);
      expect([preview.status, errors.status]).toEqual([200, 200]);
      return withoutName([preview.body, errors.body], name).replaceAll(`/csv/${done.id}/`, '/csv/ID/');
    };
    expect(await answer(hidden)).toBe(await answer(unknown));
  },
);
