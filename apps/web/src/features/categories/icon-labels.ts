/** What the icons of categories show: words that come with the form of a category. */
import words from '../../locales/icons/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/icons/*.json', '!../../locales/icons/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
