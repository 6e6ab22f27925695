/** What other domains may use of settings. */

export { saveOperatorSettings as keepOperatorsWord } from './operator-settings.ts';
export { decryptOptions as openProvider } from './provider-secrets.ts';
export {
  type ActiveProvider,
  readActiveProviders,
  readDeploymentState as readStanding,
  readEnabledProviders as readProviders,
  readFeatures,
  readMailboxAddress as readMailbox,
  readMap,
  readRetention,
  readSigningKey as readFileKey,
  readSite,
} from './read-settings.ts';
export { rebindStoredSecrets as bindStoredSecrets } from './rebind-stored-secrets.ts';
export { replaceLogoPath as moveLogo } from './settings.sql.ts';
