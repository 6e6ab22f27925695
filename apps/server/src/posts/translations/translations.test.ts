import type { Translation } from '@waypost/contract/posts/post-translations';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { answersByFieldName, startAppWithSurveys } from '../app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

interface TranslationList {
  results: Translation[];
  count: number;
  total_count: number;
  next: string;
}

const translate = (kind: Actor, id: number, body: object) =>
  app.send<Translation>(kind, 'POST', `/posts/${id}/translations`, body);
const read = (kind: Actor, id: number, named: number | string) =>
  app.send<Translation>(kind, 'GET', `/posts/${id}/translations/${named}`);
const change = (kind: Actor, id: number, named: number | string, body: object) =>
  app.send<Translation>(kind, 'PUT', `/posts/${id}/translations/${named}`, body);
const remove = (kind: Actor, id: number, named: number | string) =>
  app.send<Translation>(kind, 'DELETE', `/posts/${id}/translations/${named}`);
const list = (kind: Actor, id: number, query = '') =>
  app.send<TranslationList>(kind, 'GET', `/posts/${id}/translations${query}`);

const swahiliTranslation = { locale: 'sw', title: 'Daraja limefungwa', content: 'Maji yamefurika' };

describe('a translation', () => {
  test('is returned by id and by language with the fields of the post', async () => {
    const values = answersByFieldName(app.open, {
      words: ['water'],
      long: ['It rose at night.'],
      number: [3],
      level: ['High'],
      where: [{ lat: 1, lon: 2 }],
    });
    const post = await app.make('member', { content: 'Water over the deck', values });
    const answers = answersByFieldName(app.open, { words: ['maji'], level: ['Low'], number: [9] });
    const created = await translate('member', post.id, {
      ...swahiliTranslation,
      locale: 'SW-KE',
      values: answers,
    });
    expect(created.status).toBe(200);
    const { id } = created.body;
    expect(created.body).toEqual({
      ...Object.fromEntries(Object.entries(post).filter(([key]) => !['parent_id', 'revision'].includes(key))),
      id,
      url: `https://report.example.org/api/v3/posts/${post.id}/translations/${id}`,
      parent: { id: post.id, url: `https://report.example.org/api/v3/posts/${post.id}` },
      type: 'translation',
      title: swahiliTranslation.title,
      content: swahiliTranslation.content,
      slug: expect.stringMatching(/^daraja-limefungwa-[0-9a-f]+$/),
      locale: 'sw_ke',
      created: created.body.created,
      updated: null,
      // Options and numbers are not translated; texts without a translation are those of the post.
      values: { ...Object(post.values), ...answersByFieldName(app.open, { words: ['maji'] }) },
    });
    for (const named of [id, 'sw_ke', 'SW-KE', 'sw-ke'])
      expect((await read('passer-by', post.id, named)).body.id).toBe(id);
    expect((await read('passer-by', post.id, id)).body.title).toBe(swahiliTranslation.title);
  });

  test('has an id of its own and is not listed as a post', async () => {
    const post = await app.make('member', {});
    const total = async () =>
      (await app.send<{ total_count: number }>('admin', 'GET', '/posts?limit=1')).body.total_count;
    const before = await total();
    const { body } = await translate('member', post.id, swahiliTranslation);
    const later = await app.make('member', {});
    expect(later.id).toBeGreaterThan(body.id);
    expect(body.id).toBeGreaterThan(post.id);
    expect((await app.send('admin', 'GET', `/posts/${body.id}`)).status).toBe(404);
    expect((await app.save('admin', body.id, { title: 'Taken' })).status).toBe(404);
    expect((await list('admin', body.id)).status).toBe(404);
    expect(await total()).toBe(before + 1);
    const search = await app.send<{ total_count: number }>('admin', 'GET', '/posts?q=limefungwa');
    expect(search.body.total_count).toBe(0);
    // Neither is a translation of another post.
    expect((await read('admin', later.id, body.id)).status).toBe(404);
    expect((await read('admin', later.id, 'sw')).status).toBe(404);
  });

  test('inherits fields of the post that it does not translate', async () => {
    const post = await app.make('member', {
      content: 'Closed',
      values: answersByFieldName(app.open, { words: ['wet'] }),
    });
    const { body } = await translate('member', post.id, { locale: 'sw', content: 'Imefungwa' });
    expect(body.title).toBe('Bridge closed');
    // Clients send back everything that they received.
    const same = await change('member', post.id, 'sw', { ...body });
    expect(same.body).toEqual(body);
    const dry = { title: 'Bridge open', values: answersByFieldName(app.open, { words: ['dry'] }) };
    expect((await app.save('member', post.id, dry)).status).toBe(200);
    const shown = (await read('member', post.id, 'sw')).body;
    expect([shown.title, shown.content]).toEqual(['Bridge open', 'Imefungwa']);
    expect(shown.values).toEqual(dry.values);
  });

  test('is updated by the keys that the request contains', async () => {
    const post = await app.make('member', {
      content: 'Closed',
      values: answersByFieldName(app.open, { words: ['wet'] }),
    });
    const values = answersByFieldName(app.open, { words: ['maji'] });
    const { body } = await translate('member', post.id, { ...swahiliTranslation, values });
    const changed = await change('member', post.id, body.id, {
      title: 'Daraja',
      locale: 'FR',
      slug: 'daraja-1',
    });
    expect(changed.body).toMatchObject({
      id: body.id,
      title: 'Daraja',
      content: swahiliTranslation.content,
      locale: 'fr',
      slug: 'daraja-1',
      values,
      updated: expect.any(String),
    });
    expect((await read('member', post.id, 'sw')).status).toBe(404);
    const emptied = await change('member', post.id, 'fr', { title: '', values: {} });
    expect(emptied.body).toMatchObject({ title: 'Bridge closed', values: post.values });
  });

  test('exists once per language, and not in the language of the post', async () => {
    const post = await app.make('member', { locale: 'en_us' });
    expect((await translate('member', post.id, swahiliTranslation)).status).toBe(200);
    const french = (await translate('member', post.id, { locale: 'fr' })).body;
    const refused: [object, string, string][] = [
      [{}, '/locale', 'required'],
      [{ locale: '' }, '/locale', 'required'],
      [{ locale: null }, '/locale', 'required'],
      [{ locale: 'sw' }, '/locale', 'taken'],
      [{ locale: 'Sw' }, '/locale', 'taken'],
      [{ locale: 'EN-US' }, '/locale', 'taken'],
      [{ locale: 'toolong' }, '/locale', 'maxlength'],
      [{ locale: 'é' }, '/locale', 'pattern'],
      [{ locale: 'de', type: 'message' }, '/type', 'oneOf'],
      [{ locale: 'de', title: 'x'.repeat(151) }, '/title', 'maxlength'],
      [{ locale: 'de', slug: post.slug?.toUpperCase().slice(0, 1) }, '/slug', 'minlength'],
      [{ locale: 'de', slug: french.slug }, '/slug', 'taken'],
      [{ locale: 'de', values: { unknown: ['x'] } }, '/values', 'attributeDoesNotExist'],
      [
        { locale: 'de', values: answersByFieldName(app.open, { words: ['x'.repeat(256)] }) },
        '/values',
        'valueLength',
      ],
      [
        { locale: 'de', values: answersByFieldName(app.open, { words: ['a', 'b'] }) },
        '/values',
        'tooManyValues',
      ],
    ];
    for (const [body, pointer, rule] of refused) {
      const response = await translate('member', post.id, body);
      expect([body, response.status, errorPointers(response), errorCodes(response)]).toEqual([
        body,
        422,
        [pointer],
        [rule],
      ]);
    }
    const moved = await change('member', post.id, french.id, { locale: 'sw' });
    expect([moved.status, errorPointers(moved)]).toEqual([422, ['/locale']]);
    const other = await change('member', post.id, french.id, { locale: 'en_us' });
    expect([other.status, errorPointers(other)]).toEqual([422, ['/locale']]);
    const back = await app.save('member', post.id, { locale: 'sw' });
    expect([back.status, errorPointers(back)]).toEqual([422, ['/locale']]);
    expect((await app.save('member', post.id, { locale: 'de' })).status).toBe(200);
    expect((await list('member', post.id)).body.results.map((row) => row.locale)).toEqual(['sw', 'fr']);
  });

  test('are listed in pages', async () => {
    const post = await app.make('member', {});
    for (const locale of ['sw', 'fr', 'ar']) await translate('member', post.id, { locale });
    const all = (await list('passer-by', post.id)).body;
    expect([all.count, all.total_count]).toEqual([3, 3]);
    const localesOf = async (query: string) =>
      (await list('passer-by', post.id, query)).body.results.map((row) => row.locale);
    expect(await localesOf('?orderby=locale&order=asc&limit=2')).toEqual(['ar', 'fr']);
    expect(await localesOf('?order=desc&offset=1')).toEqual(['fr', 'sw']);
    expect((await list('passer-by', post.id, '?limit=2')).body.next).toContain(
      `/api/v3/posts/${post.id}/translations?`,
    );
  });
});

