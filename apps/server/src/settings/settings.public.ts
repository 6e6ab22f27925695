/** The part of the settings domain that other domains may import. */

export { isTextGateway } from './gateway-protection.ts';
export { readHiddenState, replaceHiddenState } from './hidden-state.ts';
export { saveOperatorSettings } from './operator-settings.ts';
export { decryptOptions } from './provider-secrets.ts';
export {
  type ActiveProvider,
  readActiveProviders,
  readAuthenticatedProviders,
  readConfiguredProvider,
  readDeploymentState,
  readEnabledProviders,
  readFeatures,
  readFileUrlSigner,
  readMailboxAddress,
  readMap,
  readRetention,
  readSigningKey,
  readSite,
  replaceFileUrlKey,
} from './read-settings.ts';
export { rebindStoredSecrets } from './rebind-stored-secrets.ts';
export {
  lockStoredGroup,
  mergeStoredGroup,
  readStoredGroup,
  replaceLogoPath,
  replaceStoredGroup,
} from './settings.sql.ts';
