/** The context of a post: possible duplicates with reasons, nearby posts, the sender's numbers, decisions, photographs. */
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import type { PostContext } from '@waypost/contract/review/post-context';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { deletePhotoDataJob, readPictureFactsJob } from '../../media/read-missing-facts.ts';
import { startAppWithSurveys } from '../../posts/app-with-surveys.fixture.ts';
import { buildMultipart } from '../../testing/app/multipart.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());
beforeEach(() => sql`delete from posts`.execute(app.db));

const noon = '2026-03-01T12:00:00+00:00';
interface Report {
  title?: string;
  words?: string;
  at?: [lat: number, lon: number];
  time?: string;
  photo?: number;
}
/** Sends a report. */
const report = async (
  { title = 'Untitled', words, at, time = noon, photo }: Report,
  kind: Parameters<typeof app.make>[0] = 'admin',
): Promise<Post> => {
  const { keyOf } = app.open;
  const values = {
    ...(words === undefined ? {} : { [keyOf('words')]: [words] }),
    ...(at === undefined ? {} : { [keyOf('where')]: [{ lat: at[0], lon: at[1] }] }),
    ...(photo === undefined ? {} : { [keyOf('photo')]: [photo] }),
  };
  return app.make(kind, { title, values, post_date: time });
};
const readContext = async ({ id }: { id: number }) =>
  (await app.send<PostContext>('admin', 'GET', `/posts/${id}/context`)).body;
const reasonsOf = async (post: Post) =>
  (await readContext(post)).duplicates.map(({ id, reasons }) => [id, reasons]);

/** Runs a job to its end. */
const runJob = async (job: typeof deletePhotoDataJob) => {
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, job, {}));
  await app.jobs.runPending();
};

/** A drawing with more structure than a plain color. @param exif metadata of the file */
const draw = async (
  color: string,
  {
    x = 40,
    width = 320,
    quality = 90,
    exif = {},
  }: { x?: number; width?: number; quality?: number; exif?: object } = {},
) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#dde"/><circle cx="${x}" cy="60" r="50" fill="${color}"/><rect x="${280 - x}" y="110" width="70" height="80" fill="#222"/></svg>`,
    ),
  )
    .resize(width)
    .withExif(exif)
    .jpeg({ quality })
    .toBuffer();

async function upload(bytes: Buffer, kind: 'admin' | 'member' | 'visitor' = 'admin'): Promise<number> {
  const { payload, headers } = buildMultipart({}, { name: 'a.jpg', bytes });
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization: `Bearer ${await app.tokenOf(kind)}` },
  });
  return response.json<Media>().id;
}

test('a post without a title is named by the first words of its text', async () => {
  const post = await report({ words: 'bridge flooded since dawn' });
  const other = await report({ words: 'bridge flooded since dawn' });
  await sql`update posts set title = null, content = ${'The bridge is gone. Send help.'} where id = ${other.id}`.execute(
    app.db,
  );
  expect((await readContext(post)).duplicates).toMatchObject([{ id: other.id, title: 'The bridge is gone' }]);
  const sender = await app.send<{ posts: { title: string }[] }>('admin', 'GET', `/posts/${post.id}/sender`);
  expect(sender.body.posts.map(({ title }) => title)).toContain('The bridge is gone');
});

