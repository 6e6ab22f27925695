import { expect, test } from 'vitest';
import { buildEmbedCode } from './embed-code.ts';

test('escapes attributes in the embed code', () => {
  const code = buildEmbedCode({
    url: 'https://x.example/map/noui?q=a&form=1',
    title: 'Floods "2026" <b>',
    width: 800,
    height: 500,
  });
  expect(code).toBe(
    '<iframe src="https://x.example/map/noui?q=a&amp;form=1" title="Floods &quot;2026&quot; &lt;b&gt;" width="800" height="500" style="border:0;max-width:100%" loading="lazy" allow="geolocation"></iframe>',
  );
});
