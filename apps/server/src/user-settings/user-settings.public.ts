/** What other domains may use of people's settings. */
export {
  encryptPlaintextSettings as sealStoredKeys,
  readUserSetting,
  type SettingEncryption as KeptKeys,
} from './encrypted-settings.ts';
