/** The words of the history of a post: they come with its panel. */
import words from '../../../locales/history/en.json';
import { addTranslations } from '../../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../../locales/history/*.json', '!../../../locales/history/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
