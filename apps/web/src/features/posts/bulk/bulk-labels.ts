/** Translations of bulk changes, loaded together with them. */
import words from '../../../locales/bulk/en.json';
import { addTranslations } from '../../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../../locales/bulk/*.json', '!../../../locales/bulk/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
