/** The text about dates in the future, loaded with the first date that is entered. */
import labels from '../../../locales/dates/en.json';
import { addTranslations } from '../../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../../locales/dates/*.json', '!../../../locales/dates/en.json'],
  {
    import: 'default',
  },
);
addTranslations(labels, translationFiles);
