import { expect, test } from 'vitest';
import { escapeFormula, formatCsvLine, unescapeFormula } from './csv-cells.ts';

test.each(['=1+1', '+cmd', '-x', '@SUM(A1)', '\t=1', '\r=1', "'=1", "''=1", "'-5", '=', '-1+2', '+1 (2)'])(
  '%j is escaped, and unescaping restores it',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  },
);

test.each(['-5', '+254700111222', '-1.2864', '1e-7', '-12,5', "'quoted", "it's", '', 'Nairobi'])(
  '%j is neither escaped nor unescaped',
  (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  },
);

test('quotes cells with delimiters, quotes or line breaks', () => {
  expect(formatCsvLine(['a', 'b;c', 'say "no"', 'two\nlines', '=1'], ';')).toBe(
    'a;"b;c";"say ""no""";"two\nlines";\'=1\r\n',
  );
});
