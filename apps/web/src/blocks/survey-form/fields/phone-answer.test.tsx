import { screen } from '@testing-library/dom';
import { createPost } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { beforeEach, expect, test } from 'vitest';
import { apiServer } from '../../../testing/render-screen.tsx';
import { fillRequiredFields, openForm } from '../../../testing/report-form-screen.ts';
import { createTestAttribute } from '../../../testing/test-entities.ts';

beforeEach(() => apiServer.on(createPost, () => null));

async function openPhoneForm(country: string, overrides: Partial<Attribute> = {}) {
  const attribute = { key: 'call', label: 'Phone', type: 'phone', input: 'phone', ...overrides } as const;
  const person = await openForm([createTestAttribute(attribute)], {}, { config: { site: { country } } });
  await fillRequiredFields(person);
  const field = await screen.findByRole('textbox', { name: /^(?:Phone|Phone, 1)$/ });
  return { person, field };
}
const sentValues = () => apiServer.requests(createPost).at(-1)?.body.values;

test('a number is written as in the country of the site, shown as abroad, and sent in E.164', async () => {
  const { person, field } = await openPhoneForm('LI');
  expect(field).toHaveAttribute('type', 'tel');
  expect(field).toHaveAttribute('autocomplete', 'tel');
  expect(field.closest('[dir]')).toHaveAttribute('dir', 'ltr');
  await person.fill(/^Phone/, '234 56 78');
  await person.tab();
  expect(field).toHaveValue('+423 234 56 78');
  await person.press('button', 'Send report');
  await expect.poll(sentValues).toEqual({ call: ['+4232345678'] });
});

test('a number that no country has is refused at the field once it is left', async () => {
  const { person, field } = await openPhoneForm('LI');
  await person.fill(/^Phone/, '+423 99');
  expect(field).not.toHaveAccessibleDescription(/country code/);
  await person.tab();
  expect(field).toHaveAccessibleDescription(
    /“Phone” has the wrong format\. Enter a phone number with its country code, such as \+254 700 123456/,
  );
  expect(field).toHaveValue('+423 99');
  await person.press('button', 'Send report');
  expect(apiServer.requests(createPost)).toEqual([]);
});

test('without a country of the site, a number needs its country code', async () => {
  const { person, field } = await openPhoneForm('');
  await person.fill(/^Phone/, '234 56 78');
  await person.press('button', 'Send report');
  expect(field).toHaveAccessibleDescription(/with its country code/);
  expect(apiServer.requests(createPost)).toEqual([]);
  await person.fill(/^Phone/, '00423 234 56 78');
  await person.press('button', 'Send report');
  await expect.poll(sentValues).toEqual({ call: ['+4232345678'] });
});

test('several numbers can be added', async () => {
  const { person } = await openPhoneForm('LI', { cardinality: 0 });
  await person.fill('Phone, 1', '234 56 78');
  await person.press('button', 'Add another');
  await person.fill('Phone, 2', '+41 44 668 18 00');
  await person.press('button', 'Send report');
  await expect.poll(sentValues).toEqual({ call: ['+4232345678', '+41446681800'] });
});
