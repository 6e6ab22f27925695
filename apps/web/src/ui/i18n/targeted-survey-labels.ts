/** The words of targeted surveys and of the phones that answer them: they come with their screens. */
import words from '../../locales/targeted/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/targeted/*.json', '!../../locales/targeted/en.json'],
  {
    import: 'default',
  },
);
addTranslations(words, translationFiles);
