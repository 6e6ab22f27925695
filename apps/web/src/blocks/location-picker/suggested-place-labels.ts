/** The words of suggested places: they come with them, so that nobody who reports something downloads them. */
import words from '../../locales/places/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/places/*.json', '!../../locales/places/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
