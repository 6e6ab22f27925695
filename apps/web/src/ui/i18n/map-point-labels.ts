/** Adds the translations of points of street maps that have no name. */
import labels from '../../locales/map-points/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/map-points/*.json', '!../../locales/map-points/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
