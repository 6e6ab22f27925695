import { fireEvent, screen, within } from '@testing-library/dom';
import { type Attribute, listAttributes } from '@waypost/contract/attributes';
import { listCategories } from '@waypost/contract/categories';
import { idempotencyHeader } from '@waypost/contract/endpoint';
import { createPost } from '@waypost/contract/posts';
import { readSurvey, type Survey } from '@waypost/contract/surveys';
import { listTasks } from '@waypost/contract/tasks';
import { describe, expect, test } from 'vitest';
import { disconnected, invalid, problem } from '../../testing/api-server.ts';
import { waitForFocus } from '../../testing/person.ts';
import { attribute, category, page, post, survey, task } from '../../testing/records.ts';
import { renderScreen, type ScreenOptions, server } from '../../testing/render-screen.tsx';

const title = () => attribute({ key: 'title', label: 'Title', type: 'title', required: true });
const text = () =>
  attribute({
    key: 'content',
    label: 'What happened?',
    type: 'description',
    input: 'textarea',
    required: true,
  });

/** The form by itself, as other sites show it: without the map and the navigation around it. */
async function openForm(attributes: Attribute[] = [], it: Partial<Survey> = {}, options: ScreenOptions = {}) {
  server.on(readSurvey, () => survey(it));
  server.on(listTasks, () => page([task()]));
  server.on(listAttributes, () => page([title(), text(), ...attributes]));
  server.usually(listCategories, () => page([category()]));
  const person = await renderScreen('/posts/create/1/noui', options);
  await screen.findByRole('textbox', { name: /^Title/ });
  return person;
}

async function fillWords(person: Awaited<ReturnType<typeof openForm>>) {
  await person.fill(/^Title/, 'Lamp is out');
  await person.fill(/^What happened/, 'Dark since Monday');
}

const sentValues = () => server.requests(createPost).at(-1)?.body.values as Record<string, unknown[]>;

