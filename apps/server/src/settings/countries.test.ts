import type { CountryCode } from '@waypost/contract/settings/country-codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface CountryList {
  count: number;
  total_count: number;
  results: z.output<typeof CountryCode>[];
}

test('users with Manage Settings read all countries with their dialling codes', async () => {
  const { body } = await app.send<CountryList>('settings manager', 'GET', '/country-codes/');
  // All of ISO 3166-1 but Bouvet, Heard and the minor outlying islands, where nobody has a phone; and Kosovo.
  expect(body.count).toBe(247);
  const dialCodes = new Map(body.results.map((it) => [it.country_code, it.dial_code]));
  expect(['AQ', 'GS', 'JM', 'US', 'XK', 'AC'].map((code) => dialCodes.get(code))).toEqual([
    '+672',
    '+500',
    '+1876',
    '+1',
    '+383',
    undefined,
  ]);
  expect(body.results.find((country) => country.country_code === 'AF')).toMatchObject({
    id: 6,
    url: 'https://report.example.org/api/v3/country_codes/6',
    country_name: 'Afghanistan',
    dial_code: '+93',
  });
  expect(new Set(body.results.map((country) => country.id)).size).toBe(body.count);
  const country = await app.send('settings manager', 'GET', '/country-codes/6');
  expect(country.body).toMatchObject({ country_code: 'AF' });
  const page = await app.send<CountryList>(
    'admin',
    'GET',
    '/country-codes?orderby=country_name&order=desc&limit=1&offset=1',
  );
  expect(page.body.results.map((country) => country.country_name)).toEqual(['Zambia']);
  expect((await app.send('admin', 'GET', '/country-codes/1')).status).toBe(404);
});

test('other users are refused', async () => {
  expect((await app.send('passer-by', 'GET', '/country-codes')).status).toBe(401);
  for (const kind of ['visitor', 'member', 'reviewer'] as const)
    expect((await app.send(kind, 'GET', '/country-codes')).status).toBe(403);
});
