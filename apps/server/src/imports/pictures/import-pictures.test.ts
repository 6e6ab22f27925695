/** Columns of pictures: fetched from the web, or copied from this site. */
import { createServer, type RequestListener } from 'node:http';
import type { ImportPreview, RejectedRow, RowWithWarnings } from '@waypost/contract/imports/imports';
import type { Media } from '@waypost/contract/media/media';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { buildMultipart } from '../../testing/app/multipart.ts';
import { endServer, listenLocally } from '../../testing/servers/local-server.ts';
import { ImportTestApp } from '../import-app.fixture.ts';

let importApp: ImportTestApp;
let survey: TestSurvey;
let base: string;
let jpeg: Buffer;
/** Paths that were requested. */
let requested: string[] = [];
let serve: RequestListener;

const server = createServer((request, response) => {
  requested.push(request.url ?? '');
  serve(request, response);
});

/** `/picture…` is a picture, `/page` a web page, `/large` a file beyond the limit; everything else is missing. */
const serveByPath: RequestListener = ({ url = '' }, response) => {
  if (url.startsWith('/picture')) response.end(jpeg);
  else if (url === '/page') response.end('<html>Sign in</html>');
  else if (url === '/large') response.end(Buffer.alloc(11_000_000));
  else if (url === '/moved') response.writeHead(302, { location: '/picture-moved.jpg' }).end();
  else if (url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/a.jpg' }).end();
  else response.writeHead(404).end();
};

beforeAll(async () => {
  importApp = await ImportTestApp.start({ allowedNetworks: ['127.0.0.1'] });
  base = await listenLocally(server);
  survey = await createTestSurvey(importApp.deployment.db, {
    Title: { type: 'title', required: true },
    Description: { type: 'description' },
    Photo: { type: 'media', input: 'upload' },
    Gallery: { type: 'media', input: 'upload', cardinality: 0 },
    Note: { type: 'text', input: 'textarea' },
  });
  jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a7' } })
    .withExif({ IFD0: { ImageDescription: 'Taken by Jane Doe' } })
    .jpeg()
    .toBuffer();
  serve = serveByPath;
});
afterAll(async () => {
  endServer(server);
  await importApp.deployment.close();
});
afterEach(async () => {
  await importApp.deletePosts();
  await sql`delete from media`.execute(importApp.deployment.db);
  requested = [];
  serve = serveByPath;
});

const importGuessed = (file: string, name?: string) =>
  importApp.importGuessed(survey, file, name ? { name } : {});

async function readWarnings(id: number): Promise<[number, string | null, string | undefined, number][]> {
  const { body } = await importApp.request<{ results: RowWithWarnings[] }>('GET', `/csv/${id}/warnings`);
  return body.results.flatMap(({ line, errors, post }) =>
    errors.map((error) => [line, error.value, error.code, post.id] as [number, string, string, number]),
  );
}

/** The pictures of the posts, in their order. */
const readPictures = async () =>
  (
    await sql<{
      id: number;
      title: string;
      width: number;
      user: string;
      original_name: string | null;
      caption: string | null;
    }>`
      select media.id, title, width, users.email as user, original_name, caption from media
      join posts on posts.id = media.post_id left join users on users.id = media.user_id order by posts.id, media.id`.execute(
      importApp.deployment.db,
    )
  ).rows;

async function uploadPicture(token: string, caption = ''): Promise<Media> {
  const { payload, headers } = buildMultipart({ caption }, { name: 'own.jpg', bytes: jpeg });
  const response = await importApp.deployment.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return response.json<Media>();
}

describe('web addresses', () => {
  test('are fetched, and the pictures are those of the importer', async () => {
    const { preview, posts, done } = await importGuessed(
      `Title,Photo\nDam,${base}/picture%20one.jpg?size=2\nWell,\nRoad,${base}/moved\n`,
    );
    expect(preview.maps_to).toEqual(['title', survey.keyOf('Photo')]);
    expect(preview.picture_hosts).toEqual([new URL(base).host]);
    expect(preview.rows.map(({ errors }) => errors)).toEqual([[], [], []]);
    expect(posts.map(({ title }) => title)).toEqual(['Dam', 'Well', 'Road']);
    expect(done).toMatchObject({ status: 'SUCCESS', processed: '3', errors: '0', pictures: 2, warnings: 0 });
    const user = 'importer@example.org';
    expect(await readPictures()).toMatchObject([
      { title: 'Dam', width: 60, user, original_name: 'picture one.jpg', caption: null },
      { title: 'Road', width: 60, user, original_name: 'moved', caption: null },
    ]);
  });

  test('that lead to no picture leave the report without one, and its row says why', async () => {
    const paths = ['/gone.jpg', '/page', '/large', '/inside', '/picture.jpg'];
    const { posts, done } = await importGuessed(
      ['Title,Photo', ...paths.map((path) => `Row,${base}${path}`), 'Row,http://[::1]/a.jpg', ''].join('\n'),
    );
    expect(posts).toHaveLength(6);
    expect(done).toMatchObject({ errors: '0', pictures: 1, warnings: 5 });
    expect(await readWarnings(done.id)).toEqual([
      [2, `${base}/gone.jpg`, 'pictureRefused', posts[0]?.id],
      [3, `${base}/page`, 'fileType', posts[1]?.id],
      [4, `${base}/large`, 'fileSize', posts[2]?.id],
      [5, `${base}/inside`, 'pictureAddress', posts[3]?.id],
      [7, 'http://[::1]/a.jpg', 'pictureAddress', posts[5]?.id],
    ]);
    expect(posts[0]?.values[survey.keyOf('Photo')] ?? []).toEqual([]);
    const rejected = await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${done.id}/errors`);
    expect(rejected.body.results).toEqual([]);
  });

  test('may be several in a cell and in several columns, as many as the field holds', async () => {
    const file =
      'Title,photo 1,photo_2\n' +
      `Two,"${base}/picture-1.jpg, ${base}/picture-2.jpg",\n` +
      `Three,${base}/picture-3.jpg,"${base}/picture-4.jpg\n${base}/picture-5.jpg"\n`;
    const { preview, posts, done } = await importGuessed(file);
    expect(preview.maps_to).toEqual(['title', survey.keyOf('Photo'), survey.keyOf('Gallery')]);
    expect((await readPictures()).map(({ title }) => title)).toEqual(['Two', 'Three', 'Three', 'Three']);
    expect(await readWarnings(done.id)).toEqual([
      [2, `${base}/picture-2.jpg`, 'pictureFieldFull', posts[0]?.id],
    ]);
    await importApp.deletePosts();
    const gallery = survey.keyOf('Gallery');
    const all = await importApp.importFile(file, ['title', gallery, gallery], {
      fixed: { form: survey.id, status: 'draft' },
    });
    expect(all).toMatchObject({ posts: 2, pictures: 5, warnings: 0 });
    const names = new Map((await readPictures()).map((it) => [String(it.id), it.original_name]));
    const answers = (await importApp.readPosts()).map(({ values }) => values[gallery]?.map(String));
    expect(answers.map((ids) => ids?.map((id) => names.get(id)))).toEqual([
      ['picture-1.jpg', 'picture-2.jpg'],
      ['picture-3.jpg', 'picture-4.jpg', 'picture-5.jpg'],
    ]);
  });

  test('are kept as links in a field of text', async () => {
    const { id } = await importApp.importFile(
      `Title,Photo\nDam,${base}/picture.jpg\n`,
      ['title', survey.keyOf('Note')],
      { fixed: { form: survey.id, status: 'draft' } },
    );
    expect(await importApp.readImport(id)).toMatchObject({ pictures: 0, warnings: 0 });
    expect((await importApp.readPosts())[0]?.values[survey.keyOf('Note')]).toEqual([`${base}/picture.jpg`]);
    expect(requested).toEqual([]);
  });

  test('are not fetched for the preview and for rows that were imported before, and not kept for rejected ones', async () => {
    const file = `id,Title,Photo\n1,Dam,${base}/picture-1.jpg\n2,,${base}/picture-2.jpg\n`;
    const { body } = await importApp.upload(file);
    await importApp.request('POST', `/csv/${body.id}/preview`, { fixed: { form: survey.id } });
    expect(requested).toEqual([]);
    const first = await importGuessed(file);
    expect(first.done).toMatchObject({ posts: 1, errors: '1' });
    requested = [];
    expect((await importGuessed(file)).done).toMatchObject({ posts: 0, skipped: 1, errors: '1' });
    expect(requested).toEqual(['/picture-2.jpg']);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from media`.execute(
      importApp.deployment.db,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('of a server that does not answer are not tried again and again', async () => {
    serve = (request) => request.destroy();
    const rows = Array.from({ length: 40 }, (_, at) => `Row ${at},${base}/picture-${at}.jpg`);
    const { done } = await importGuessed(['Title,Photo', ...rows].join('\n'));
    expect(done).toMatchObject({ posts: 40, warnings: 40, pictures: 0 });
    expect(requested.length).toBeLessThan(10);
    expect((await readWarnings(done.id)).every(([, , code]) => code === 'pictureUnreachable')).toBe(true);
    await importApp.deletePosts();
    requested = [];
    serve = (_request, response) => response.writeHead(429, { 'retry-after': '0' }).end();
    expect((await importGuessed(['Title,Photo', ...rows].join('\n'))).done).toMatchObject({ warnings: 40 });
    expect(requested.length).toBeLessThan(30);
  });

  test('are tried again when the server asks to wait', async () => {
    serve = ({ url = '' }, response) => {
      if (requested.filter((path) => path === url).length > 1) response.end(jpeg);
      else response.writeHead(429, { 'retry-after': '0' }).end();
    };
    const { done } = await importGuessed(`Title,Photo\nDam,${base}/picture.jpg\n`);
    expect(done).toMatchObject({ pictures: 1, warnings: 0 });
  });

  test('are deleted with the reports when the import is undone, and with their warnings', async () => {
    const { done } = await importGuessed(`Title,Photo\nA,${base}/picture.jpg\nB,${base}/gone.jpg\n`);
    await importApp.request('POST', `/csv/${done.id}/undo`, {});
    await importApp.deployment.jobs.runPending();
    expect(await importApp.readImport(done.id)).toMatchObject({ status: 'UNDONE', posts: 0, warnings: 0 });
    expect(await readPictures()).toEqual([]);
  });

  test('of rows that fail on the way leave no picture behind', async () => {
    const { db } = importApp.deployment;
    await sql`
      create function refuse() returns trigger language plpgsql as $$
      begin
        if new.title = 'Row 2' then raise exception 'no' using errcode = '22003'; end if;
        return new;
      end $$;
      create trigger refuse before insert on posts for each row execute function refuse()`.execute(db);
    const rows = [1, 2, 3].map((at) => `Row ${at},${base}/picture-${at}.jpg`);
    const { done } = await importGuessed(['Title,Photo', ...rows].join('\n'));
    await sql`drop trigger refuse on posts; drop function refuse`.execute(db);
    expect(done).toMatchObject({ posts: 2, errors: '1', pictures: 2 });
    const { rows: left } = await sql`select original_name from media order by id`.execute(db);
    expect(left).toHaveLength(2);
  });
});

describe('an import that waits for a picture', () => {
  /** The picture that nobody gets until `answer` is called. */
  const slowFile = () =>
    ['Title,Photo', ...Array.from({ length: 60 }, (_, at) => `Row ${at},${base}/picture-${at}.jpg`)].join(
      '\n',
    );
  let answer: () => void;
  const startSlowly = async () => {
    const waiting = new Promise<void>((resolve) => {
      serve = (request, response) => {
        answer = () => response.end(jpeg);
        if (request.url === '/picture-30.jpg') resolve();
        else answer();
      };
    });
    const id = await importApp.startImport(slowFile(), ['title', survey.keyOf('Photo')], {
      fixed: { form: survey.id, status: 'draft' },
    });
    const running = importApp.deployment.jobs.runPending();
    await waiting;
    return { id, running };
  };

  test('stops when it is undone', async () => {
    const { id, running } = await startSlowly();
    await importApp.request('POST', `/csv/${id}/undo`, {});
    await running;
    await importApp.deployment.jobs.runPending();
    expect(await importApp.readImport(id)).toMatchObject({ status: 'UNDONE', posts: 0, pictures: 0 });
    const { rows } = await sql`select id from media`.execute(importApp.deployment.db);
    expect(rows).toEqual([]);
  });

  test('does not go on where it was when it was undone and begins again', async () => {
    const { id, running } = await startSlowly();
    const { db } = importApp.deployment;
    await sql`delete from posts`.execute(db);
    await sql`update imports set last_row = 0, processed = 0, pictures = 0 where id = ${id}`.execute(db);
    answer();
    await running;
    expect(await importApp.readImport(id)).toMatchObject({ status: 'PENDING', processed: '0', posts: 0 });
  });
});

test('pictures beyond those of a field are named', async () => {
  const addresses = Array.from({ length: 103 }, (_, at) => `${base}/picture-${at}.jpg`);
  const { id } = await importApp.importFile(
    `Title;Photo\nDam;${addresses.join(' ')}\n`,
    ['title', survey.keyOf('Gallery')],
    { fixed: { form: survey.id, status: 'draft' } },
  );
  expect(await importApp.readImport(id)).toMatchObject({ pictures: 100, warnings: 1 });
  expect(await readWarnings(id)).toMatchObject([
    [2, expect.stringContaining('100.jpg'), 'pictureFieldFull', expect.any(Number)],
  ]);
});

describe('pictures of this site', () => {
  async function createReport(caption: string) {
    const { admin } = importApp.tokens;
    const picture = await uploadPicture(admin, caption);
    const post = await importApp.request<{ id: number }>(
      'POST',
      '/posts',
      {
        form_id: survey.id,
        title: 'Bridge out',
        content: 'Text',
        status: 'published',
        values: { [survey.keyOf('Photo')]: [picture.id] },
      },
      admin,
    );
    return { picture, post: post.body.id };
  }
  const exportAs = async (format: 'csv' | 'geojson') =>
    (
      await importApp.request<string | object>(
        'GET',
        `/posts/export?format=${format}`,
        undefined,
        importApp.tokens.admin,
      )
    ).body;

  test('come back with the exports that name them', async () => {
    await createReport('Seen from the north');
    const exports = { csv: await exportAs('csv'), geojson: await exportAs('geojson') };
    for (const [format, exported] of Object.entries(exports)) {
      const file = typeof exported === 'string' ? exported : JSON.stringify(exported);
      const { preview, done } = await importGuessed(file, `posts.${format}`);
      expect(preview.maps_to).toContain(survey.keyOf('Photo'));
      expect(preview.rows.flatMap(({ errors }) => errors)).toEqual([]);
      expect(done).toMatchObject({ status: 'SUCCESS', posts: 1, errors: '0', pictures: 1, warnings: 0 });
    }
    expect(await readPictures()).toMatchObject([
      { user: 'admin@example.org', caption: 'Seen from the north' },
      { user: 'importer@example.org', caption: 'Seen from the north', original_name: null },
      { user: 'importer@example.org', caption: 'Seen from the north' },
    ]);
  });

  test('that the importer may not see are answered like missing ones', async () => {
    const { picture, post } = await createReport('');
    const file = new URL(picture.original_file_url).pathname.replace('/storage/', '');
    await importApp.request('PUT', `/posts/${post}`, { status: 'draft' }, importApp.tokens.admin);
    const missing = file.replace(/[0-9a-f]{32}/, 'a'.repeat(32));
    const texts = [file, missing, String(picture.id), '99999999', picture.original_file_url];
    const { posts, done } = await importGuessed(
      ['Title,Photo', ...texts.map((text, at) => `Row ${at},${text}`)].join('\n'),
    );
    expect(posts).toHaveLength(6);
    expect(done).toMatchObject({ errors: '0', pictures: 0, warnings: 5 });
    const codes = (await readWarnings(done.id)).map(([, , code]) => code);
    expect(codes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'pictureGone'));
  });

  test('that the importer has uploaded and nothing uses are attached', async () => {
    const { id } = await uploadPicture(importApp.tokens.importer, 'Mine');
    const done = await importApp.importFile(
      `Title,Photo\nDam,${id}\nWell,${id}\n`,
      ['title', survey.keyOf('Photo')],
      { fixed: { form: survey.id, status: 'draft' } },
    );
    expect(done).toMatchObject({ posts: 2, pictures: 2, warnings: 0 });
    const pictures = await readPictures();
    expect(pictures.map((picture) => picture.id === id)).toContain(true);
    expect(pictures.map(({ title, caption }) => [title, caption])).toEqual([
      ['Dam', 'Mine'],
      ['Well', 'Mine'],
    ]);
  });
});

test('a picture that the survey requires may be missing', async () => {
  const strict = await createTestSurvey(importApp.deployment.db, {
    Title: { type: 'title', required: true },
    Description: { type: 'description' },
    Photo: { type: 'media', input: 'upload', required: true },
  });
  const file = `Title,Photo\nDam,${base}/gone.jpg\nWell,\n`;
  const { preview, done } = await importApp.importGuessed(strict, file);
  expect(preview.rows.map(({ errors }) => errors.length)).toEqual([0, 1]);
  expect(done).toMatchObject({ posts: 1, errors: '1', warnings: 1 });
});

test('what no field can take is a warning, also in the preview; others may not read it', async () => {
  const file = `Title,Photo\nDam,IMG 1.jpg\nWell,${base}/picture-1.jpg ${base}/picture-2.jpg\n`;
  const settings = { maps_to: ['title', survey.keyOf('Photo')], fixed: { form: survey.id, status: 'draft' } };
  const { body } = await importApp.upload(file);
  const preview = await importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, settings);
  const codes = preview.body.rows.map(({ warnings }) => warnings?.map(({ code }) => code));
  expect(codes).toEqual([['pictureUnknown'], ['pictureFieldFull']]);
  const { id } = await importApp.importFile(file, settings.maps_to, settings);
  const [first, second] = await importApp.readPosts();
  expect(await readWarnings(id)).toEqual([
    [2, 'IMG 1.jpg', 'pictureUnknown', first?.id],
    [3, `${base}/picture-2.jpg`, 'pictureFieldFull', second?.id],
  ]);
  const { other } = importApp.tokens;
  expect((await importApp.request('GET', `/csv/${id}/warnings`, undefined, other)).status).toBe(404);
});
