/** Translations of the page of a person, loaded together with it. */
import words from '../../locales/profile/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/profile/*.json', '!../../locales/profile/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
