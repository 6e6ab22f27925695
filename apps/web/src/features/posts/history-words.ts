/** The words of the history of a post: they come with its panel. */
import words from '../../locales/history/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/history/*.json', '!../../locales/history/en.json'], {
  import: 'default',
});
addWords(words, files);
