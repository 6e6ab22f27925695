/** The words of leaving a form at once: they come with its button. */
import words from '../../../locales/exit/en.json';
import { addTranslations } from '../../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../../locales/exit/*.json', '!../../../locales/exit/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
