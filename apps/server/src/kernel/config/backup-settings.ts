/** Settings of how backups are encrypted: read from the environment with the others (`config.ts`). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Encrypter } from 'age-encryption';
import { z } from 'zod';

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyToUndefined, schema.optional());

/** A backup is tried against word lists for as long as somebody likes: short passphrases do not hold. */
const minPassphraseLength = 12;
const passphrase = z
  .string()
  .min(minPassphraseLength, `must be at least ${minPassphraseLength} characters long`);

function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Public keys of age, separated by commas or spaces. */
const recipients = z.string().transform((text, context): string[] => {
  const found = text.split(/[\s,]+/).filter((it) => it !== '');
  if (found.length > 0 && found.every(isRecipient)) return found;
  context.addIssue({ code: 'custom', message: 'must be public keys of age, which begin with age1' });
  return z.NEVER;
});

/** The content of a file, without the line break at its end. */
const fileContent = (schema: z.ZodType<string, string>) =>
  z.string().transform((name, context): string => {
    const fault = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    try {
      const content = readFileSync(path.resolve(name), 'utf8').replace(/\r?\n$/, '');
      const { success, error } = schema.safeParse(content);
      return success ? content : fault(error.issues[0]?.message ?? 'cannot be used');
    } catch (error) {
      return fault(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'no file'})`);
    }
  });

/** The variables. */
export const backupVariables = {
  BACKUP_RECIPIENT: optional(recipients),
  BACKUP_PASSPHRASE: optional(passphrase),
  BACKUP_PASSPHRASE_FILE: optional(fileContent(passphrase)),
  BACKUP_IDENTITY_FILE: optional(fileContent(z.string())),
};

/** For whom backups are encrypted: those who hold the keys, or those who know the words. */
export type BackupEncryption = { recipients: readonly string[] } | { passphrase: string };

export interface BackupSecrets {
  /** Undefined: backups are plain ZIP archives. */
  encryption: BackupEncryption | undefined;
  /** What a backup is opened with where it is restored; the text of a file of age identities. */
  passphrase: string | undefined;
  identities: string | undefined;
}

const BackupEnvironment = z.object(backupVariables);

/** From variables that were parsed. @returns the reason where they contradict one another */
export function readBackupSecrets(env: z.output<typeof BackupEnvironment>): BackupSecrets | string {
  const givenPassphrase = env.BACKUP_PASSPHRASE ?? env.BACKUP_PASSPHRASE_FILE;
  if (env.BACKUP_PASSPHRASE !== undefined && env.BACKUP_PASSPHRASE_FILE !== undefined)
    return 'BACKUP_PASSPHRASE: set either this or BACKUP_PASSPHRASE_FILE';
  if (givenPassphrase !== undefined && env.BACKUP_RECIPIENT)
    return 'BACKUP_RECIPIENT: set either this or a passphrase, since age does not mix them';
  const encryption = env.BACKUP_RECIPIENT
    ? { recipients: env.BACKUP_RECIPIENT }
    : givenPassphrase === undefined
      ? undefined
      : { passphrase: givenPassphrase };
  return { encryption, passphrase: givenPassphrase, identities: env.BACKUP_IDENTITY_FILE };
}
