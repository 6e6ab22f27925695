/** The words that only the settings area shows: they come with it, so that nobody who reports something downloads them. */
import words from '../locales/settings/en.json';
import { addWords } from './i18n.ts';

addWords(words);
