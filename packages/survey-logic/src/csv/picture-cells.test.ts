import { describe, expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { holdsPictures, isWrittenPictures, splitPictureCell } from './picture-cells.ts';

const stored = (end: string) => `5/2/52c81f${'0'.repeat(25)}${end}.jpg`;

describe('a cell is split into pictures', () => {
  const cells: [string, string[]][] = [
    ['', []],
    ['12, 13', ['12', '13']],
    ['https://a.org/a.jpg,https://a.org/b.jpg', ['https://a.org/a.jpg', 'https://a.org/b.jpg']],
    ['https://a.org/?id=3\r\nhttps://a.org/?id=4', ['https://a.org/?id=3', 'https://a.org/?id=4']],
    ['https://a.org/1 | https://a.org/2|b.png', ['https://a.org/1', 'https://a.org/2', 'b.png']],
    ['https://a.org/w_300,h_200/a.jpg', ['https://a.org/w_300,h_200/a.jpg']],
    ['"https://a.org/w_300,h_200/a",https://a.org/b', ['https://a.org/w_300,h_200/a', 'https://a.org/b']],
    ['https://a.org/My Photo 1.jpg; IMG 2.jpg', ['https://a.org/My Photo 1.jpg', 'IMG 2.jpg']],
    [`${stored('1')},${stored('2')}`, [stored('1'), stored('2')]],
    ['https://a.org/p.jpg,files/a.png', ['https://a.org/p.jpg', 'files/a.png']],
    ['https://a.org/a https://a.org/a', ['https://a.org/a']],
    ['none yet', ['none yet']],
    ['https://a.org/a.jpg；https://a.org/b，b.png', ['https://a.org/a.jpg', 'https://a.org/b', 'b.png']],
    ['["https://a.org/a","https://a.org/b,c"]', ['https://a.org/a', 'https://a.org/b,c']],
    ['https://a.org/a.jpg;jsessionid=1', ['https://a.org/a.jpg;jsessionid=1']],
    ['https://a.org/a.jpg,w=200', ['https://a.org/a.jpg,w=200']],
    ['https://a.org/"b".jpg', ['https://a.org/"b".jpg']],
  ];
  test.each(cells)('%j', (cell, pictures) => {
    expect(splitPictureCell(cell)).toEqual(pictures);
  });

  test('in a time in proportion to its length', () => {
    for (const part of ['a ', '" ', '"a', '1,', 'https://'])
      expect(measureGrowth((size) => splitPictureCell(part.repeat(size)), 2000, 64)).toBeLessThan(8);
  });
});

test('cells of pictures are told from others', () => {
  for (const cell of [stored('a'), 'https://a.org/x'])
    expect([cell, isWrittenPictures(cell)]).toEqual([cell, true]);
  for (const cell of ['', '12', 'IMG 1.jpg', 'https://', 'ftp://a.org/a.jpg', '12 dead'])
    expect([cell, isWrittenPictures(cell)]).toEqual([cell, false]);
  for (const cell of ['https://a.org/A.JPG?x=1#y', `${stored('a')}, ${stored('b')}`])
    expect([cell, holdsPictures(cell)]).toEqual([cell, true]);
  for (const cell of ['12', 'https://a.org/x', 'https://a.org/?a.jpg', 'see https://a.org/a.jpg'])
    expect([cell, holdsPictures(cell)]).toEqual([cell, false]);
});
