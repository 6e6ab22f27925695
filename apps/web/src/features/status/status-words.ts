/** The words of the page of the deployment's state: they come with it. */
import words from '../../locales/status/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/status/*.json', '!../../locales/status/en.json'], {
  import: 'default',
});
addWords(words, files);
