import { describe, expect, it } from 'vitest';
import { parseCoordinates, roundCoordinates } from './parse-coordinate.ts';

describe('parseCoordinates', () => {
  it('reads degrees in the ways that people type them', () => {
    expect(parseCoordinates('-1.2833', '36.8167')).toEqual({
      ok: true,
      value: { lat: -1.2833, lon: 36.8167 },
    });
    expect(parseCoordinates(' 52,5 ', '−13.4')).toEqual({ ok: true, value: { lat: 52.5, lon: -13.4 } });
    expect(parseCoordinates('90', '-180')).toEqual({ ok: true, value: { lat: 90, lon: -180 } });
  });

  it('takes two empty fields as no location and one as an error', () => {
    expect(parseCoordinates('', '  ')).toEqual({ ok: true, value: null });
    expect(parseCoordinates('', '10')).toEqual({ ok: false, errors: { lat: 'required' } });
  });

  it('reports the error of each field', () => {
    expect(parseCoordinates('90.1', '181')).toEqual({
      ok: false,
      errors: { lat: 'latitude_range', lon: 'longitude_range' },
    });
    for (const text of ['abc', '1e3', '1.2.3', '0x10', '12°']) {
      expect(parseCoordinates(text, '0')).toEqual({ ok: false, errors: { lat: 'number' } });
    }
  });
});

it('rounds to six decimal places', () => {
  expect(roundCoordinates({ lat: -1.28333333333, lon: 36.81666666666 })).toEqual({
    lat: -1.283333,
    lon: 36.816667,
  });
});