describe('rights to translations', () => {
  test('who may change the post may translate it, and nobody else', async () => {
    const post = await app.make('member', {});
    await translate('reviewer', post.id, swahiliTranslation);
    const refusals = [
      ['passer-by', 401],
      ['visitor', 403],
      ['settings manager', 403],
    ] as const;
    for (const [kind, status] of refusals) {
      expect((await translate(kind, post.id, { locale: 'fr' })).status).toBe(status);
      expect((await change(kind, post.id, 'sw', { title: 'Taken' })).status).toBe(status);
      expect((await remove(kind, post.id, 'sw')).status).toBe(status);
      expect((await read(kind, post.id, 'sw')).body.title).toBe(swahiliTranslation.title);
    }
    expect((await change('member', post.id, 'sw', { title: 'Daraja' })).body).toMatchObject({
      title: 'Daraja',
      user: { id: await app.idOf('reviewer') },
    });
    const removed = await remove('member', post.id, 'sw');
    expect([removed.status, removed.body.title]).toEqual([200, 'Daraja']);
    expect((await remove('member', post.id, 'sw')).status).toBe(404);
    const foreign = await app.make('reviewer', {});
    expect((await translate('member', foreign.id, swahiliTranslation)).status).toBe(403);
    expect((await translate('member', 999_999, swahiliTranslation)).status).toBe(404);
    expect((await list('member', 999_999)).status).toBe(404);
  });

  test('who may not read the post may not read its translations', async () => {
    const post = await app.make('member', { status: 'draft' });
    await translate('member', post.id, swahiliTranslation);
    for (const [kind, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['settings manager', 403],
    ] as const)
      for (const response of [await list(kind, post.id), await read(kind, post.id, 'sw')]) {
        expect(response.status).toBe(status);
        expect(JSON.stringify(response.body)).not.toContain('Daraja');
      }
    for (const kind of ['member', 'reviewer', 'admin'] as const)
      expect((await list(kind, post.id)).body.total_count).toBe(1);
  });

  test('an answer that is hidden from a viewer is hidden in translations', async () => {
    await app.db
      .updateTable('surveys')
      .set({ hide_author: true, hide_time: true, hide_location: true })
      .where('id', '=', app.careful.id)
      .execute();
    const values = answersByFieldName(app.careful, {
      where: [{ lat: 1.23456, lon: 2.34567 }],
      phone: ['ask for Asha'],
      verdict: ['true'],
      outcome: ['mended'],
    });
    const tasks = Object.values(app.careful.tasks);
    const post = await app.make('reviewer', { form: app.careful.id, values, completed_stages: tasks });
    expect((await app.save('reviewer', post.id, { status: 'published' })).status).toBe(200);
    const answers = answersByFieldName(app.careful, {
      phone: ['muulize Asha'],
      verdict: ['kweli'],
      outcome: ['imetengenezwa'],
    });
    const created = await translate('reviewer', post.id, { ...swahiliTranslation, values: answers });
    expect(created.body.values).toMatchObject(answers);
    const shown = (await read('passer-by', post.id, 'sw')).body;
    const masked = (await app.send<Post>('passer-by', 'GET', `/posts/${post.id}`)).body;
    expect(shown.values).toEqual({
      ...Object(masked.values),
      ...answersByFieldName(app.careful, { outcome: ['imetengenezwa'] }),
    });
    expect(JSON.stringify(shown)).not.toMatch(/Asha|kweli|1\.23456/);
    expect([shown.user, shown.user_id]).toEqual([undefined, null]);
    expect(shown.created).toMatch(/T00:00:00\+00:00$/);
    expect(shown).not.toHaveProperty('author_email');
    expect((await list('visitor', post.id)).body.results).toEqual([shown]);
  });

  test('answers to a hidden task can neither be translated nor removed by a translation', async () => {
    const place = answersByFieldName(app.careful, { where: [{ lat: 1, lon: 2 }] });
    const form = { form: app.careful.id, values: place };
    const post = await app.make('member', form);
    await app.save('reviewer', post.id, {
      values: { ...place, ...answersByFieldName(app.careful, { verdict: ['true'] }) },
    });
    const verdict = answersByFieldName(app.careful, { verdict: ['kweli'] });
    await translate('reviewer', post.id, { ...swahiliTranslation, values: verdict });
    const refused = await change('member', post.id, 'sw', { values: verdict });
    expect([refused.status, errorCodes(refused)]).toEqual([422, ['attributeDoesNotExist']]);
    const phone = answersByFieldName(app.careful, { phone: ['555'] });
    expect((await change('member', post.id, 'sw', { values: phone })).status).toBe(200);
    expect((await read('reviewer', post.id, 'sw')).body.values).toMatchObject(verdict);
    expect(JSON.stringify((await read('member', post.id, 'sw')).body)).not.toContain('kweli');
  });

  test('is refused while somebody else holds the lock of the post', async () => {
    const post = await app.make('member', {});
    await translate('member', post.id, swahiliTranslation);
    await app.send('reviewer', 'PUT', `/posts/${post.id}/lock`);
    for (const response of [
      await translate('member', post.id, { locale: 'fr' }),
      await change('member', post.id, 'sw', { title: 'Daraja' }),
      await remove('member', post.id, 'sw'),
    ])
      expect([response.status, errorCodes(response)]).toEqual([422, ['postLocked']]);
    expect((await change('reviewer', post.id, 'sw', { title: 'Daraja' })).status).toBe(200);
  });
});

