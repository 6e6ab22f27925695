import { fireEvent, screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { limits } from '@waypost/contract/common/limits';
import { createMedia, type Media } from '@waypost/contract/media/media';
import { beginUpload, readUpload, uploadChunk } from '@waypost/contract/media/uploads';
import { createPost } from '@waypost/contract/posts/posts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { listDraftTimes } from '../../../blocks/device/stored-reports.ts';
import { createProblemResponse, createValidationResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  createTestAttribute,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from '../../../testing/test-entities.ts';

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

const createPictureFile = (bytes: number, type = 'image/png') =>
  new File([new Uint8Array(bytes)], 'lamp.png', { type });

beforeEach(() => {
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ key: 'title', label: 'Title', type: 'title', required: true }),
      createTestAttribute({
        key: 'content',
        label: 'Text',
        type: 'description',
        input: 'textarea',
        required: true,
      }),
      createTestAttribute({ key: 'photo', label: 'Photo', input: 'upload', type: 'media' }),
    ]),
  );
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(createPost, () => null);
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

test('uploads a photo before the report that refers to it', async () => {
  apiServer.on(createMedia, () => media);
  const person = await openWith(createPictureFile(1000));
  await screen.findByRole('img', { name: 'Chosen picture: Photo' });
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  expect(apiServer.requests(createMedia)).toHaveLength(1);
  expect(apiServer.requests(createPost)[0]?.body.values).toMatchObject({ photo: ['7'] });
});

test('a photo that is still being prepared when the report is sent goes with it', async () => {
  apiServer.on(createMedia, () => media);
  // Chosen, and sent before it is shown.
  await openWith(createPictureFile(1000));
  expect(screen.queryByRole('img', { name: 'Chosen picture: Photo' })).toBeNull();
  screen.getByRole('button', { name: 'Send report' }).click();
  await screen.findByText('Thank you. Your report is with the team.');
  expect(apiServer.requests(createPost)[0]?.body.values).toMatchObject({ photo: ['7'] });
  expect(await listDraftTimes()).toEqual([]);
});

test('a photo that is refused when the report is sent is said at the field', async () => {
  await openWith(createPictureFile(limits.mediaBytes + 1));
  screen.getByRole('button', { name: 'Send report' }).click();
  expect(await screen.findByText(/This picture is too large/)).toBeVisible();
  expect(apiServer.requests(createPost)).toEqual([]);
});

test('rejects a photo that is too large at once', async () => {
  await openWith(createPictureFile(limits.mediaBytes + 1));
  expect(await screen.findByText(/This picture is too large/)).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Chosen picture: Photo' })).toBeNull();
});

test.each(['', 'image/heic', 'application/octet-stream'])(
  'sends a HEIC picture of type “%s” that the browser cannot show, with its name in place of a preview',
  async (type) => {
    apiServer.on(createMedia, () => media);
    const person = await openWith(new File([new Uint8Array(1000)], 'IMG_0001.HEIC', { type }));
    fireEvent.error(await screen.findByRole('img', { name: 'Chosen picture: Photo' }));
    expect(await screen.findByText('IMG_0001.HEIC')).toBeVisible();
    expect(screen.getByText(/No preview here. Its hidden place and time are removed/)).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Chosen picture: Photo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cover faces or text' })).toBeNull();
    await person.press('button', 'Send report');
    await screen.findByText('Thank you. Your report is with the team.');
    const sent = apiServer.requests(createMedia).map(({ body }) => (body as unknown as FormData).get('file'));
    expect(sent).toMatchObject([{ name: 'IMG_0001.HEIC', size: 1000 }]);
  },
);

test('rejects a file without a type whose name is not of a picture', async () => {
  await openWith(new File([new Uint8Array(10)], 'notes.txt', { type: '' }));
  expect(await screen.findByText('Choose a picture: JPEG, HEIC, PNG, GIF or WebP.')).toBeVisible();
});

test('says how to set the phone to JPEG where the server cannot decode a HEIC picture', async () => {
  apiServer.on(createMedia, () => createValidationResponse({ field: 'mime', rule: 'fileHeic' }));
  const person = await openWith(new File([new Uint8Array(10)], 'IMG_0001.heic', { type: '' }));
  await person.press('button', 'Send report');
  const message = /iPhone: Settings > Camera > Formats > Most Compatible\. Samsung: Camera > Settings/;
  expect(await screen.findByText(message, { selector: 'p' })).toBeVisible();
});

test('takes a dropped HEIC picture without a type', async () => {
  await renderScreen('/posts/create/1/noui');
  const button = await screen.findByRole('button', { name: 'Choose a picture: Photo' });
  const files = [new File([new Uint8Array(10)], 'IMG_0001.HEIC', { type: '' })];
  fireEvent.drop(button, { dataTransfer: { files } });
  expect(await screen.findByRole('img', { name: 'Chosen picture: Photo' })).toBeVisible();
});

test('shows an error at the field of an unreadable photo and keeps the text', async () => {
  apiServer.on(createMedia, () => createValidationResponse({ field: 'file', rule: 'fileBroken' }));
  const person = await openWith(createPictureFile(1000));
  await person.press('button', 'Send report');
  expect(
    await screen.findByText(/The picture for “Photo” could not be sent.*This picture could not be read/, {
      selector: 'p',
    }),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveValue('Lamp is out');
  expect(apiServer.requests(createPost)).toHaveLength(0);
});

test('uploads a large photo in chunks and resumes at the missing chunk after a failure', async () => {
  const state = { id: '0'.repeat(32), size: 200_000, received: 0, media: null as Media | null };
  let fails = true;
  apiServer.on(beginUpload, () => state);
  apiServer.on(readUpload, () => state);
  apiServer.on(uploadChunk, ({ body }) => {
    const offset = Number((body as unknown as FormData).get('offset'));
    if (offset > 0 && fails) {
      fails = false;
      return createProblemResponse('request.too-many');
    }
    state.received = offset === 0 ? 131_072 : state.size;
    state.media = offset === 0 ? null : media;
    return state;
  });
  const person = await openWith(createPictureFile(state.size));
  await person.press('button', 'Send report');
  await screen.findByText(/The picture for “Photo” could not be sent/, { selector: 'p' });
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  const offsets = apiServer
    .requests(uploadChunk)
    .map(({ body }) => (body as unknown as FormData).get('offset'));
  expect(offsets).toEqual(['0', '131072', '131072']);
  expect(apiServer.requests(beginUpload)).toHaveLength(1);
});

test('does not upload a photo again when sending the report fails', async () => {
  let isFirst = true;
  apiServer.on(createMedia, () => media);
  apiServer.on(createPost, () => {
    if (!isFirst) return null;
    isFirst = false;
    return createProblemResponse('request.too-many');
  });
  const person = await openWith(createPictureFile(1000));
  await person.press('button', 'Send report');
  await screen.findByText(/Too many attempts\. Wait a minute, then try again/);
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  expect(apiServer.requests(createMedia)).toHaveLength(1);
});
