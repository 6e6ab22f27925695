/** The words of the activity screens: they come with them, so that nobody who reports something downloads them. */
import words from '../../locales/activity/en.json';
import { addWords } from '../../ui/i18n.ts';

addWords(words);
