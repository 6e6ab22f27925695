/** The words of leaving a form at once: they come with its button. */
import words from '../../locales/exit/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/exit/*.json', '!../../locales/exit/en.json'], {
  import: 'default',
});
addWords(words, files);
