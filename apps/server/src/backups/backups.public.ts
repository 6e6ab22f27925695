/** What others may use of backups. */
export { findLastBackups as lastBackups, insertBackupRecord as noteBackup } from './backups.sql.ts';
export { decryptBackup, detectEncryption as encryptionOf } from './encrypt-backup.ts';
export { restoreBackup as readBackup } from './restore-backup.ts';
export { type BackupSchedule as BackupPlan, backupFileName as backupName } from './scheduled-backups.ts';
export { writeBackup } from './write-backup.ts';