describe('what is sent', () => {
  test('a report is sent once, with a key, and thanked for', async () => {
    server.on(createPost, () => null);
    const person = await openForm();
    await fillWords(person);
    await person.press('button', 'Send report');
    expect(await screen.findByText('Thank you. Your report is with the team.')).toBeVisible();
    const [sent, ...others] = server.requests(createPost);
    expect(others).toEqual([]);
    expect(sent?.body).toMatchObject({ title: 'Lamp is out', content: 'Dark since Monday' });
    expect(sent?.headers[idempotencyHeader]).toMatch(/.{8}/);
  });

  test('a report that is public at once says so', async () => {
    server.on(createPost, () => post({ status: 'published' }));
    const person = await openForm([], { require_approval: false });
    await fillWords(person);
    await person.press('button', 'Send report');
    expect(await screen.findByText('Everyone can see it now.')).toBeVisible();
  });

  test('another report begins with an empty form and a key of its own', async () => {
    server.on(createPost, () => null);
    const person = await openForm();
    await fillWords(person);
    await person.press('button', 'Send report');
    await person.press('button', 'Report something else');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('');
    await fillWords(person);
    await person.press('button', 'Send report');
    await screen.findByText('Thank you. Your report is with the team.');
    const keys = server.requests(createPost).map(({ headers }) => headers[idempotencyHeader]);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('kinds of fields', () => {
  const typed: [string, Partial<Attribute>, string, unknown][] = [
    ['short text', { input: 'text', type: 'varchar' }, 'L-17', 'L-17'],
    ['long text', { input: 'textarea', type: 'text' }, 'Two lines', 'Two lines'],
    ['a whole number', { input: 'number', type: 'int' }, '12', '12'],
    ['a number with decimals', { input: 'number', type: 'decimal' }, '12.5', '12.5000'],
    ['a link', { input: 'text', type: 'link' }, 'https://example.org', 'https://example.org'],
  ];
  test.each(typed)('%s is sent as the API writes it', async (_, it, answer, sent) => {
    server.on(createPost, () => null);
    const person = await openForm([attribute({ ...it, key: 'asked', label: 'Asked' })]);
    await fillWords(person);
    await person.fill(/^Asked/, answer);
    await person.press('button', 'Send report');
    await expect.poll(() => sentValues()?.['asked']?.map(String)).toEqual([sent]);
  });

  const wrong: [string, Partial<Attribute>, string, RegExp][] = [
    ['letters in a whole number', { input: 'number', type: 'int' }, 'many', /whole number, such as 12/],
    ['words in a number', { input: 'number', type: 'decimal' }, 'ten', /a number, such as 12.5/],
    ['a link without a protocol', { input: 'text', type: 'link' }, 'example', /web address/],
    [
      'a video from elsewhere',
      { input: 'video', type: 'varchar' },
      'https://example.org/a',
      /YouTube or Vimeo/,
    ],
  ];
  test.each(wrong)(
    '%s is told at the field, which gets the focus, and nothing is sent',
    async (_, it, answer, message) => {
      server.on(createPost, () => null);
      const person = await openForm([attribute({ ...it, key: 'asked', label: 'Asked' })]);
      await fillWords(person);
      await person.fill(/^Asked/, answer);
      await person.press('button', 'Send report');
      const field = screen.getByRole('textbox', { name: /^Asked/ });
      expect(await screen.findByText(message)).toBeVisible();
      expect(field).toHaveAccessibleDescription(message);
      await waitForFocus(field);
      expect(server.requests(createPost)).toHaveLength(0);
    },
  );

  test('a required field that was left out is told when the form is sent', async () => {
    const person = await openForm([attribute({ label: 'Lamp number', required: true })]);
    await fillWords(person);
    await person.press('button', 'Send report');
    await waitForFocus(screen.getByRole('textbox', { name: /^Lamp number/ }));
    expect(screen.getByText('1 answer needs another look.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Lamp number/ })).toHaveAccessibleDescription(
      /needs an answer/,
    );
  });

  test('one of several choices can be taken back', async () => {
    server.on(createPost, () => null);
    const person = await openForm([
      attribute({ key: 'side', label: 'Side', input: 'radio', options: ['Left', 'Right'] }),
    ]);
    await fillWords(person);
    await person.press('radio', 'Left');
    await person.press('button', 'Clear choice');
    expect(screen.getByRole('radio', { name: 'Left' })).not.toBeChecked();
    await person.press('button', 'Send report');
    await expect.poll(() => sentValues()?.['side'] ?? []).toEqual([]);
  });

  test('several choices are sent in a list, from the keyboard', async () => {
    server.on(createPost, () => null);
    const person = await openForm([
      attribute({
        key: 'seen',
        label: 'Seen',
        input: 'checkbox',
        options: ['Smoke', 'Fire', 'Noise'],
        cardinality: 0,
      }),
    ]);
    await fillWords(person);
    screen.getByRole('checkbox', { name: 'Smoke' }).focus();
    await person.keyboard(' ');
    await person.tab();
    await person.tab();
    await person.keyboard(' ');
    await person.press('button', 'Send report');
    await expect.poll(() => sentValues()?.['seen']).toEqual(['Smoke', 'Noise']);
  });

  test('a drop-down list offers its choices and nothing', async () => {
    const person = await openForm([
      attribute({ label: 'Side', input: 'select', options: ['Left', 'Right'] }),
    ]);
    const field = screen.getByRole('combobox', { name: /^Side/ });
    expect(
      within(field)
        .getAllByRole('option')
        .map((it) => it.textContent),
    ).toEqual(['Choose…', 'Left', 'Right']);
    await person.selectOptions(field, 'Right');
    expect(field).toHaveValue('Right');
  });

  test('a day is sent as it stands, whatever the zone', async () => {
    server.on(createPost, () => null);
    const person = await openForm([attribute({ key: 'day', label: 'Day', input: 'date', type: 'datetime' })]);
    await fillWords(person);
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-02-28' } });
    await person.press('button', 'Send report');
    await expect.poll(() => String(sentValues()?.['day']?.[0]).slice(0, 10)).toBe('2026-02-28');
  });

  test('a category can be chosen, and the report carries it', async () => {
    server.on(createPost, () => null);
    const person = await openForm([attribute({ key: 'about', label: 'About', input: 'tags', type: 'tags' })]);
    await fillWords(person);
    await person.press('checkbox', 'Roads');
    await person.press('button', 'Send report');
    await expect.poll(() => sentValues()?.['about']?.map(Number)).toEqual([1]);
  });

  test('answers can be added up to the limit, and each can be removed', async () => {
    const person = await openForm([attribute({ label: 'Lamp number', cardinality: 2 })]);
    await person.fill('Lamp number, 1', 'L-1');
    await person.press('button', 'Add another');
    await person.fill('Lamp number, 2', 'L-2');
    expect(screen.queryByRole('button', { name: 'Add another' })).toBeNull();
    await person.press('button', 'Remove Lamp number, 1');
    expect(screen.getByRole('textbox', { name: 'Lamp number, 1' })).toHaveValue('L-2');
  });

  test('an answer for the team only says so', async () => {
    await openForm([attribute({ label: 'Who told you?', response_private: true })]);
    expect(screen.getByRole('textbox', { name: /^Who told you/ })).toHaveAccessibleDescription(
      /Only the team sees this/,
    );
  });

  test('a file that is no picture is refused at the field', async () => {
    await openForm([attribute({ label: 'Photo', input: 'upload', type: 'media' })]);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const file = new File(['not a picture'], 'notes.txt', { type: 'text/plain' });
    fireEvent.change(input!, { target: { files: [file] } });
    expect(await screen.findByText(/Choose a picture: JPEG, PNG, GIF or WebP/)).toBeVisible();
  });
});

describe('when sending fails', () => {
  test('what the server finds wrong is told at its field, and what was typed stays', async () => {
    server.on(createPost, () => invalid({ field: 'title', rule: 'maxlength', params: { max: 150 } }));
    const person = await openForm();
    await fillWords(person);
    await person.press('button', 'Send report');
    await waitForFocus(screen.getByRole('textbox', { name: /^Title/ }));
    expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveAccessibleDescription(/150/);
    expect(screen.getByRole('textbox', { name: /^What happened/ })).toHaveValue('Dark since Monday');
  });

  test('too many tries are told in the form, and the same report can be sent again with the same key', async () => {
    let isFirst = true;
    server.on(createPost, () => {
      if (!isFirst) return null;
      isFirst = false;
      return problem('request.too-many');
    });
    const person = await openForm();
    await fillWords(person);
    await person.press('button', 'Send report');
    expect(await screen.findByRole('alert')).toHaveTextContent(/Too many tries/);
    await person.press('button', 'Send report');
    await screen.findByText('Thank you. Your report is with the team.');
    const keys = server.requests(createPost).map(({ headers }) => headers[idempotencyHeader]);
    expect(new Set(keys).size).toBe(1);
  });

  test('a refusal is told without leaving the form', async () => {
    server.on(createPost, () =>
      problem('request.refused', { user: 0, privilege: 'create', resource: 'post', id: 0 }),
    );
    const person = await openForm();
    await fillWords(person);
    await person.press('button', 'Send report');
    expect(await screen.findByRole('alert')).toHaveTextContent(/not allowed/);
    expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveValue('Lamp is out');
  });

  test.each([
    ['the connection breaks', disconnected],
    ['the server is busy', problem('server.busy')],
  ])('when %s, the report is kept on this device', async (_, answer) => {
    server.on(createPost, () => answer);
    const person = await openForm();
    await fillWords(person);
    await person.press('button', 'Send report');
    expect(await screen.findByRole('heading', { name: /kept|saved|device/i })).toBeVisible();
  });
});

describe('who may answer', () => {
  test('a survey for some roles says so before anything is written', async () => {
    server.on(readSurvey, () => survey({ may_post: false }));
    server.on(listTasks, () => page([task()]));
    server.on(listAttributes, () => page([title(), text()]));
    server.on(listCategories, () => page([]));
    await renderScreen('/posts/create/1/noui');
    expect(await screen.findByText('This form is not for everyone')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('a survey that is gone says so', async () => {
    const gone = problem('entity.not-found', { resource: 'form', id: 1 });
    server.on(readSurvey, () => gone);
    server.on(listTasks, () => gone);
    server.on(listAttributes, () => gone);
    server.on(listCategories, () => page([]));
    await renderScreen('/posts/create/1/noui');
    expect(await screen.findByText('This survey is no longer there')).toBeVisible();
  });

  test('a survey that could not be read can be asked for again', async () => {
    let isDown = true;
    server.on(readSurvey, () => (isDown ? problem('request.too-many') : survey()));
    server.on(listTasks, () => page([task()]));
    server.on(listAttributes, () => page([title(), text()]));
    server.on(listCategories, () => page([]));
    const person = await renderScreen('/posts/create/1/noui');
    await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await person.press('button', 'Try again');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toBeVisible();
  });
});

describe('drafts', () => {
  async function writeAndLeave() {
    const person = await openForm();
    await fillWords(person);
    await screen.findByText('Saved on this device');
  }

  test('an unsent report is found again and goes on', async () => {
    await writeAndLeave();
    const person = await renderScreen('/posts/create/1/noui');
    await screen.findByText(/You have an unsent report/);
    await person.press('button', 'Continue it');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('Lamp is out');
  });

  test('discarding asks first; then the form is empty', async () => {
    await writeAndLeave();
    const person = await renderScreen('/posts/create/1/noui');
    await person.press('button', 'Discard');
    await waitForFocus(await screen.findByRole('button', { name: 'Keep it' }));
    await person.press('button', 'Discard');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('');
  });

  test('a draft whose words were all deleted is no draft', async () => {
    await writeAndLeave();
    const person = await renderScreen('/posts/create/1/noui');
    await person.press('button', 'Continue it');
    await person.fill(/^Title/, '');
    await person.clear(screen.getByRole('textbox', { name: /^What happened/ }));
    await expect.poll(() => screen.queryByText('Saved on this device')).toBeNull();
    await renderScreen('/posts/create/1/noui');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('');
  });
});
