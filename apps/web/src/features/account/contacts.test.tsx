import { screen } from '@testing-library/dom';
import { listCollections } from '@waypost/contract/collections/collections';
import {
  type Contact,
  confirmContact,
  createContact,
  listContacts,
  sendContactCode,
  updateContact,
} from '@waypost/contract/contacts/contacts';
import { listNotifications } from '@waypost/contract/notifications/notifications';
import type { ConfirmationCodeSent, Delivery } from '@waypost/contract/users/confirmation-codes';
import { beforeEach, expect, test, vi } from 'vitest';
import { setGlobalDialog } from '../../blocks/global-dialog/global-dialog.ts';
import {
  createProblemResponse,
  createValidationResponse,
  disconnectedResponse,
} from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen, type ScreenOptions } from '../../testing/render-screen.tsx';
import { findDialog, type ScreenUser, waitForFocus } from '../../testing/screen-user.ts';
import { contact, createTestPage, memberAccount } from '../../testing/test-entities.ts';

/** What the server has. */
let stored: Contact[] = [];
let confirmable: Contact['type'][] = ['email', 'phone'];
const sentCode = (delivery: Delivery): ConfirmationCodeSent => ({
  expires: '2026-03-01T10:15:00+00:00',
  resend_after: 60,
  digits: 6,
  delivery,
});

beforeEach(() => {
  stored = [];
  confirmable = ['email', 'phone'];
  apiServer.on(listCollections, () => createTestPage([]));
  apiServer.on(listNotifications, () => createTestPage([]));
  apiServer.on(listContacts, () => ({ ...createTestPage(stored), confirmable }));
  apiServer.on(createContact, ({ body }) => {
    const created = contact({
      id: 5,
      type: body.type,
      contact: body.contact,
      can_notify: body.can_notify ?? true,
    });
    stored = [...stored, created];
    return created;
  });
});

async function open(options: ScreenOptions = {}): Promise<ScreenUser> {
  const person = await renderScreen('/collections', { account: memberAccount, ...options });
  setGlobalDialog({ name: 'account', tab: 'notifications' });
  await screen.findByRole('dialog', { name: 'Account settings' });
  return person;
}
const openForm = async (type: 'Email' | 'Phone', options?: ScreenOptions): Promise<ScreenUser> => {
  const person = await open(options);
  await person.press('button', 'Add a contact');
  if (type === 'Phone') await person.press('radio', 'Phone');
  return person;
};
const addButton = () => screen.getByRole('button', { name: 'Add' });
const phoneField = () => screen.getByRole('textbox', { name: 'Phone number' });
const openContact = async (): Promise<ScreenUser> => {
  const person = await open();
  await person.press('button', /^(mo@|254)/);
  return person;
};

test.each(['+49 151 23456789', '+49 (0) 151/234-567-89', '\u202a+49\u00a0151\u00a023456789\u202c'])(
  'a number pasted as %j is saved as its digits',
  async (typed) => {
    const person = await openForm('Phone');
    await person.fill('Phone number', typed);
    expect(phoneField()).toHaveAccessibleDescription('Will be saved as +4915123456789.');
    await person.press('button', 'Add');
    await expect
      .poll(() => apiServer.requests(createContact)[0]?.body)
      .toMatchObject({
        type: 'phone',
        contact: '+4915123456789',
        can_notify: true,
      });
  },
);

test('an empty form says at its field what is missing, and focuses it', async () => {
  const person = await openForm('Email');
  await person.press('button', 'Add');
  const email = screen.getByRole('textbox', { name: 'Email' });
  expect(email).toBeInvalid();
  expect(email).toHaveAccessibleDescription('Email is required.');
  await waitForFocus(email);
  await person.press('radio', 'Phone');
  expect(phoneField()).toHaveAccessibleDescription(/country code/);
  await person.press('button', 'Add');
  expect(phoneField()).toHaveAccessibleDescription(/Phone number is required\./);
  expect(apiServer.requests(createContact)).toHaveLength(0);
});

test('an incomplete email address is an error at its field once the field was left, or Add was pressed', async () => {
  const person = await openForm('Email');
  await person.fill('Email', 'mo@');
  const dialog = await findDialog('Account settings');
  expect(dialog.queryByRole('alert')).toBeNull();
  await person.tab();
  expect(await dialog.findByRole('alert')).toHaveTextContent('Email must be an email address');
  await person.fill('Email', 'not-an-email');
  await person.press('button', 'Add');
  expect(await dialog.findByRole('alert')).toHaveTextContent('Email must be an email address');
  await waitForFocus(screen.getByRole('textbox', { name: 'Email' }));
  expect(apiServer.requests(createContact)).toHaveLength(0);
});

