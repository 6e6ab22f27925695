/** Adds the translations of the account dialog. */
import words from '../../locales/account/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/account/*.json', '!../../locales/account/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
