import { fireEvent, screen } from '@testing-library/dom';
import { listAttributes } from '@waypost/contract/attributes';
import { listCategories } from '@waypost/contract/categories';
import { limits } from '@waypost/contract/limits';
import { createMedia, type Media } from '@waypost/contract/media';
import { createPost } from '@waypost/contract/posts';
import { readSurvey } from '@waypost/contract/surveys';
import { listTasks } from '@waypost/contract/tasks';
import { beginUpload, readUpload, sendPiece } from '@waypost/contract/uploads';
import { beforeEach, expect, test } from 'vitest';
import { invalid, problem } from '../../testing/api-server.ts';
import { attribute, page, survey, task } from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

const media: Media = {
  id: 7,
  url: '',
  caption: null,
  created: '2026-03-01T10:00:00+00:00',
  updated: null,
  mime: 'image/png',
  original_file_url: '/storage/7.png',
  original_file_size: 200_000,
  original_width: 10,
  original_height: 10,
  allowed_privileges: ['read'],
};

const picture = (bytes: number, type = 'image/png') =>
  new File([new Uint8Array(bytes)], 'lamp.png', { type });

beforeEach(() => {
  server.on(readSurvey, () => survey());
  server.on(listTasks, () => page([task()]));
  server.on(listAttributes, () =>
    page([
      attribute({ key: 'title', label: 'Title', type: 'title', required: true }),
      attribute({ key: 'content', label: 'Text', type: 'description', input: 'textarea', required: true }),
      attribute({ key: 'photo', label: 'Photo', input: 'upload', type: 'media' }),
    ]),
  );
  server.on(listCategories, () => page([]));
  server.on(createPost, () => null);
});

async function openWith(file: File) {
  const person = await renderScreen('/posts/create/1/noui');
  await person.fill(/^Title/, 'Lamp is out');
  await person.fill(/^Text/, 'Dark since Monday');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no field for a picture');
  fireEvent.change(input, { target: { files: [file] } });
  return person;
}

test('a picture is sent before the report, which names it', async () => {
  server.on(createMedia, () => media);
  const person = await openWith(picture(1000));
  await screen.findByRole('img', { name: 'Chosen picture: Photo' });
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  expect(server.requests(createMedia)).toHaveLength(1);
  expect(server.requests(createPost)[0]?.body.values).toMatchObject({ photo: ['7'] });
});

test('a picture that is too big is told at once, and is not chosen', async () => {
  await openWith(picture(limits.mediaBytes + 1));
  expect(await screen.findByText(/This picture is too big/)).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Chosen picture: Photo' })).toBeNull();
});

test('a picture that the server cannot read is told at its field, and the words stay', async () => {
  server.on(createMedia, () => invalid({ field: 'file', rule: 'fileBroken' }));
  const person = await openWith(picture(1000));
  await person.press('button', 'Send report');
  expect(
    await screen.findByText(/The picture could not be sent.*could not be read as a picture/),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveValue('Lamp is out');
  expect(server.requests(createPost)).toHaveLength(0);
});

test('a large picture goes in pieces, and after a failure on from the piece that is missing', async () => {
  const state = { id: '0'.repeat(32), size: 200_000, received: 0, media: null as Media | null };
  let fails = true;
  server.on(beginUpload, () => state);
  server.on(readUpload, () => state);
  server.on(sendPiece, ({ body }) => {
    const offset = Number((body as unknown as FormData).get('offset'));
    if (offset > 0 && fails) {
      fails = false;
      return problem('request.too-many');
    }
    state.received = offset === 0 ? 131_072 : state.size;
    state.media = offset === 0 ? null : media;
    return state;
  });
  const person = await openWith(picture(state.size));
  await person.press('button', 'Send report');
  await screen.findByText(/The picture could not be sent/);
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  const offsets = server.requests(sendPiece).map(({ body }) => (body as unknown as FormData).get('offset'));
  expect(offsets).toEqual(['0', '131072', '131072']);
  expect(server.requests(beginUpload)).toHaveLength(1);
});

test('a picture that was sent is not sent again when the report itself fails', async () => {
  let isFirst = true;
  server.on(createMedia, () => media);
  server.on(createPost, () => {
    if (!isFirst) return null;
    isFirst = false;
    return problem('request.too-many');
  });
  const person = await openWith(picture(1000));
  await person.press('button', 'Send report');
  await screen.findByText(/Too many tries/);
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  expect(server.requests(createMedia)).toHaveLength(1);
});
