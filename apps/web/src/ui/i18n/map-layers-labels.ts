/** Adds the translations of the layers of the map. */
import labels from '../../locales/map-layers/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/map-layers/*.json', '!../../locales/map-layers/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
