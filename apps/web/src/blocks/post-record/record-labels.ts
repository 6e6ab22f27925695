/** Translations of the team's record of a post, loaded together with it. */
import words from '../../locales/record/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/record/*.json', '!../../locales/record/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
