import { expect, test } from 'vitest';
import { escapeFormula, formatCsvLine, unescapeFormula } from './csv-cells.ts';

test.each(['=1+1', '+cmd', '-x', '@SUM(A1)', '\t=1', '\r=1', "'=1", "''=1", "'-5", '=', '-1+2', '+1 (2)'])(
  '%j is made harmless and comes back as it was',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  },
);

test.each(['-5', '+254700111222', '-1.2864', '1e-7', '-12,5', "'quoted", "it's", '', 'Nairobi'])(
  '%j stays as it is, both ways',
  (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  },
);

test('a line quotes what would be misread', () => {
  expect(formatCsvLine(['a', 'b;c', 'say "no"', 'two\nlines', '=1'], ';')).toBe(
    'a;"b;c";"say ""no""";"two\nlines";\'=1\r\n',
  );
});
