/** Translations of the shift view, loaded together with it. */
import words from '../../locales/shift/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/shift/*.json', '!../../locales/shift/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
