/** The words of what one sender sent: they come with what shows them. */
import words from '../../locales/sender/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/sender/*.json', '!../../locales/sender/en.json'], {
  import: 'default',
});
addWords(words, files);
