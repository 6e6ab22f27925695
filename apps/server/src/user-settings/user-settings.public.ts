/** Public interface of the domain `user-settings`. */
export {
  encryptPlaintextSettings as sealStoredKeys,
  readUserSetting,
  type SettingEncryption as KeptKeys,
} from './encrypted-settings.ts';
