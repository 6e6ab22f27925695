/** Adds the translations of the status page. */
import words from '../../locales/status/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/status/*.json', '!../../locales/status/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
