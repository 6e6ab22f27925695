/** The words that only the settings area shows: they come with it, so that nobody who reports something downloads them. */
import words from '../../locales/settings/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/settings/*.json', '!../../locales/settings/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
