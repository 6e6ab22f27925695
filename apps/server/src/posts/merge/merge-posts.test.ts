import type { Stats } from '@waypost/contract/browse/stats';
import { limits } from '@waypost/contract/common/limits';
import type { MergedPosts } from '@waypost/contract/posts/merged-posts';
import type { DetailedPostRevision } from '@waypost/contract/posts/post-revisions';
import type { Post } from '@waypost/contract/posts/posts';
import type { PostContext } from '@waypost/contract/review/post-context';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAppWithReviewers, type TestReviewer } from '../../review/reviewers.fixture.ts';
import { type Actor, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { answersByFieldName } from '../app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithReviewers>>;
let amina: TestReviewer;
let boris: TestReviewer;
beforeAll(async () => {
  app = await startAppWithReviewers();
  amina = await app.createReviewer('amina');
  boris = await app.createReviewer('boris');
});
afterAll(() => app.close());

const merge = (primary: number, posts: readonly number[], reviewer = amina) =>
  reviewer.send<Post>('POST', `/posts/${primary}/merged`, { post_ids: posts });
const split = (primary: number, posts: readonly number[], reviewer = amina) =>
  reviewer.send<Post>('POST', `/posts/${primary}/split`, { post_ids: posts });
const read = (actor: Actor, id: number, query = '') => app.send<Post>(actor, 'GET', `/posts/${id}${query}`);
const listMerged = async (actor: Actor, id: number) =>
  (await app.send<MergedPosts>(actor, 'GET', `/posts/${id}/merged`)).body;
const listIds = async (actor: Actor, query: string) =>
  (
    await app.send<{ results: Post[] }>(actor, 'GET', `/posts?orderby=id&order=asc&${query}`)
  ).body.results.map(({ id }) => id);
const total = async (actor: Actor, query: string) =>
  (await app.send<{ total_count: number }>(actor, 'GET', `/posts?limit=0&${query}`)).body.total_count;

/** A published primary and two reports to merge, the second of which waits for review. */
async function makeThree(title = 'Bridge') {
  const where = (lat: number) => answersByFieldName(app.open, { where: [{ lat, lon: 2 }] });
  const primary = await app.make('member', { title: `${title} closed`, values: where(1) });
  const published = await app.make('member', { title: `${title} down`, values: where(1.1) });
  const waiting = await app.make('member', { title: `${title} gone`, values: where(1.2) });
  await app.save('admin', waiting.id, { status: 'draft' });
  return { primary: primary.id, published: published.id, waiting: waiting.id };
}

describe('merged posts', () => {
  test('stand in no list, count, map, search or export; the primary stands for them', async () => {
    const { primary, published, waiting } = await makeThree('Viaduct');
    const countAll = () => total('admin', 'status=all');
    const before = [await total('passer-by', ''), await countAll()];
    const merged = await merge(primary, [published, waiting]);
    expect([merged.status, merged.body.merging]).toEqual([200, { merged_into: null, merged_count: 2 }]);
    expect([await total('passer-by', ''), await countAll()]).toEqual([
      (before[0] ?? 0) - 1,
      (before[1] ?? 0) - 2,
    ]);
    for (const actor of ['passer-by', 'member', 'admin'] as const) {
      expect(await listIds(actor, 'q=viaduct&status=all')).toEqual([primary]);
      const ids = [primary, published, waiting].join();
      expect(await listIds(actor, `post_id=${ids}&status=all`)).toEqual([primary]);
      expect(await total(actor, 'status=archived')).toBe(0);
      const shapes = await app.send<{ features: { properties: { id: number } }[] }>(
        actor,
        'GET',
        `/posts/geojson?status=all`,
      );
      const shown = shapes.body.features.map(({ properties }) => properties.id);
      expect(shown).toContain(primary);
      expect(shown).not.toContain(published);
      expect(shown).not.toContain(waiting);
    }
    const headers = { authorization: `Bearer ${await app.tokenOf('admin')}` };
    const csv = await app.fastify.inject({ url: '/api/v3/posts/export?status[]=all', headers });
    expect(csv.body).toContain('Viaduct closed');
    expect(csv.body).not.toMatch(/Viaduct (?:down|gone)/);
    const stats = await app.send<Stats>('admin', 'GET', '/posts/stats?group_by=form&status=all');
    expect(JSON.stringify(stats.body)).toContain(`"total":${await countAll()}`);
    const { body } = await amina.send<PostContext>('GET', `/posts/${primary}/context`);
    expect([...body.duplicates, ...body.nearby].map(({ id }) => id)).not.toContain(published);
    await split(primary, [published, waiting]);
    expect([await total('passer-by', ''), await countAll()]).toEqual(before);
    expect(await listIds('passer-by', 'q=viaduct')).toEqual([primary, published]);
  });

  test('their old address leads the public to the primary, and the team and the author to the post', async () => {
    const { primary, published, waiting } = await makeThree();
    const own = await app.make('member', { title: 'Own report' });
    await merge(primary, [published, waiting, own.id]);
    for (const actor of ['passer-by', 'visitor'] as const) {
      expect((await read(actor, published)).body.id).toBe(primary);
      expect((await read(actor, waiting)).status).toBe(actor === 'visitor' ? 403 : 401);
    }
    for (const actor of ['admin', 'member'] as const)
      expect((await read(actor, own.id, '?with=merging')).body).toMatchObject({
        id: own.id,
        status: 'archived',
        merging: { merged_into: primary, merged_count: 0 },
      });
    expect((await read('admin', own.id)).body).not.toHaveProperty('merging');
    await app.save('admin', primary, { status: 'draft' });
    expect((await read('passer-by', published)).status).toBe(401);
  });

  test('are shown with the primary to those who could read them before, masked as before', async () => {
    const hiding = app.careful.id;
    const values = answersByFieldName(app.careful, {
      where: [{ lat: 1.23456, lon: 2.34567 }],
      phone: ['555'],
    });
    const source = await app.make('member', { form: hiding, title: 'Careful', values });
    const tasks = [app.careful.tasks['check'], app.careful.tasks['follow up']];
    const done = { ...values, ...answersByFieldName(app.careful, { outcome: ['x'] }) };
    await app.save('admin', source.id, { values: done, completed_stages: tasks });
    await app.save('admin', source.id, { status: 'published' });
    const { primary, published, waiting } = await makeThree();
    const before = (await read('passer-by', source.id)).body;
    await merge(primary, [published, waiting, source.id]);
    const publicView = await listMerged('passer-by', primary);
    expect(publicView.count).toBe(3);
    expect(publicView.results.map(({ post }) => post.id)).toEqual(
      [source.id, published].toSorted((a, b) => a - b),
    );
    const shown = publicView.results.find(({ post }) => post.id === source.id);
    expect(shown).toEqual({
      post: { ...before, updated: expect.anything(), revision: expect.any(Number) },
      merged: null,
      merged_by: null,
    });
    expect(JSON.stringify(publicView)).not.toContain('555');
    const team = await listMerged('admin', primary);
    expect(team.results).toHaveLength(3);
    expect(team.results.find(({ post }) => post.id === waiting)).toMatchObject({
      post: { status: 'draft' },
      merged: expect.any(String),
      merged_by: { id: amina.id, realname: 'amina' },
    });
    expect(JSON.stringify(team)).toContain('555');
    await app.save('admin', primary, { status: 'archived' });
    expect((await app.send('passer-by', 'GET', `/posts/${primary}/merged`)).status).toBe(404);
  });

  test('keep their pictures for those who see them with the primary', async () => {
    const { primary, published } = await makeThree();
    const { rows } = await sql<{ id: number }>`
      insert into media (mime, size, width, height, file, thumbnail, post_id)
      values ('image/png', 1, 1, 1, 'merged.png', 'merged.webp', ${published}) returning id`.execute(app.db);
    const media = rows[0]?.id ?? 0;
    await sql`update posts set values = values || jsonb_build_object(${app.open.keyOf('photo')}::text, jsonb_build_array(${media}::bigint))
      where id = ${published}`.execute(app.db);
    await sql`select mask_posts(array[${published}]::bigint[])`.execute(app.db);
    const readPicture = async () => (await app.send('passer-by', 'GET', `/media/${media}`)).status;
    const before = await readPicture();
    expect(before).toBe(200);
    await merge(primary, [published]);
    expect(await readPicture()).toBe(before);
    await app.save('admin', primary, { status: 'draft' });
    expect(await readPicture()).not.toBe(200);
  });

  test('keep their status until they are split, whoever tries to change it', async () => {
    const { primary, published } = await makeThree();
    await merge(primary, [published]);
    for (const status of ['published', 'draft'])
      expect(errorCodes(await app.save('admin', published, { status }))).toEqual(['statusOfMergedPost']);
    expect((await app.save('admin', published, { title: 'Corrected' })).status).toBe(200);
  });
});

describe('splitting', () => {
  test('gives back the status, and keeps what was edited on both sides', async () => {
    const { primary, published, waiting } = await makeThree();
    await merge(primary, [published, waiting]);
    await app.save('admin', published, { title: 'Edited while merged' });
    await app.save('admin', primary, { title: 'Edited primary' });
    const { body } = await split(primary, [published, waiting]);
    expect(body).toMatchObject({ title: 'Edited primary', merging: { merged_count: 0 } });
    expect((await read('passer-by', published)).body).toMatchObject({
      id: published,
      title: 'Edited while merged',
      status: 'published',
    });
    expect((await read('admin', waiting)).body.status).toBe('draft');
    expect(errorPointers(await split(primary, [published]))).toEqual(['/post_ids']);
  });

  test('happens by itself when the primary is deleted', async () => {
    const { primary, published, waiting } = await makeThree('Culvert');
    await merge(primary, [published, waiting]);
    const count = await total('passer-by', '');
    expect((await app.send('admin', 'DELETE', `/posts/${primary}`)).status).toBe(200);
    expect(await total('passer-by', '')).toBe(count);
    expect((await read('passer-by', published)).body).toMatchObject({ id: published, status: 'published' });
    expect((await read('admin', waiting)).body.status).toBe('draft');
    expect(await listIds('passer-by', 'q=culvert')).toEqual([published]);
    const { revision = 0 } = (await read('admin', published)).body;
    const latest = await amina.send<DetailedPostRevision>('GET', `/posts/${published}/revisions/${revision}`);
    expect(latest.body.changes).toMatchObject([
      { field: 'status', before: 'archived', after: 'published' },
      { field: 'merged_into', before: primary, after: null },
    ]);
  });

  test('happens to all posts of a sender that are archived at once, and stays so when that is undone', async () => {
    const { primary } = await makeThree();
    const sent = await app.send<Post>('settings manager', 'POST', '/posts', {
      form: app.open.id,
      title: 'Spam',
    });
    await merge(primary, [sent.body.id]);
    const cleanup = await amina.send<{ id: number }>('POST', `/posts/${sent.body.id}/sender`, {});
    expect(await listMerged('passer-by', primary)).toMatchObject({ count: 0 });
    expect((await read('passer-by', sent.body.id)).status).toBe(401);
    await amina.send('DELETE', `/cleanups/${cleanup.body.id}`);
    expect((await read('passer-by', sent.body.id)).body).toMatchObject({
      title: 'Spam',
      status: 'published',
    });
  });

  test('is not undone when a merged post is deleted', async () => {
    const { primary, published, waiting } = await makeThree();
    await merge(primary, [published, waiting]);
    await app.send('admin', 'DELETE', `/posts/${published}`);
    expect(await listMerged('admin', primary)).toMatchObject({
      count: 1,
      results: [{ post: { id: waiting } }],
    });
  });
});

describe('merging', () => {
  test('is refused for chains, cycles, the post itself and posts that do not exist', async () => {
    const { primary, published, waiting } = await makeThree();
    const other = (await app.make('member', {})).id;
    await merge(primary, [published]);
    const refused: [number, number[], string][] = [
      [primary, [primary], 'invalid'],
      [primary, [999_999], 'exists'],
      [published, [waiting], 'postIsMerged'],
      [published, [primary], 'postIsMerged'],
      [other, [published], 'postIsMerged'],
      [other, [primary], 'postHasMergedPosts'],
      [primary, [], 'required'],
    ];
    for (const [into, ids, code] of refused) {
      const reply = await merge(into, ids);
      expect([errorPointers(reply), errorCodes(reply)]).toEqual([['/post_ids'], [code]]);
    }
    expect((await merge(999_999, [waiting])).status).toBe(404);
    expect((await merge(primary, [published])).status).toBe(200);
    expect(await listMerged('admin', primary)).toMatchObject({ count: 1 });
  });

  test('is limited to a number of posts', async () => {
    const { primary } = await makeThree();
    const ids = await app.addWaitingPosts(limits.mergedPosts + 1);
    expect((await merge(primary, ids.slice(1))).status).toBe(200);
    expect(errorCodes(await merge(primary, ids.slice(0, 1)))).toEqual(['maxitems']);
    expect((await split(primary, ids.slice(1))).status).toBe(200);
    await sql`delete from posts where id = any(${ids}::bigint[])`.execute(app.db);
  });

  test('is for the team', async () => {
    const { primary, published } = await makeThree();
    for (const [actor, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['member', 403],
      ['settings manager', 403],
    ] as const)
      for (const action of ['merged', 'split'])
        expect(
          (await app.send(actor, 'POST', `/posts/${primary}/${action}`, { post_ids: [published] })).status,
        ).toBe(status);
  });

  test('waits for nobody: a post that somebody else edits or reviews is refused with their name', async () => {
    const { primary, published, waiting } = await makeThree();
    await boris.send('PUT', `/posts/${published}/lock`);
    const refused = await merge(primary, [published]);
    expect([errorCodes(refused), JSON.stringify(refused.body)]).toEqual([
      ['postLocked'],
      expect.stringContaining('boris'),
    ]);
    await boris.send('DELETE', `/posts/${published}/lock`);
    const claimed = await boris.send<{ results: Post[] }>('POST', '/review/claims', { post_id: [waiting] });
    expect(claimed.body.results).toHaveLength(1);
    expect(errorCodes(await merge(primary, [waiting]))).toEqual(['postLocked']);
    expect((await merge(primary, [waiting], boris)).status).toBe(200);
    const claims = await boris.send<{ count: number }>('GET', '/review/claims');
    expect(claims.body.count).toBe(0);
    const again = await boris.send<{ count: number }>('POST', '/review/claims', { post_id: [waiting] });
    expect(again.body.count).toBe(0);
    await split(primary, [waiting]);
    await app.send('admin', 'DELETE', `/posts/${waiting}`);
  });

  test('of the same posts at the same time leaves one result', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { primary, published, waiting } = await makeThree();
      const replies = await Promise.all([
        merge(primary, [published, waiting]),
        merge(published, [primary], boris),
        merge(waiting, [published], boris),
      ]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const { rows } = await sql<{ chains: number }>`
        select count(*)::int as chains from posts merged join posts target on target.id = merged.merged_into
        where target.merged_into is not null`.execute(app.db);
      expect(rows[0]?.chains).toBe(0);
      await sql`delete from posts where id in (${primary}, ${published}, ${waiting})`.execute(app.db);
    }
  });

  test('and deleting the primary at the same time loses nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { primary, published } = await makeThree();
      await Promise.all([merge(primary, [published]), boris.send('DELETE', `/posts/${primary}`)]);
      expect((await read('passer-by', published)).body).toMatchObject({ id: published, status: 'published' });
    }
  });

  test('is in the history of all posts and in the audit', async () => {
    const { primary, published } = await makeThree();
    await merge(primary, [published]);
    await split(primary, [published]);
    const changesOf = async (id: number) => {
      const { revision = 0 } = (await read('admin', id)).body;
      const revisions = await Promise.all(
        [revision - 1, revision].map((it) =>
          amina.send<DetailedPostRevision>('GET', `/posts/${id}/revisions/${it}`),
        ),
      );
      return revisions.map(({ body }) => [body.user?.id, body.changes]);
    };
    expect(await changesOf(primary)).toMatchObject([
      [amina.id, [{ field: 'merged_posts', before: [], after: [published] }]],
      [amina.id, [{ field: 'merged_posts', before: [published], after: [] }]],
    ]);
    expect(await changesOf(published)).toMatchObject([
      [
        amina.id,
        [
          { field: 'status', before: 'published', after: 'archived' },
          { field: 'merged_into', before: null, after: primary },
        ],
      ],
      [
        amina.id,
        [
          { field: 'status', before: 'archived', after: 'published' },
          { field: 'merged_into', before: primary, after: null },
        ],
      ],
    ]);
    const audit = async (id: number) =>
      (
        await app.send<{ results: { details: object }[] }>(
          'admin',
          'GET',
          `/audit?subject=posts&subject_id=${id}`,
        )
      ).body.results.map(({ details }) => details);
    expect(await audit(primary)).toMatchObject([
      { changed: ['merged_posts'], split: [published] },
      { changed: ['merged_posts'], merged: [published] },
    ]);
    expect(await audit(published)).toMatchObject([{ merged_into: null }, { merged_into: primary }]);
  });

  test('cannot be undone by restoring an earlier version of the merged post', async () => {
    const { primary, published } = await makeThree();
    await merge(primary, [published]);
    const restored = await amina.send('POST', `/posts/${published}/revisions/1/restore`, {});
    expect(errorCodes(restored)).toEqual(['statusOfMergedPost']);
  });
});
