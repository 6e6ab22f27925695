/** Translations of the quick exit button, loaded together with it. */
import words from '../../../locales/exit/en.json';
import { addTranslations } from '../../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../../locales/exit/*.json', '!../../../locales/exit/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
