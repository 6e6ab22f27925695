/** The words about what is kept on this device: they come with the first screen that needs them. */
import words from '../../locales/device/en.json';
import { addWords } from '../../ui/i18n.ts';

const files = import.meta.glob(['../../locales/device/*.json', '!../../locales/device/en.json'], {
  import: 'default',
});
addWords(words, files);
