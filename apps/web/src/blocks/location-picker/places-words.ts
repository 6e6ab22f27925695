/** The words of suggested places: they come with them, so that nobody who reports something downloads them. */
import words from '../../locales/places/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/places/*.json', '!../../locales/places/en.json'], {
  import: 'default',
});
addWords(words, files);
