import type { CountryCode } from '@waypost/contract/settings/country-codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

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

/** ISO 3166-1, alpha-2. */
const isoCodes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
  BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
  ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
  HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
  LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
  NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
  SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
  UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

test('the list is ISO 3166-1 without three uninhabited territories, and Kosovo', async () => {
  const { results } = (await app.send<CountryList>('settings manager', 'GET', '/country-codes/')).body;
  const codes = results.map((country) => country.country_code);
  expect(isoCodes).toHaveLength(249);
  expect(isoCodes.filter((code) => !codes.includes(code))).toEqual(['BV', 'HM', 'UM']);
  expect(codes.filter((code) => !isoCodes.includes(code))).toEqual(['XK']);
  for (const { country_name, country_code, dial_code } of results) {
    expect(country_name).not.toBe(country_code);
    expect([country_code, dial_code]).toEqual([country_code, expect.stringMatching(/^\+[1-9]\d{0,5}$/)]);
  }
  // Where countries share the code 1, only the two with many area codes have it alone.
  expect(results.filter((country) => country.dial_code === '+1').map((it) => it.country_code)).toEqual([
    'CA',
    'US',
  ]);
});

test('users with Manage Settings read all countries with their dialling codes', async () => {
  const { body } = await app.send<CountryList>('settings manager', 'GET', '/country-codes/');
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

test.each(['ZZ', 'XA', 'AA', 'QQ', 'EU', 'QZ', 'ABC', 'ke'])(
  '%s is no country of a deployment',
  async (country) => {
    const reply = await app.send('admin', 'PUT', '/config/site', { country });
    expect([reply.status, errorPointers(reply)]).toEqual([422, ['/country']]);
  },
);

test('every country that the list has is one', async () => {
  const { results } = (await app.send<CountryList>('settings manager', 'GET', '/country-codes/')).body;
  for (const { country_code: country } of [...results, { country_code: '' }])
    expect([country, (await app.send('admin', 'PUT', '/config/site', { country })).status]).toEqual([
      country,
      200,
    ]);
});
