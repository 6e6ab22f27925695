/** What other domains may use of backups. */
export { findLastBackups, insertBackupRecord } from './backups.sql.ts';
export { decryptBackup, detectEncryption } from './encrypt-backup.ts';
export { restoreBackup } from './restore-backup.ts';
export { type BackupSchedule, backupFileName } from './scheduled-backups.ts';
export { writeBackup } from './write-backup.ts';
