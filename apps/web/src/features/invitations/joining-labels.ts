/** Adds the translations of the invitation that somebody opens. */
import words from '../../locales/joining/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/joining/*.json', '!../../locales/joining/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
