/** The words about what is kept on this device: they come with the first screen that needs them. */
import words from '../../locales/device/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/device/*.json', '!../../locales/device/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
