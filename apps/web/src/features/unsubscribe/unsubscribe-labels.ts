/** The words of the page that a link in a mail opens. */
import words from '../../locales/unsubscribe/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/unsubscribe/*.json', '!../../locales/unsubscribe/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
