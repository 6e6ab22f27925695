/** What other domains may use of settings. */
export { bindStoredSecrets } from './bind-stored-secrets.ts';
export { keepOperatorsWord } from './operator.ts';
export { openOptions as openProvider } from './provider-secrets.ts';
export {
  type ActiveProvider,
  readActiveProviders,
  readFeatures,
  readFileKey,
  readMailbox,
  readMap,
  readProviders,
  readRetention,
  readSite,
  readStanding,
} from './read-settings.ts';
export { moveLogo } from './settings.sql.ts';
