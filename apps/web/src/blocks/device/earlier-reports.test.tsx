/** Reports that earlier versions of the client stored on this device. */
import { screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { createPost } from '@waypost/contract/posts/posts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { readDeviceKey } from '@waypost/contract/users/sessions';
import { expect, test } from 'vitest';
import { apiServer, renderScreen, type ScreenOptions } from '../../testing/render-screen.tsx';
import { descriptionAttribute, titleAttribute } from '../../testing/report-form-screen.ts';
import {
  adminAccount,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from '../../testing/test-entities.ts';

const resultOf = <T,>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });

/** Writes to a database as the earlier versions created it. */
async function writeTo(
  name: string,
  version: number,
  stores: string[],
  entries: [string, unknown, string][],
) {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    for (const store of stores) request.result.createObjectStore(store);
  };
  const database = await resultOf(request);
  for (const [store, value, key] of entries)
    await resultOf(database.transaction(store, 'readwrite').objectStore(store).put(value, key));
  database.close();
}

const keyBytes = new Uint8Array(32).fill(7);
const createKey = () =>
  crypto.subtle.importKey('raw', keyBytes, { name: 'AES-GCM' }, false, ['encrypt', 'decrypt']);
async function encryptJson(key: CryptoKey, value: unknown) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
}

const answers = { title: 'From before', content: 'Dark since Monday', values: {}, completed: [] };
const draft = { id: 'draft-1', surveyId: 1, savedAt: 1_790_000_000_000, sendKey: 'key-1' };
async function continueDraft(options: ScreenOptions = {}) {
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () => createTestPage([titleAttribute(), descriptionAttribute()]));
  apiServer.on(listCategories, () => createTestPage([]));
  const person = await renderScreen('/posts/create/1/noui', options);
  await screen.findByRole('region', { name: 'From before' });
  await person.press('button', 'Continue');
  expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('From before');
  return person;
}
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

test('a draft of a visitor is continued, and sent with its key', async () => {
  await writeTo('waypost-drafts-visitor', 2, ['drafts'], [['drafts', { ...draft, answers }, draft.id]]);
  apiServer.on(createPost, () => null);
  const person = await continueDraft();
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  expect(apiServer.requests(createPost).map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1']);
  expect(await databases()).not.toContain('waypost-drafts-visitor');
});

test('an encrypted draft of an account is continued', async () => {
  const locked = { text: await encryptJson(await createKey(), answers), pictures: [] };
  await writeTo('waypost-drafts-1', 2, ['drafts'], [['drafts', { ...draft, locked }, draft.id]]);
  apiServer.on(readDeviceKey, () => ({ key: btoa(String.fromCodePoint(...keyBytes)) }));
  await continueDraft({ account: adminAccount });
});

test('a report that waits is sent', async () => {
  const key = await createKey();
  const rest = { survey: { id: 1, name: 'Lights', tasks: [], attributes: [] }, problems: [], postId: null };
  const text = await encryptJson(key, { ...rest, answers });
  const row = { owner: 'visitor', state: 'waiting', savedAt: draft.savedAt, text };
  await writeTo(
    'waypost-device',
    1,
    ['keys', 'reports', 'pictures', 'areas'],
    [
      ['keys', { key, isLocal: true }, 'visitor'],
      ['reports', row, 'key-2'],
    ],
  );
  apiServer.on(createPost, () => null);
  await renderScreen('/device');
  await screen.findByText('From before');
  await expect.poll(() => apiServer.requests(createPost).length).toBe(1);
  const [request] = apiServer.requests(createPost);
  expect(request?.headers['idempotency-key']).toBe('key-2');
  expect(request?.body).toMatchObject({ title: 'From before', form: 1 });
});
