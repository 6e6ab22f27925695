/** Translations of rules of urgency; loaded with them, so that people who only report do not download them. */
import labels from '../../locales/urgency/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/urgency/*.json', '!../../locales/urgency/en.json'],
  {
    import: 'default',
  },
);
addTranslations(labels, translationFiles);
