/** Public interface of the domain `user-settings`. */
export {
  encryptPlaintextSettings,
  readUserSetting,
  type SettingEncryption,
} from './encrypted-settings.ts';
