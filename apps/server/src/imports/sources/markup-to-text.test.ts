/** Texts of map files that hold tags, and texts that only look so: only what is HTML in its syntax is taken for HTML. */
import { measureCpuTime } from '@waypost/survey-logic/testing/measure-growth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportTestApp } from '../import-app.fixture.ts';
import { markupToText } from './markup-to-text.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());

/** What a place is called after its import. */
async function readName(name: string): Promise<string | undefined> {
  const file = `<kml><Placemark><name><![CDATA[${name}]]></name><address>x</address></Placemark></kml>`;
  return (await importApp.readRows(file, 'a.kml')).rows[0]?.['name'];
}

describe('a text that only looks like HTML stays:', () => {
  test.each([
    '<title pending> Bridge down at Moi Avenue',
    '<style of roof: iron> 12 people on it',
    '<address unknown>',
    'level <b and c> d',
    'Depth <a metre but >half a metre',
    '<Name> of <Map> <Area closed> <Section 4>',
    '<data missing>',
    '<svg> map',
    'Bridge down <title> at Moi Avenue',
    '<title>Bridge down</title>',
    '<svg><text>Bridge down</text></svg>',
    'Depth <!-- 5 m',
    'Injured <!5> or <? 7>',
    '<b size="5> of it',
    'if a <b / c> d',
    '<input missing>',
  ])('%s', async (text) => {
    expect(await readName(text)).toBe(text);
  });

  test('beside HTML', async () => {
    expect(await readName('<b>Bridge</b> <title pending> a <b and c> d<br>e')).toBe(
      'Bridge <title pending> a <b and c> d\ne',
    );
  });
});

test.each([
  // Google Earth and My Maps.
  ['<img src="https://example.org/a.jpg" height="200" width="auto" /><br><br>name: x<br>', 'name: x'],
  ['<div dir="ltr">One<br clear=all>Two</div>', 'One\nTwo'],
  ["<a href='https://example.org/?a=1&b=2' target=_blank>more</a>", '[more](https://example.org/?a=1&b=2)'],
  ['<A HREF=https://example.org/?a=1 >more</A >', '[more](https://example.org/?a=1)'],
  ['<img src="a.png"alt="<a>"/>x', 'x'],
  // ArcGIS.
  [
    '<html xmlns:fo="http://www.w3.org/1999/XSL/Format" xmlns:msxsl="urn:schemas-microsoft-com:xslt">\n<head>\n<META http-equiv="Content-Type" content="text/html">\n<meta charset="UTF-8">\n<title>t</title></head>\n<body style="margin:0px 0px 0px 0px;overflow:auto;background:#FFFFFF;">\n<table style="font-family:Arial" border>\n<tr bgcolor="#D4E4F3">\n<td nowrap>FID</td>\n<td>5</td></tr></table></body></html>',
    'FID: 5',
  ],
  ['<!DOCTYPE html><!-- a <b> comment --><script type="text/javascript">if (a <b) x();</script>y', 'y'],
  // QGIS.
  [
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0//EN" "http://www.w3.org/TR/REC-html40/strict.dtd">\n<html><head><meta name="qrichtext" content="1" /><style type="text/css">\np, li { white-space: pre-wrap; }\n</style></head><body style=" font-family:\'Ubuntu\';">\n<p style=" margin-top:0px;">Closed</p></body></html>',
    'Closed',
  ],
  // Office.
  ['<?xml:namespace prefix = o ns = "urn:x" /><![if !supportLists]><o:p>x</o:p><![endif]>', 'x'],
  ['<map name="m"><area shape="rect" coords="1,2,3,4"></map>x<svg viewBox="0 0 1 1"/>', 'x'],
  ['<style>p{}</style><!-- only this --><p>&nbsp;&nbsp;</p>', ''],
])('HTML of other programs becomes text: %s', (html, text) => {
  expect(markupToText(html).text).toBe(text);
});

test.each([
  ['open tags', '<b c="'.repeat(160_000)],
  ['open tags with both quotes', `<b c="'`.repeat(140_000)],
  ['tags in attributes', `<b c=" d='" e='`.repeat(60_000)],
  ['attributes', `<b ${'c=d '.repeat(250_000)}<`],
  ['attributes without values', `<b ${'checked '.repeat(120_000)}<`],
  ['spaces in a tag', `<b${' '.repeat(1_000_000)}<`],
  ['spaces in an attribute', `<b c${' '.repeat(1_000_000)}<`],
  ['an attribute without an end', `<b c=${'d'.repeat(1_000_000)}<`],
  ['slashes', `<b ${'/ '.repeat(500_000)}<`],
  ['comments in an empty text', '<!-- '.repeat(200_000) + '-->'],
  ['titles in an empty text', '<title>'.repeat(140_000) + '</title>'],
  ['scripts in an empty text', '<script>'.repeat(120_000) + '</script>'],
])('almost HTML is read in bounded time: %s', (_, html) => {
  expect(measureCpuTime(() => markupToText(html))).toBeLessThan(3000);
});
