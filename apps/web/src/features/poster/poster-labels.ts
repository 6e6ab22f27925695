/** Adds the translations of the poster. */
import words from '../../locales/poster/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/poster/*.json', '!../../locales/poster/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
