/** What the form says about personal data while a report is written. */
import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openForm } from '../../testing/report-form-screen.ts';
import { createTestAttribute } from '../../testing/test-entities.ts';

test('a phone number is pointed out, and removed at one press', async () => {
  const person = await openForm();
  await person.fill(/^What happened/, 'Call +254 722 000111 for the boat');
  await person.press('button', 'Remove “+254 722 000111”');
  expect(screen.getByRole('textbox', { name: /^What happened/ })).toHaveValue('Call […] for the boat');
  await waitFor(() => expect(screen.queryByText(/Everyone may see this/)).toBeNull());
});

test('answers that only the team sees are not checked', async () => {
  const attribute = { type: 'varchar', input: 'text' } as const;
  const person = await openForm([
    createTestAttribute({ ...attribute, key: 'open', label: 'Public words' }),
    createTestAttribute({ ...attribute, key: 'team', label: 'Private words', response_private: true }),
  ]);
  await person.fill(/^Private words/, 'Call +254 722 000111');
  await person.fill(/^Public words/, 'Write to a@example.org');
  expect(await screen.findByRole('button', { name: 'Remove “a@example.org”' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /722/ })).toBeNull();
});
