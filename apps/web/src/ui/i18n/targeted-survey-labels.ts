/** Translations of targeted surveys and of the phone screens that answer them; loaded with their screens. */
import labels from '../../locales/targeted/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/targeted/*.json', '!../../locales/targeted/en.json'],
  {
    import: 'default',
  },
);
addTranslations(labels, translationFiles);
