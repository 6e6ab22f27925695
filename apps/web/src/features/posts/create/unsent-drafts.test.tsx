import { screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { createPost } from '@waypost/contract/posts/posts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { describe, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  descriptionAttribute,
  fillRequiredFields,
  openForm,
  titleAttribute,
} from '../../../testing/report-form-screen.ts';
import { waitForFocus } from '../../../testing/screen-user.ts';
import { createTestPage, createTestSurvey, createTestTask } from '../../../testing/test-entities.ts';

describe('drafts', () => {
  async function writeAndLeave() {
    const person = await openForm();
    await fillRequiredFields(person);
    await screen.findByText('Saved on this device');
  }

  test('offers to continue an unsent draft', async () => {
    await writeAndLeave();
    const person = await renderScreen('/posts/create/1/noui');
    await screen.findByText('Unsent reports on this device');
    await person.press('button', 'Continue');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('Lamp is out');
  });

  test('asks before discarding a draft, then shows an empty form', async () => {
    await writeAndLeave();
    const person = await renderScreen('/posts/create/1/noui');
    await person.press('button', 'Discard');
    await waitForFocus(await screen.findByRole('button', { name: 'Keep' }));
    await person.press('button', 'Discard');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('');
  });

  test('keeps several drafts; each is listed with its first words, continued or discarded', async () => {
    await writeAndLeave();
    let person = await renderScreen('/posts/create/1/noui');
    await person.press('button', 'Start a new report');
    await person.fill(/^What happened/, 'Tree on the road');
    await screen.findByText('Saved on this device');
    person = await renderScreen('/posts/create/1/noui');
    const second = await screen.findByRole('region', { name: 'Tree on the road' });
    expect(second).toHaveTextContent(/Saved/);
    const first = screen.getByRole('region', { name: 'Lamp is out' });
    await person.click(within(first).getByRole('button', { name: 'Discard' }));
    await person.click(within(first).getByRole('button', { name: 'Discard' }));
    await expect.poll(() => screen.queryByRole('region', { name: 'Lamp is out' })).toBeNull();
    await person.click(within(second).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('textbox', { name: /^What happened/ })).toHaveValue('Tree on the road');
    await person.fill(/^Title/, 'Tree');
    await screen.findByText('Saved on this device');
    await renderScreen('/posts/create/1/noui');
    expect((await screen.findAllByRole('button', { name: 'Continue' })).length).toBe(1);
    expect(screen.getByRole('region', { name: 'Tree' })).toBeVisible();
  });

  test('keeps the draft of an older version of the client', async () => {
    const request = indexedDB.open('waypost-drafts-visitor', 1);
    await new Promise((resolve, reject) => {
      request.onupgradeneeded = () => request.result.createObjectStore('drafts');
      request.onerror = reject;
      request.onsuccess = () => {
        const answers = { title: 'From before', content: '', values: {}, completed: [] };
        const transaction = request.result.transaction('drafts', 'readwrite');
        transaction.objectStore('drafts').put({ answers, savedAt: Date.now(), sendKey: 'key-1' }, 1);
        transaction.oncomplete = resolve;
      };
    });
    request.result.close();
    apiServer.on(readSurvey, () => createTestSurvey());
    apiServer.on(listTasks, () => createTestPage([createTestTask()]));
    apiServer.on(listAttributes, () => createTestPage([titleAttribute(), descriptionAttribute()]));
    apiServer.onDefault(listCategories, () => createTestPage([]));
    const person = await renderScreen('/posts/create/1/noui');
    await screen.findByRole('region', { name: 'From before' });
    await person.press('button', 'Continue');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('From before');
  });

  test('the form opens, and is sent, where the storage of the browser never answers', async () => {
    apiServer.on(createPost, () => null);
    const storage = indexedDB;
    try {
      Object.assign(globalThis, { indexedDB: { open: () => new EventTarget() } });
      const person = await openForm();
      await fillRequiredFields(person);
      await person.press('button', 'Send report');
      await screen.findByText('Thank you. Your report is with the team.');
    } finally {
      Object.assign(globalThis, { indexedDB: storage });
    }
  });

  test('does not keep a draft whose text was deleted', async () => {
    await writeAndLeave();
    const person = await renderScreen('/posts/create/1/noui');
    await person.press('button', 'Continue');
    await person.fill(/^Title/, '');
    await person.clear(screen.getByRole('textbox', { name: /^What happened/ }));
    await expect.poll(() => screen.queryByText('Saved on this device')).toBeNull();
    await renderScreen('/posts/create/1/noui');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('');
  });
});
