/** The words of the page that finds out why nothing works. */
import words from '../../locales/verifier/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/verifier/*.json', '!../../locales/verifier/en.json'], {
  import: 'default',
});
addWords(words, files);
