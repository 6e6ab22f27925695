/** The part of the settings domain that other domains may import. */

export { saveOperatorSettings as keepOperatorsWord } from './operator-settings.ts';
export { decryptOptions } from './provider-secrets.ts';
export {
  type ActiveProvider,
  readActiveProviders,
  readDeploymentState as readStanding,
  readEnabledProviders as readProviders,
  readFeatures,
  readMailboxAddress,
  readMap,
  readRetention,
  readSigningKey as readFileKey,
  readSite,
} from './read-settings.ts';
export { rebindStoredSecrets as bindStoredSecrets } from './rebind-stored-secrets.ts';
export { replaceLogoPath as moveLogo } from './settings.sql.ts';
