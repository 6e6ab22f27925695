/** Adds the translations of the diagnostics page. */
import words from '../../locales/verifier/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/verifier/*.json', '!../../locales/verifier/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
