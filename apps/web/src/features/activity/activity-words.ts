/** The words of the activity screens: they come with them, so that nobody who reports something downloads them. */
import words from '../../locales/activity/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/activity/*.json', '!../../locales/activity/en.json'], {
  import: 'default',
});
addWords(words, files);
