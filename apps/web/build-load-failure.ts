/**
 * Puts the words for a page whose scripts cannot be loaded into the page, in all languages: when they are needed, no other file can be
 * relied on. `public/theme.js` shows them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

interface Translations {
  error: { bootstrap: { title: string; missingFile: string } };
  action: { retry: string };
}

const placeholder = '__LOAD_FAILURE_TEXTS__';

/** Title, text and button by language tag, as JSON for an attribute. */
function readTexts(folder: string): string {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const { error, action } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Translations;
      return [path.parse(name).name, [error.bootstrap.title, error.bootstrap.missingFile, action.retry]];
    });
  return JSON.stringify(Object.fromEntries(texts)).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** A plugin that adds the texts to the page. */
export const addLoadFailureTexts = (): Plugin => {
  let root = '';
  return {
    name: 'waypost:load-failure-texts',
    configResolved: (config) => {
      ({ root } = config);
    },
    transformIndexHtml: (html) => html.replace(placeholder, () => readTexts(path.join(root, 'src/locales'))),
  };
};
