/** Translations of the sender of a report; loaded with what shows it, so that people who only report do not download them. */
import labels from '../../locales/reporter/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/reporter/*.json', '!../../locales/reporter/en.json'],
  {
    import: 'default',
  },
);
addTranslations(labels, translationFiles);
