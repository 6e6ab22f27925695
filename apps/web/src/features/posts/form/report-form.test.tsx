import { fireEvent, screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { idempotencyHeader } from '@waypost/contract/common/endpoint';
import { createPost } from '@waypost/contract/posts/posts';
import { type Attribute, listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { describe, expect, test } from 'vitest';
import { setGlobalDialog } from '../../../blocks/global-dialog/global-dialog.ts';
import {
  createProblemResponse,
  createValidationResponse,
  disconnectedResponse,
} from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  descriptionAttribute,
  fillRequiredFields,
  openForm,
  titleAttribute,
} from '../../../testing/report-form-screen.ts';
import { findDialog, waitForFocus } from '../../../testing/screen-user.ts';
import {
  createTestAttribute,
  createTestPage,
  createTestPost,
  createTestSurvey,
  createTestTask,
} from '../../../testing/test-entities.ts';

const getSentValues = () => apiServer.requests(createPost).at(-1)?.body.values as Record<string, unknown[]>;

describe('sending', () => {
  test('sends a report once, with an idempotency key, and shows a thank-you page', async () => {
    apiServer.on(createPost, () => null);
    const person = await openForm();
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    expect(await screen.findByText('Thank you. Your report is with the team.')).toBeVisible();
    const [request, ...others] = apiServer.requests(createPost);
    expect(others).toEqual([]);
    expect(request?.body).toMatchObject({ title: 'Lamp is out', content: 'Dark since Monday' });
    expect(request?.headers[idempotencyHeader]).toMatch(/.{8}/);
  });

  test('says when a report is public at once', async () => {
    apiServer.on(createPost, () => createTestPost({ status: 'published' }));
    const person = await openForm([], { require_approval: false });
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    expect(await screen.findByText('Everyone can see it now.')).toBeVisible();
  });

  test('starts another report with an empty form and a new idempotency key', async () => {
    apiServer.on(createPost, () => null);
    const person = await openForm();
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    await person.press('button', 'Report something else');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toHaveValue('');
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    await screen.findByText('Thank you. Your report is with the team.');
    const keys = apiServer.requests(createPost).map(({ headers }) => headers[idempotencyHeader]);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('field types', () => {
  const validAnswers: [string, Partial<Attribute>, string, unknown][] = [
    ['short text', { input: 'text', type: 'varchar' }, 'L-17', 'L-17'],
    ['long text', { input: 'textarea', type: 'text' }, 'Two lines', 'Two lines'],
    ['a whole number', { input: 'number', type: 'int' }, '12', '12'],
    ['a number with decimals', { input: 'number', type: 'decimal' }, '12.5', '12.5000'],
    ['a link', { input: 'text', type: 'link' }, 'https://example.org', 'https://example.org'],
  ];
  test.each(validAnswers)('sends %s in the API format', async (_, attribute, answer, expected) => {
    apiServer.on(createPost, () => null);
    const person = await openForm([createTestAttribute({ ...attribute, key: 'asked', label: 'Asked' })]);
    await fillRequiredFields(person);
    await person.fill(/^Asked/, answer);
    await person.press('button', 'Send report');
    await expect.poll(() => getSentValues()?.['asked']?.map(String)).toEqual([expected]);
  });

  const invalid: [string, Partial<Attribute>, string, RegExp][] = [
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
  test.each(invalid)(
    'shows %s as an error at the field, focuses it, and sends nothing',
    async (_, attribute, answer, message) => {
      apiServer.on(createPost, () => null);
      const person = await openForm([createTestAttribute({ ...attribute, key: 'asked', label: 'Asked' })]);
      await fillRequiredFields(person);
      await person.fill(/^Asked/, answer);
      await person.press('button', 'Send report');
      const field = screen.getByRole('textbox', { name: /^Asked/ });
      const [shown] = await screen.findAllByText(message);
      expect(shown).toBeVisible();
      expect(field).toHaveAccessibleDescription(message);
      await waitForFocus(field);
      expect(apiServer.requests(createPost)).toHaveLength(0);
    },
  );

  test('shows an error for an empty required field on submit', async () => {
    const person = await openForm([createTestAttribute({ label: 'Lamp number', required: true })]);
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    await waitForFocus(screen.getByRole('textbox', { name: /^Lamp number/ }));
    expect(screen.getByRole('textbox', { name: /^Lamp number/ })).toHaveAccessibleDescription(
      '“Lamp number” needs an answer.',
    );
  });

  test('the messages beside the button name their fields and lead to them', async () => {
    const person = await openForm([
      createTestAttribute({ label: 'Lamp number', required: true, priority: 99 }),
    ]);
    await person.fill(/^Title/, 'x');
    await person.press('button', 'Send report');
    await waitForFocus(screen.getByRole('textbox', { name: /^Title/ }));
    const messages = within(screen.getByRole('alert'));
    expect(messages.getAllByRole('button').map((it) => it.textContent)).toEqual([
      'The answer to “Title” needs at least 2 characters.',
      '“What happened?” needs an answer.',
      '“Lamp number” needs an answer.',
    ]);
    await person.click(messages.getByRole('button', { name: /Lamp number/ }));
    await waitForFocus(screen.getByRole('textbox', { name: /^Lamp number/ }));
    await person.fill(/^Lamp number/, 'L-17');
    expect(messages.queryByRole('button', { name: /Lamp number/ })).toBeNull();
  });

  test('the message of a high field is directly below its label', async () => {
    const person = await openForm([
      createTestAttribute({
        key: 'side',
        label: 'Side of the road',
        type: 'varchar',
        input: 'radio',
        required: true,
        options: ['Left', 'Right'],
      }),
    ]);
    await person.press('button', 'Send report');
    const message = await screen.findByText('“Side of the road” needs an answer.', { selector: 'p' });
    const [firstOption] = screen.getAllByRole('radio');
    expect(message.compareDocumentPosition(firstOption!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const textarea = screen.getByRole('textbox', { name: /^What happened/ });
    const textMessage = screen.getByText('“What happened?” needs an answer.', { selector: 'p' });
    expect(textMessage.compareDocumentPosition(textarea)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('a radio choice can be cleared', async () => {
    apiServer.on(createPost, () => null);
    const person = await openForm([
      createTestAttribute({ key: 'side', label: 'Side', input: 'radio', options: ['Left', 'Right'] }),
    ]);
    await fillRequiredFields(person);
    await person.press('radio', 'Left');
    await person.press('button', 'Clear choice');
    expect(screen.getByRole('radio', { name: 'Left' })).not.toBeChecked();
    await person.press('button', 'Send report');
    await expect.poll(() => getSentValues()?.['side'] ?? []).toEqual([]);
  });

  test('sends several choices as a list, selected by keyboard', async () => {
    apiServer.on(createPost, () => null);
    const person = await openForm([
      createTestAttribute({
        key: 'seen',
        label: 'Seen',
        input: 'checkbox',
        options: ['Smoke', 'Fire', 'Noise'],
        cardinality: 0,
      }),
    ]);
    await fillRequiredFields(person);
    screen.getByRole('checkbox', { name: 'Smoke' }).focus();
    await person.keyboard(' ');
    await person.tab();
    await person.tab();
    await person.keyboard(' ');
    await person.press('button', 'Send report');
    await expect.poll(() => getSentValues()?.['seen']).toEqual(['Smoke', 'Noise']);
  });

  test('a select offers its options and an empty one', async () => {
    const person = await openForm([
      createTestAttribute({ label: 'Side', input: 'select', options: ['Left', 'Right'] }),
    ]);
    const field = screen.getByRole('combobox', { name: /^Side/ });
    expect(
      within(field)
        .getAllByRole('option')
        .map((element) => element.textContent),
    ).toEqual(['Choose…', 'Left', 'Right']);
    await person.selectOptions(field, 'Right');
    expect(field).toHaveValue('Right');
  });

  test('sends a date as entered, in any time zone', async () => {
    apiServer.on(createPost, () => null);
    const person = await openForm([
      createTestAttribute({ key: 'day', label: 'Day', input: 'date', type: 'datetime' }),
    ]);
    await fillRequiredFields(person);
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-02-28' } });
    await person.press('button', 'Send report');
    await expect.poll(() => String(getSentValues()?.['day']?.[0]).slice(0, 10)).toBe('2026-02-28');
  });

  test('a pasted pair of coordinates fills both fields, wherever it is pasted', async () => {
    apiServer.on(createPost, () => null);
    const person = await openForm([
      createTestAttribute({ key: 'place', label: 'Place', input: 'location', type: 'point' }),
    ]);
    await fillRequiredFields(person);
    const paste = async (role: 'textbox' | 'combobox', name: RegExp, text: string) => {
      (await screen.findByRole(role, { name })).focus();
      await person.paste(text);
    };
    (await screen.findByText('Enter coordinates')).click();
    await paste('textbox', /^Latitude/, '-1.2833, 36.8167');
    expect(screen.getByRole('textbox', { name: /^Latitude/ })).toHaveValue('-1.2833');
    expect(screen.getByRole('textbox', { name: /^Longitude/ })).toHaveValue('36.8167');
    await paste('combobox', /^Search for a town/, 'https://www.openstreetmap.org/#map=12/-0.1/34.75');
    expect(screen.getByRole('textbox', { name: /^Latitude/ })).toHaveValue('-0.1');
    await person.press('button', 'Send report');
    await expect.poll(() => getSentValues()?.['place']).toEqual([{ lat: -0.1, lon: 34.75 }]);
  });

  test('says that a time may be typed to the minute, and sends it', async () => {
    apiServer.on(createPost, () => null);
    const person = await openForm([
      createTestAttribute({ key: 'when', label: 'When', input: 'datetime', type: 'datetime' }),
    ]);
    await fillRequiredFields(person);
    const field = screen.getByLabelText('When');
    expect(field).toHaveAccessibleDescription(
      /The list shows quarter hours\. You can also type an exact time/,
    );
    fireEvent.change(field, { target: { value: '2026-02-28T14:07' } });
    await person.press('button', 'Send report');
    await expect.poll(() => String(getSentValues()?.['when']?.[0])).toMatch(/:07:00$/);
  });

  test('sends the selected category with the report', async () => {
    apiServer.on(createPost, () => null);
    const person = await openForm([
      createTestAttribute({ key: 'about', label: 'About', input: 'tags', type: 'tags' }),
    ]);
    await fillRequiredFields(person);
    await person.press('checkbox', 'Roads');
    await person.press('button', 'Send report');
    await expect.poll(() => getSentValues()?.['about']?.map(Number)).toEqual([1]);
  });

  test('adds answers up to the limit and removes each of them', async () => {
    const person = await openForm([createTestAttribute({ label: 'Lamp number', cardinality: 2 })]);
    await person.fill('Lamp number, 1', 'L-1');
    await person.press('button', 'Add another');
    await person.fill('Lamp number, 2', 'L-2');
    expect(screen.queryByRole('button', { name: 'Add another' })).toBeNull();
    await person.press('button', 'Remove Lamp number, 1');
    expect(screen.getByRole('textbox', { name: 'Lamp number, 1' })).toHaveValue('L-2');
  });

  test('marks a field that only the team can read', async () => {
    await openForm([createTestAttribute({ label: 'Who told you?', response_private: true })]);
    expect(screen.getByRole('textbox', { name: /^Who told you/ })).toHaveAccessibleDescription(
      /Only the team sees this/,
    );
  });

  test('rejects a file that is not an image at the field', async () => {
    await openForm([createTestAttribute({ label: 'Photo', input: 'upload', type: 'media' })]);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const file = new File(['not a picture'], 'notes.txt', { type: 'text/plain' });
    fireEvent.change(input!, { target: { files: [file] } });
    expect(await screen.findByText(/Choose a picture: JPEG, HEIC, PNG, GIF or WebP/)).toBeVisible();
  });
});

describe('when sending fails', () => {
  test('shows a server error at its field and keeps the input', async () => {
    apiServer.on(createPost, () =>
      createValidationResponse({ field: 'title', rule: 'maxlength', params: { max: 150 } }),
    );
    const person = await openForm();
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    await waitForFocus(screen.getByRole('textbox', { name: /^Title/ }));
    expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveAccessibleDescription(/150/);
    expect(screen.getByRole('textbox', { name: /^What happened/ })).toHaveValue('Dark since Monday');
  });

  test('shows a rate limit error and resends the report with the same idempotency key', async () => {
    let isFirst = true;
    apiServer.on(createPost, () => {
      if (!isFirst) return null;
      isFirst = false;
      return createProblemResponse('request.too-many');
    });
    const person = await openForm();
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Too many attempts\. Wait a minute, then try again/,
    );
    await person.press('button', 'Send report');
    await screen.findByText('Thank you. Your report is with the team.');
    const keys = apiServer.requests(createPost).map(({ headers }) => headers[idempotencyHeader]);
    expect(new Set(keys).size).toBe(1);
  });

  test('a visitor whose report is refused is asked to log in, and finds the report again afterwards', async () => {
    apiServer.on(createPost, () =>
      createProblemResponse('request.refused', { user: 0, privilege: 'create', resource: 'post', id: 0 }),
    );
    const person = await openForm();
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    await findDialog('Log in');
    expect(person.router.state.location.pathname).toBe('/forbidden');
    const wanted = sessionStorage.getItem('waypost.wanted') ?? '';
    expect(wanted).toMatch(/^\/posts\/create\/1/);
    setGlobalDialog(null);
    await person.router.navigate({ href: wanted });
    expect(await screen.findByText(/Lamp is out/)).toBeVisible();
  });

  test.each([
    ['the connection breaks', disconnectedResponse],
    ['the server is busy', createProblemResponse('server.busy')],
  ])('keeps the report on this device when %s', async (_, answer) => {
    apiServer.on(createPost, () => answer);
    const person = await openForm();
    await fillRequiredFields(person);
    await person.press('button', 'Send report');
    expect(await screen.findByRole('heading', { name: /kept|saved|device/i })).toBeVisible();
  });
});

describe('access to the survey', () => {
  test('says that a survey is only for some roles before the form is filled in', async () => {
    apiServer.on(readSurvey, () => createTestSurvey({ may_post: false }));
    apiServer.on(listTasks, () => createTestPage([createTestTask()]));
    apiServer.on(listAttributes, () => createTestPage([titleAttribute(), descriptionAttribute()]));
    apiServer.on(listCategories, () => createTestPage([]));
    await renderScreen('/posts/create/1/noui');
    expect(await screen.findByText("You don't have access to this form")).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('says that a survey no longer exists', async () => {
    const notFoundResponse = createProblemResponse('entity.not-found', { resource: 'form', id: 1 });
    apiServer.on(readSurvey, () => notFoundResponse);
    apiServer.on(listTasks, () => notFoundResponse);
    apiServer.on(listAttributes, () => notFoundResponse);
    apiServer.on(listCategories, () => createTestPage([]));
    await renderScreen('/posts/create/1/noui');
    expect(await screen.findByText('Survey not found')).toBeVisible();
  });

  test('retries loading a survey', async () => {
    let isDown = true;
    apiServer.on(readSurvey, () => (isDown ? createProblemResponse('request.too-many') : createTestSurvey()));
    apiServer.on(listTasks, () => createTestPage([createTestTask()]));
    apiServer.on(listAttributes, () => createTestPage([titleAttribute(), descriptionAttribute()]));
    apiServer.on(listCategories, () => createTestPage([]));
    const person = await renderScreen('/posts/create/1/noui');
    await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await person.press('button', 'Try again');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toBeVisible();
  });
});
