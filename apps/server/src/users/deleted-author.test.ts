/** What posts and their versions tell of an author whose account is deleted. */
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { migrate } from '../kernel/db/migrate.ts';
import * as maskedAuthors from '../migrations/0314-masked-authors.ts';
import { schema } from '../migrations/schema.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { createTestDatabase } from '../testing/schema/create-test-database.ts';
import { runMigrationsBefore } from '../testing/schema/earlier-schemas.ts';

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, { photo: { type: 'varchar' } });
});
afterAll(() => app.close());

/** A published post by a new account, named as its author. */
async function createPost(email: string): Promise<{ post: number; user: number }> {
  const body = { realname: 'Ines', email, password: 'correct horse', role: 'user' };
  const user = (await app.send<{ id: number }>('admin', 'POST', '/users', body)).body.id;
  const post = { form: survey.id, title: 'Bridge', status: 'published', user, values: {} };
  const { id } = (await app.send<Post>('admin', 'POST', '/posts', post)).body;
  await sql`update posts set user_id = ${user} where id = ${id}`.execute(app.db);
  await sql`select mask_posts(${[id]}::bigint[])`.execute(app.db);
  return { post: id, user };
}

const readList = async (query: string) =>
  (await app.send<{ results: { id: number; user: unknown }[] }>('passer-by', 'GET', `/posts?${query}`)).body;

test('visitors are not told who sent a post once the account is deleted', async () => {
  const { post, user } = await createPost('ines@example.org');
  const other = await createPost('omar@example.org');
  expect((await app.send<Post>('passer-by', 'GET', `/posts/${post}`)).body.user).toMatchObject({ id: user });
  expect((await readList(`user=${user}`)).results.map(({ id }) => id)).toEqual([post]);

  expect((await app.send('admin', 'DELETE', `/users/${user}`)).status).toBe(200);

  expect((await app.send<Post>('passer-by', 'GET', `/posts/${post}`)).body.user).toBeUndefined();
  expect((await readList(`user=${user}`)).results).toEqual([]);
  expect((await readList('orderby=id')).results.find(({ id }) => id === post)).not.toHaveProperty('user');
  expect((await readList(`user=${other.user}`)).results.map(({ id }) => id)).toEqual([other.post]);
});

test('earlier versions of a post do not name an author whose account is deleted', async () => {
  const { post, user } = await createPost('ana@example.org');
  const author = await app.idOf('member');
  expect((await app.send('admin', 'PUT', `/posts/${post}`, { user: author })).status).toBe(200);
  const readVersions = async () =>
    (
      await sql<{ replaced: object }>`select replaced from post_revisions where post_id = ${post}`.execute(
        app.db,
      )
    ).rows;
  expect(JSON.stringify(await readVersions())).toContain(`"user": ${user}`.replace(' ', ''));
  expect((await app.send('admin', 'DELETE', `/users/${user}`)).status).toBe(200);
  expect(await readVersions()).toEqual([{ replaced: expect.objectContaining({ user: null }) as object }]);
});

test('an upgrade clears the authors whose accounts were deleted before', async () => {
  const db = await createTestDatabase();
  await runMigrationsBefore(db, maskedAuthors.name);
  await inTransaction(db, 'writes', async (tx) => {
    await sql`insert into users (email, password_hash) values ('ines@example.org', '')`.execute(tx);
    await sql`
      insert into posts (title, user_id, masked_user_id)
      select 'stays', id, id from users union all select 'gone', null, 4711`.execute(tx);
    await sql`
      insert into post_revisions (post_id, revision, replaced)
      select posts.id, at, jsonb_build_object('title', 'x') || case at when 2 then '{"user": 4711}' when 3 then
        jsonb_build_object('user', users.id) else '{}' end
      from posts, users, generate_series(1, 3) as at where posts.title = 'gone'`.execute(tx);
  });
  await migrate(db, schema);
  const posts = await sql`
    select title, masked_user_id is not null as named from posts order by title`.execute(db);
  expect(posts.rows).toEqual([
    { title: 'gone', named: false },
    { title: 'stays', named: true },
  ]);
  const versions = await sql`
    select replaced ->> 'user' is not null as named, replaced ? 'user' as changed, replaced ->> 'title' as title
    from post_revisions order by revision`.execute(db);
  expect(versions.rows).toEqual([
    { named: false, changed: false, title: 'x' },
    { named: false, changed: true, title: 'x' },
    { named: true, changed: true, title: 'x' },
  ]);
});
