/** Translations of the review screen, loaded together with it. */
import words from '../../locales/review/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/review/*.json', '!../../locales/review/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
