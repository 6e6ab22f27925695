/** The words of one's own account: they come with its dialog. */
import words from '../../locales/account/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/account/*.json', '!../../locales/account/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
