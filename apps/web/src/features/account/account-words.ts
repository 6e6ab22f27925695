/** The words of one's own account: they come with its dialog. */
import words from '../../locales/account/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/account/*.json', '!../../locales/account/en.json'], {
  import: 'default',
});
addWords(words, files);
