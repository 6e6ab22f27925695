/** The words that only the settings area shows: they come with it, so that nobody who reports something downloads them. */
import words from '../locales/settings/en.json';
import { addWords } from './i18n.ts';

const files = import.meta.glob(['../locales/settings/*.json', '!../locales/settings/en.json'], {
  import: 'default',
});
addWords(words, files);
