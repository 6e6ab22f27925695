/** The words of the page that a link in a mail opens. */
import words from '../../locales/unsubscribe/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/unsubscribe/*.json', '!../../locales/unsubscribe/en.json'], {
  import: 'default',
});
addWords(words, files);
