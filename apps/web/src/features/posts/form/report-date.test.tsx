/** Dates in the form of a report. */
import { screen } from '@testing-library/dom';
import { createPost } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { apiServer } from '../../../testing/render-screen.tsx';
import { fillRequiredFields, openForm } from '../../../testing/report-form-screen.ts';
import { createTestAttribute } from '../../../testing/test-entities.ts';

test('the form says that a date or a time is in the future, and sends it', async () => {
  apiServer.on(createPost, () => null);
  const person = await openForm([
    createTestAttribute({ id: 8, key: 'day', label: 'Day', input: 'date', type: 'datetime' }),
    createTestAttribute({ id: 9, key: 'when', label: 'When', input: 'datetime', type: 'datetime' }),
  ]);
  await fillRequiredFields(person);
  await person.write(screen.getByLabelText(/^Day/), '2020-01-01');
  await person.write(screen.getByLabelText(/^When/), '2020-01-01T10:00');
  expect(screen.queryByText('This is in the future.')).toBeNull();
  await person.write(screen.getByLabelText(/^When/), '2999-01-01T10:00');
  expect(await screen.findByText('This is in the future.')).toBeVisible();
  await person.write(screen.getByLabelText(/^Day/), '2999-01-01');
  await expect.poll(() => screen.getAllByText('This is in the future.')).toHaveLength(2);
  await person.press('button', 'Send report');
  await screen.findByText(/^Thank you/);
});
