/** Translations of messages; loaded with the threads, so that people who only report do not download them. */
import labels from '../../locales/messages/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/messages/*.json', '!../../locales/messages/en.json'],
  {
    import: 'default',
  },
);
addTranslations(labels, translationFiles);