describe('possible duplicates', () => {
  test('are posts of the same time and place, each with its reasons in order', async () => {
    const post = await report({ at: [1.5, 36.8] });
    const near = await report({ at: [1.5009, 36.8], time: '2026-03-01T12:10:00+00:00' }, 'member');
    await report({ at: [1.55, 36.8] }, 'member');
    await report({ at: [1.5, 36.8], time: '2026-03-04T12:00:00+00:00' }, 'member');
    const { duplicates } = await readContext(post);
    expect(duplicates).toEqual([
      {
        id: near.id,
        title: 'Untitled',
        status: 'published',
        post_date: '2026-03-01T12:10:00+00:00',
        location: { lat: 1.5009, lon: 36.8 },
        distance: 100,
        seconds_later: 600,
        reasons: ['place', 'time'],
      },
    ]);
  });

  test('are found across the antimeridian', async () => {
    const post = await report({ at: [-17, 179.999] });
    const other = await report({ at: [-17, -179.999] }, 'member');
    expect(await reasonsOf(post)).toEqual([[other.id, ['place', 'time']]]);
  });

  test.each([
    [
      'English',
      'The bridge over the Tana has collapsed near Garsen',
      'Bridge over Tana collapsed near Garsen!',
    ],
    ['Arabic', 'انهار الجسر فوق النهر قرب السوق', 'الجسر فوق النهر انهار قرب السوق الكبير'],
    ['Chinese', '市场附近的桥梁已经倒塌', '市场附近的桥梁倒塌了'],
    ['Hindi', 'बाजार के पास पुल गिर गया है', 'पुल बाजार के पास गिर गया'],
  ])('are posts with similar words in %s', async (_language, words, others) => {
    const post = await report({ title: 'First', words });
    const other = await report(
      { title: 'Second', words: others, time: '2026-03-03T12:00:00+00:00' },
      'member',
    );
    await report({ title: 'Third', words: 'Vaccination at the school on Monday' }, 'member');
    expect(await reasonsOf(post)).toEqual([[other.id, ['words']]]);
  });

  test('quotation marks and backslashes in words change nothing', async () => {
    const words = "l'eau d'aujourd'hui \\ coupée 'partout' à & | ! (Goma)";
    const post = await report({ words });
    const other = await report({ words }, 'member');
    expect(await reasonsOf(post)).toEqual([[other.id, ['words', 'time']]]);
  });

  test('are posts of the same sender within an hour, and of others not', async () => {
    const post = await report({}, 'member');
    const other = await report({ title: 'Elsewhere', time: '2026-03-01T12:50:00+00:00' }, 'member');
    await report({ title: 'Later', time: '2026-03-01T20:00:00+00:00' }, 'member');
    await report({ title: 'Somebody else' }, 'admin');
    expect(await reasonsOf(post)).toEqual([[other.id, ['sender', 'time']]]);
  });

  test('have the same picture, also scaled and encoded again', async () => {
    const post = await report({ title: 'One', photo: await upload(await draw('#c33')) });
    const again = await upload(await draw('#c33', { width: 200, quality: 50 }));
    const other = await report({ title: 'Two', photo: again, time: '2026-01-01T00:00:00+00:00' });
    const different = await upload(await draw('#c33', { x: 220 }));
    await report({ title: 'Three', photo: different, time: '2026-01-01T00:00:00+00:00' });
    expect(await reasonsOf(post)).toEqual([[other.id, ['picture']]]);
  });

  test('a picture without structure is no reason', async () => {
    const blank = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#eee' } })
      .png()
      .toBuffer();
    const post = await report({ title: 'One', photo: await upload(blank) });
    await report({ title: 'Two', photo: await upload(blank), time: '2026-01-01T00:00:00+00:00' });
    expect(await reasonsOf(post)).toEqual([]);
  });
});

test('nearby posts are those within two kilometres, the nearest first, without archived ones', async () => {
  const post = await report({ at: [0, 30] });
  const far = await report({ at: [0, 30.015], time: '2026-01-01T00:00:00+00:00' }, 'member');
  const near = await report({ at: [0.005, 30], time: '2026-04-01T00:00:00+00:00' }, 'member');
  await report({ at: [0, 30.03] }, 'member');
  const gone = await report({ at: [0, 30.001], time: '2026-01-01T00:00:00+00:00' }, 'member');
  await app.save('admin', gone.id, { status: 'archived' });
  const { nearby, location } = await readContext(post);
  expect(nearby.map(({ id, distance }) => [id, distance])).toEqual([
    [near.id, 556],
    [far.id, 1668],
  ]);
  expect(location).toEqual({ lat: 0, lon: 30 });
});

