/** What the icons of categories show: words that come with the form of a category. */
import words from '../../locales/icons/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/icons/*.json', '!../../locales/icons/en.json'], {
  import: 'default',
});
addWords(words, files);
