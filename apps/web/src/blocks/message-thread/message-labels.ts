/** The words of messages: they come with the threads, so that nobody who reports something downloads them. */
import words from '../../locales/messages/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/messages/*.json', '!../../locales/messages/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