test('a character that no phone number has is an error while it is typed', async () => {
  const person = await openForm('Phone');
  await person.fill('Phone number', '0151 mobile');
  const dialog = await findDialog('Account settings');
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Phone number contains characters that are not allowed.',
  );
  expect(phoneField()).toBeInvalid();
  expect(phoneField()).toHaveAccessibleDescription(
    /Phone number contains characters that are not allowed\. Use digits, such as \+254 700 123456/,
  );
  await person.fill('Phone number', '1'.repeat(26));
  await person.press('button', 'Add');
  expect(phoneField()).toHaveAccessibleDescription(/Phone number can have at most 25 characters\./);
});

test('a new contact is open with its button for a code, which has the focus', async () => {
  const person = await openForm('Email');
  await person.fill('Email', 'mo@example.com');
  await person.press('button', 'Add');
  const send = await screen.findByRole('button', { name: 'Send code' });
  await waitForFocus(send);
  expect(screen.getByRole('button', { name: /^mo@example.com/ })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
});

test('a contact that cannot be saved stays in its form with the reason', async () => {
  apiServer.on(createContact, () => disconnectedResponse);
  const person = await openForm('Email');
  await person.fill('Email', 'mo@example.com');
  await person.press('button', 'Add');
  const dialog = await findDialog('Account settings');
  expect(await dialog.findByRole('alert')).toHaveTextContent(/could not be reached/);
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('mo@example.com');
  apiServer.on(createContact, () => createValidationResponse({ field: 'contact', rule: 'taken' }));
  await person.press('button', 'Add');
  await screen.findByText('You already have this contact.');
  await waitForFocus(screen.getByRole('textbox', { name: 'Email' }));
});

test('while a contact is saved its button says so and saves it once', async () => {
  let answer: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  apiServer.on(createContact, async ({ body }) => {
    await waiting;
    return contact({ contact: body.contact });
  });
  const person = await openForm('Email');
  await person.fill('Email', 'mo@example.com');
  await person.press('button', 'Add');
  await expect.poll(() => addButton()).toHaveAttribute('data-loading');
  await person.click(addButton());
  answer?.();
  await expect.poll(() => screen.queryByRole('button', { name: 'Add' })).toBeNull();
  expect(apiServer.requests(createContact)).toHaveLength(1);
});

test('the right code makes a contact one’s own', async () => {
  stored = [contact()];
  apiServer.on(sendContactCode, () => sentCode('sent'));
  apiServer.on(confirmContact, () => {
    stored = [contact({ confirmed: true })];
    return contact({ confirmed: true });
  });
  const person = await openContact();
  await person.press('button', 'Send code');
  const status = await screen.findByText(/We've sent a code to/);
  const field = screen.getByRole('textbox', { name: 'Code' });
  await waitForFocus(field);
  expect(field).toHaveAccessibleDescription('The code has 6 digits.');
  const again = screen.getByRole('button', { name: 'Send a new code' });
  for (const [before, after] of [
    [status, field],
    [field, again],
  ] as const)
    expect(before.compareDocumentPosition(after)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await person.fill('Code', '12');
  await person.press('button', 'Confirm');
  expect(await screen.findByText('Enter the six digits of the code.')).toHaveAttribute('role', 'alert');
  expect(apiServer.requests(confirmContact)).toHaveLength(0);
  await person.fill('Code', '١٢٣ ٤٥٦');
  await person.press('button', 'Confirm');
  await expect.poll(() => apiServer.requests(confirmContact)[0]?.body).toEqual({ code: '123456' });
  await expect.poll(() => screen.queryByText('Not confirmed')).toBeNull();
  await waitForFocus(screen.getByRole('button', { name: /^mo@example.org/ }));
});

test('a wrong code is told at its field, which has the focus, with the tries that are left', async () => {
  stored = [contact()];
  let left = 4;
  apiServer.on(confirmContact, () =>
    createValidationResponse({ field: 'code', rule: 'codeWrong', params: { left: left-- } }),
  );
  const person = await openContact();
  // A code that was sent before can be entered without another one.
  await person.press('button', 'I have a code');
  const scrolledElements: Element[] = [];
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function see(
    this: Element,
  ) {
    scrolledElements.push(this);
  });
  try {
    for (const tries of [4, 3]) {
      await person.fill('Code', '000000');
      await person.press('button', 'Confirm');
      expect(await screen.findByText(`This code is wrong. Attempts left: ${tries}.`)).toHaveAttribute(
        'role',
        'alert',
      );
      const field = screen.getByRole('textbox', { name: 'Code' });
      await waitForFocus(field);
      expect(field).toBeInvalid();
      expect(scrolledElements.at(-1)).toContainElement(field);
    }
  } finally {
    scroll.mockRestore();
  }
});

test.each([
  ['waiting', 'email', /could not be sent because this site cannot send email.* Ask an administrator/],
  ['waiting', 'phone', /is waiting to be sent by this site.s phone/],
  ['simulated', 'phone', /No text message was sent .* no gateway .* Ask an administrator/],
] as const)('a code that is %s is not called sent', async (delivery, type, text) => {
  stored = [contact({ type, contact: type === 'phone' ? '254700123456' : 'mo@example.org' })];
  apiServer.on(sendContactCode, () => sentCode(delivery));
  const person = await openContact();
  await person.press('button', 'Send code');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText(/sent a code to/)).toBeNull();
  // A code that waits for outgoing mail is never sent: it is not asked for.
  const canBeEntered = type === 'phone';
  expect(screen.queryAllByRole('textbox', { name: 'Code' })).toHaveLength(canBeEntered ? 1 : 0);
  expect(screen.queryAllByRole('button', { name: 'Send a new code' })).toHaveLength(canBeEntered ? 1 : 0);
});

test('without a gateway a number says that it cannot be confirmed, and offers no code', async () => {
  confirmable = ['email'];
  const person = await openForm('Phone');
  await person.fill('Phone number', '254700123456');
  await person.press('button', 'Add');
  expect(await screen.findByText(/phone numbers cannot be confirmed.*Add an email address/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
});

test('too many codes are told with the reason, and the button waits', async () => {
  stored = [contact()];
  apiServer.on(sendContactCode, () => createProblemResponse('confirmation.wait', { seconds: 42 }));
  const person = await openContact();
  await person.press('button', 'Send code');
  const dialog = await findDialog('Account settings');
  expect(await dialog.findByRole('alert')).toHaveTextContent(/42 seconds/);
  expect(screen.getByRole('button', { name: 'Send code' })).toBeDisabled();
  expect(screen.getByText(/You can send a new code in 0:4\d/)).toBeVisible();
});

test('a contact that was not changed says why it cannot be saved; a changed number may keep its plus', async () => {
  stored = [contact({ type: 'phone', contact: '254700123456', confirmed: true })];
  apiServer.on(updateContact, ({ body }) => contact({ type: 'phone', contact: body.contact ?? '' }));
  const person = await openContact();
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  expect(save).toHaveAccessibleDescription('No changes yet.');
  await person.fill('Phone number', '');
  expect(save).not.toHaveAccessibleDescription();
  await person.press('button', 'Save');
  expect(phoneField()).toHaveAccessibleDescription(/Phone number is required\./);
  await person.fill('Phone number', '+254 700-123-457');
  await person.press('button', 'Save');
  await expect
    .poll(() => apiServer.requests(updateContact)[0]?.body)
    .toMatchObject({ contact: '+254700123457' });
});

test('contacts that cannot be read are asked for again', async () => {
  let isDown = true;
  apiServer.on(listContacts, () =>
    isDown ? createProblemResponse('request.too-many') : createTestPage([contact()]),
  );
  const person = await open();
  await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.press('button', 'Try again');
  expect(await screen.findByRole('button', { name: /^mo@example.org/ })).toBeVisible();
});

test('on a phone and in Arabic a contact is added the same way', async () => {
  const person = await renderScreen('/collections', { account: memberAccount, language: 'ar', width: 390 });
  setGlobalDialog({ name: 'account', tab: 'notifications' });
  await person.press('button', 'إضافة وسيلة اتصال');
  await person.press('radio', 'الهاتف');
  await person.fill('رقم الهاتف', '+٢٥٤ ٧٠٠ ١٢٣٤٥٦');
  await person.press('button', 'إضافة');
  await expect
    .poll(() => apiServer.requests(createContact)[0]?.body)
    .toMatchObject({ contact: '+254700123456' });
});

test('an address begun before the kind was changed is judged as a number', async () => {
  const person = await openForm('Email');
  await person.fill('Email', 'mo');
  await person.press('radio', 'Phone');
  expect(
    await screen.findByText(
      /Phone number contains characters that are not allowed\. Use digits, such as \+254 700 123456/,
    ),
  ).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.queryByText(/must be an email address/)).toBeNull();
});

test('without a gateway the form says before a number is added that it cannot be confirmed', async () => {
  confirmable = ['email'];
  const person = await openForm('Email');
  expect(
    screen.queryByText(
      /This site cannot send text messages, so phone numbers cannot be confirmed and get no notifications\. Add an email address instead, or ask the team/,
    ),
  ).toBeNull();
  await person.press('radio', 'Phone');
  expect(
    await screen.findByText(
      /This site cannot send text messages, so phone numbers cannot be confirmed and get no notifications\. Add an email address instead, or ask the team/,
    ),
  ).toBeVisible();
});

test('while the daily limit is reached, a notice above the contacts says when notifications continue', async () => {
  stored = [contact()];
  apiServer.on(listNotifications, () => ({
    ...createTestPage([]),
    resumes: '2026-11-24T00:00:00+00:00',
  }));
  await open();
  const notice = await screen.findByText(/Notifications continue on Nov 2[34], .*(UTC|GMT|[A-Z]{3,4})\./);
  const contacts = await screen.findByRole('button', { name: /^mo@example.org/ });
  expect(notice.compareDocumentPosition(contacts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
