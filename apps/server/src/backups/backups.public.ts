/** What others may use of backups. */
export { lastBackups, noteBackup } from './backups.sql.ts';
export { decryptBackup, encryptionOf } from './encrypt-backup.ts';
export { type BackupPlan, backupName } from './keep-backups.ts';
export { readBackup } from './read-backup.ts';
export { writeBackup } from './write-backup.ts';
