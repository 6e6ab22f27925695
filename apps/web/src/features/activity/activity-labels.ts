/** The words of the activity screens: they come with them, so that nobody who reports something downloads them. */
import words from '../../locales/activity/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/activity/*.json', '!../../locales/activity/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
