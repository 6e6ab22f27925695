import { problems, validationMessages } from '@waypost/contract/common/problems';
import { exists, t } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { initTranslation } from '../ui/i18n/i18n.ts';
import { ApiError, parseApiError } from './api-error.ts';
import { formatErrorMessage, formatErrorMessages, formatFieldErrors } from './error-text.ts';

beforeAll(async () => {
  await initTranslation('en');
  await import('../ui/i18n/settings-labels.ts');
  await import('../features/account/account-labels.ts');
});

const validationError = parseApiError(422, {
  errors: [
    { status: 422, message: 'Failed to validate posts entity:' },
    {
      status: 422,
      title: 'title must be at most 150 characters long',
      source: { pointer: '/title' },
      code: 'maxlength',
      params: { max: 150 },
    },
    {
      status: 422,
      title: 'values lacks an answer',
      source: { pointer: '/values' },
      code: 'postAttributeRequired',
      params: { label: 'Where' },
    },
  ],
});

describe('a refusal in words', () => {
  test('every rule and every problem of the contract has its words', () => {
    const keys = [
      ...Object.keys(validationMessages).map((rule) => `fault.${rule}`),
      ...Object.keys(problems).map((code) => `problem.${code}`),
    ];
    expect(keys.filter((key) => !exists(key))).toEqual([]);
  });

  test('every parameter of a rule is said in its words', () => {
    const unsaid = Object.entries(validationMessages).filter(([rule, text]) => {
      const wanted = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const said: string = t(
        `fault.${rule}` as never,
        { skipInterpolation: true } as never,
      ) as unknown as string;
      return [...said.matchAll(/\{\{(\w+)\}\}/g)].some(([, name]) => name !== 'label' && !wanted.has(name));
    });
    expect(unsaid).toEqual([]);
  });

  test('names the field as the form does, and the question as the survey does', () => {
    expect(formatFieldErrors(validationError, { title: 'Headline' })).toEqual({
      title: 'Headline can have at most 150 characters.',
      values: '“Where” needs an answer.',
    });
  });

  test('leaves the headline out when the fields speak', () => {
    expect(formatErrorMessages(validationError)).toEqual([
      'Title can have at most 150 characters.',
      '“Where” needs an answer.',
    ]);
  });

  test('falls back to the words of a server that sends no slugs', () => {
    const older = parseApiError(422, {
      errors: [{ status: 422, title: 'tag is odd', source: { pointer: '/tag' } }],
    });
    expect(formatErrorMessage(older)).toBe('tag is odd');
  });

  test('knows the markers of limits', () => {
    const full = parseApiError(422, {
      errors: [{ status: 422, title: 'limit::posts', source: { pointer: '/status' } }],
    });
    expect(formatErrorMessage(full)).toBe('Published posts limit reached');
  });

  test.each([
    [500, 'save', 'Unable to save resource, please try again'],
    [500, 'delete', 'Unable to delete resource, please try again'],
    [422, 'save', 'Invalid entry, please try again.'],
    [500, 'read', 'Something went wrong on the server. Nothing was changed.'],
    [403, 'save', "Sorry, you're not allowed to do that."],
  ] as const)('an answer %s without words to a call that would %s', (status, purpose, text) => {
    expect(formatErrorMessages(parseApiError(status, '', purpose))).toEqual([text]);
  });

  test('has words when nobody answers, and when the answer has none', () => {
    expect(formatErrorMessage(new ApiError(0, [], 'network'))).toMatch(/could not be reached/);
    expect(formatErrorMessage(parseApiError(404, '<html>'))).toBe('This is gone, or you may not see it.');
    expect(formatErrorMessage(new TypeError('x is undefined'))).toBe(
      'Something went wrong. Please try again.',
    );
  });
});