describe('translations', () => {
  const rows = (id: number) =>
    app.db.selectFrom('post_translations').selectAll().where('parent_id', '=', id).execute();

  test('are deleted with their post', async () => {
    const post = await app.make('member', {});
    await translate('member', post.id, swahiliTranslation);
    expect(await rows(post.id)).toHaveLength(1);
    expect((await app.send('member', 'DELETE', `/posts/${post.id}`)).status).toBe(200);
    expect(await rows(post.id)).toEqual([]);
    expect((await list('member', post.id)).status).toBe(404);
  });

  test('lose answers to a deleted attribute, and keep those to a renamed one', async () => {
    const values = answersByFieldName(app.open, { words: ['wet'], long: ['Very wet'] });
    const post = await app.make('member', { values });
    await translate('member', post.id, {
      ...swahiliTranslation,
      values: answersByFieldName(app.open, { words: ['maji'], long: ['Sana'] }),
    });
    const idOf = async (name: string) => {
      const { id } = await app.db
        .selectFrom('attributes')
        .select('id')
        .where('key', '=', app.open.keyOf(name))
        .executeTakeFirstOrThrow();
      return `/forms/${app.open.id}/attributes/${id}`;
    };
    const renamed = await app.send('admin', 'PUT', await idOf('words'), { key: 'said' });
    expect(renamed.status).toBe(200);
    expect((await app.send('admin', 'DELETE', await idOf('long'))).status).toBe(200);
    expect((await read('member', post.id, 'sw')).body.values).toEqual({ said: ['maji'] });
    expect((await rows(post.id))[0]?.values).toEqual({ said: ['maji'] });
  });
});