test('the sender’s other posts are counted by status', async () => {
  const post = await report({}, 'member');
  const archived = await report({}, 'member');
  await report({}, 'member');
  await report({}, 'admin');
  await app.save('admin', archived.id, { status: 'archived' });
  expect((await readContext(post)).sender).toEqual({ kind: 'account', published: 1, draft: 0, archived: 1 });
});

test('earlier decisions name who changed the status, the latest first', async () => {
  const post = await report({}, 'member');
  await app.save('admin', post.id, { status: 'archived' });
  await app.save('admin', post.id, { title: 'Another' });
  await app.save('admin', post.id, { status: 'draft' });
  const { decisions } = await readContext(post);
  expect(decisions.map(({ before, after }) => [before, after])).toEqual([
    ['archived', 'draft'],
    ['published', 'archived'],
  ]);
  expect(decisions[0]?.user?.realname).toBeTruthy();
});

describe('photographs', () => {
  const exif = {
    IFD2: { DateTimeOriginal: '2026:03:01 15:30:00', OffsetTimeOriginal: '+03:00' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '1/1 30/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '36/1 48/1 0/1',
    },
  };

  test('are compared with time and place of the post, for the team alone', async () => {
    const media = await upload(await draw('#3c3', { exif }), 'member');
    const post = await report({ at: [-1.5, 36.81], photo: media }, 'member');
    const { photos } = await readContext(post);
    expect(photos).toMatchObject([
      {
        media: { id: media },
        taken: '2026-03-01T12:30:00+00:00',
        seconds_later: 1800,
        location: { lat: -1.5, lon: 36.8 },
        distance: 1112,
      },
    ]);
    for (const kind of ['member', 'passer-by'] as const)
      expect((await app.send(kind, 'GET', `/posts/${post.id}/context`)).status).not.toBe(200);
    const shown = await app.send('admin', 'GET', `/media/${media}`);
    expect(JSON.stringify(shown.body)).not.toMatch(/36\.8|15:30|12:30/);
  });

  test('of people without an account are not kept', async () => {
    const media = await upload(await draw('#3c3', { exif }), 'visitor');
    const { rows } = await sql`select * from picture_facts where media_id = ${media}`.execute(app.db);
    expect(rows).toMatchObject([
      { perceptual_hash: expect.any(String), photo_time: null, photo_lat: null, photo_lon: null },
    ]);
  });

  test('time and place of a photograph are deleted after 30 days', async () => {
    const media = await upload(await draw('#3c3', { exif }));
    const post = await report({ photo: media });
    await sql`update picture_facts set created = now() - interval '29 days'`.execute(app.db);
    await runJob(deletePhotoDataJob);
    expect((await readContext(post)).photos).toHaveLength(1);
    await sql`update picture_facts set created = now() - interval '31 days'`.execute(app.db);
    await runJob(deletePhotoDataJob);
    expect((await readContext(post)).photos).toEqual([]);
  });

  test('metadata that cannot be read is left out, and the picture is accepted', async () => {
    const broken = { IFD2: { DateTimeOriginal: 'yesterday', OffsetTimeOriginal: '+99:99' } };
    const post = await report({ photo: await upload(await draw('#3c3', { exif: broken })) });
    expect((await readContext(post)).photos).toEqual([]);
  });
});

test('pictures of an earlier version are compared once the job has read them', async () => {
  const [first, second] = [await upload(await draw('#33c')), await upload(await draw('#33c'))];
  const post = await report({ title: 'One', photo: first });
  const other = await report({ title: 'Two', photo: second, time: '2026-01-01T00:00:00+00:00' });
  await sql`delete from picture_facts`.execute(app.db);
  expect(await reasonsOf(post)).toEqual([]);
  await runJob(readPictureFactsJob);
  expect(await reasonsOf(post)).toEqual([[other.id, ['picture']]]);
});

test('a post that does not exist is not found', async () => {
  expect((await app.send('admin', 'GET', '/posts/987654321/context')).status).toBe(404);
});
