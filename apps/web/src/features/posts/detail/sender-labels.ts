/** Translations of the sender dialog and the held-report notice, loaded together with them. */
import words from '../../../locales/sender/en.json';
import { addTranslations } from '../../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../../locales/sender/*.json', '!../../../locales/sender/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
