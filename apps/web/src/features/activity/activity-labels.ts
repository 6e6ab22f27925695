/** Translations of the activity screens, loaded together with them, so that reporters do not download them. */
import words from '../../locales/activity/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/activity/*.json', '!../../locales/activity/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
