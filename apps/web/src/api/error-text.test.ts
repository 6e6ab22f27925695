import { formatFieldError, problems, validationMessages } from '@waypost/contract/common/problems';
import { exists, t } from 'i18next';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { initTranslation } from '../ui/i18n/i18n.ts';
import { ApiError, parseApiError } from './api-error.ts';
import {
  formatErrorEntry,
  formatErrorMessage,
  formatErrorMessages,
  formatFieldErrors,
} from './error-text.ts';

beforeAll(async () => {
  await initTranslation('en');
  await import('../ui/i18n/settings-labels.ts');
  await import('../features/account/account-labels.ts');
  await import('../features/posts/bulk/bulk-labels.ts');
  await import('../blocks/receipt/receipt-labels.ts');
  await import('../blocks/consent/consent-labels.ts');
  await import('../ui/i18n/maps-labels.ts');
  await import('../ui/i18n/layers-labels.ts');
  await import('../ui/i18n/areas-labels.ts');
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

/** Rules of cells of an imported file, whose messages are shown beside the column. */
const cellRules = new Set([
  'csvDayFirst',
  'csvMonthFirst',
  'csvDamaged',
  'pictureUnknown',
  'pictureGone',
  'pictureAddress',
  'pictureUnreachable',
  'pictureRefused',
  'pictureFieldFull',
  'pictureTooMany',
]);

describe('error messages', () => {
  test('every validation rule and every problem code of the contract has a message', () => {
    const keys = [
      ...Object.keys(validationMessages).map((rule) =>
        cellRules.has(rule) ? `dataImport.reason.${rule}` : `fault.${rule}`,
      ),
      ...Object.keys(problems).map((code) => `problem.${code}`),
    ];
    expect(keys.filter((key) => !exists(key))).toEqual([]);
  });

  test('a message uses only parameters of its rule', () => {
    const rulesWithUnknownParams = Object.entries(validationMessages).filter(([rule, text]) => {
      const allowed = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const message: string = t(
        `fault.${rule}` as never,
        { skipInterpolation: true } as never,
      ) as unknown as string;
      return [...message.matchAll(/\{\{(\w+)\}\}/g)].some(
        ([, name]) => name !== 'label' && !allowed.has(name),
      );
    });
    expect(rulesWithUnknownParams).toEqual([]);
  });

  test('a message without its value does not end in a colon', () => {
    const source = { pointer: '/tags' };
    expect(formatErrorEntry({ status: 422, code: 'exists', source, params: { value: 'Roads' } })).toBe(
      "Categories refers to something that doesn't exist: Roads.",
    );
    expect(formatErrorEntry({ status: 422, code: 'exists', source })).toBe(
      "Categories refers to something that doesn't exist.",
    );
    expect(formatErrorEntry({ status: 400, code: 'request.bad' })).toBe('The request was not understood.');
    expect(formatFieldError({ field: 'tags', rule: 'exists' })).toBe(
      'tags names something that does not exist',
    );
  });

  test('uses the field names of the form and the question of the survey', () => {
    expect(formatFieldErrors(validationError, { title: 'Headline' })).toEqual({
      title: 'Headline can have at most 150 characters.',
      values: '“Where” needs an answer.',
    });
  });

  test('omits the headline when there are field errors', () => {
    expect(formatErrorMessages(validationError)).toEqual([
      'Title can have at most 150 characters.',
      '“Where” needs an answer.',
    ]);
  });

  test('falls back to the text of a server that sends no codes', () => {
    const older = parseApiError(422, {
      errors: [{ status: 422, title: 'tag is odd', source: { pointer: '/tag' } }],
    });
    expect(formatErrorMessage(older)).toBe('tag is odd');
  });

  test('names a holder of a lock whose name is withheld', () => {
    const params = { id: 7, user: 'Reporter', holder: 'reporter' };
    const locked = parseApiError(404, { errors: [{ status: 404, code: 'post.locked', params }] });
    expect(formatErrorMessage(locked)).toBe(
      "The reporter is editing this report. Try again when they're done.",
    );
  });

  test('recognises the markers of plan limits', () => {
    const full = parseApiError(422, {
      errors: [{ status: 422, title: 'limit::posts', source: { pointer: '/status' } }],
    });
    expect(formatErrorMessage(full)).toBe('Published posts limit reached');
  });

  test.each([
    [500, 'save', 'Unable to save resource, please try again'],
    [500, 'delete', 'Unable to delete resource, please try again'],
    [422, 'save', 'Invalid entry, please try again.'],
    [500, 'read', 'Something went wrong on the server. Nothing was changed. Try again.'],
    [403, 'save', "Sorry, you're not allowed to do that."],
  ] as const)('a %s response without messages to a %s call', (status, purpose, text) => {
    expect(formatErrorMessages(parseApiError(status, '', purpose))).toEqual([text]);
  });

  test('has a message without a response, and for a response without messages', () => {
    vi.stubGlobal('navigator', { onLine: true });
    expect(formatErrorMessage(new ApiError(0, [], 'network'))).toMatch(/could not be reached/);
    vi.stubGlobal('navigator', { onLine: false });
    expect(formatErrorMessage(new ApiError(0, [], 'network'))).toMatch(/Not stored on this device/);
    vi.unstubAllGlobals();
    expect(formatErrorMessage(parseApiError(404, '<html>'))).toBe(
      "This doesn't exist, or you don't have access to it.",
    );
    expect(formatErrorMessage(new TypeError('x is undefined'))).toBe('Something went wrong. Try again.');
  });
});
