/** Translations about data on this device; loaded with the first screen that needs them. */
import labels from '../../locales/device/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/device/*.json', '!../../locales/device/en.json'], {
  import: 'default',
});
addTranslations(labels, translationFiles);
