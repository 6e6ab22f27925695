/** Translations of the history panel, loaded together with it. */
import words from '../../../locales/history/en.json';
import { addTranslations } from '../../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../../locales/history/*.json', '!../../../locales/history/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
