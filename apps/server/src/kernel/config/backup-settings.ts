/** Settings for the encryption of backups, part of the environment that `config.ts` reads. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Encrypter } from 'age-encryption';
import { z } from 'zod';

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyToUndefined, schema.optional());

/** A stolen backup can be attacked offline with word lists without limit: short passphrases are not safe. */
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
  const keys = text.split(/[\s,]+/).filter((key) => key !== '');
  if (keys.length > 0 && keys.every(isRecipient)) return keys;
  context.addIssue({ code: 'custom', message: 'must be public keys of age, which begin with age1' });
  return z.NEVER;
});

/** The content of a file, without the line break at its end. */
const fileContent = (schema: z.ZodType<string, string>) =>
  z.string().transform((name, context): string => {
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    try {
      const content = readFileSync(path.resolve(name), 'utf8').replace(/\r?\n$/, '');
      const { success, error } = schema.safeParse(content);
      return success ? content : fail(error.issues[0]?.message ?? 'cannot be used');
    } catch (error) {
      return fail(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'no file'})`);
    }
  });

/** The environment variables. */
export const backupVariables = {
  BACKUP_RECIPIENT: optional(recipients),
  BACKUP_PASSPHRASE: optional(passphrase),
  BACKUP_PASSPHRASE_FILE: optional(fileContent(passphrase)),
  BACKUP_IDENTITY_FILE: optional(fileContent(z.string())),
};

/** How backups are encrypted: for public keys, or with a passphrase. */
export type BackupEncryption = { recipients: readonly string[] } | { passphrase: string };

/** Secrets for writing and restoring backups. */
export interface BackupSecrets {
  /** Undefined: backups are plain ZIP archives. */
  encryption: BackupEncryption | undefined;
  /** For restoring. */
  passphrase: string | undefined;
  /** For restoring: the text of a file of age identities. */
  identities: string | undefined;
}

const BackupEnvironment = z.object(backupVariables);

/** Reads the parsed variables. @returns an error message when they contradict each other */
export function readBackupSecrets(env: z.output<typeof BackupEnvironment>): BackupSecrets | string {
  const chosenPassphrase = env.BACKUP_PASSPHRASE ?? env.BACKUP_PASSPHRASE_FILE;
  if (env.BACKUP_PASSPHRASE !== undefined && env.BACKUP_PASSPHRASE_FILE !== undefined)
    return 'BACKUP_PASSPHRASE: set either this or BACKUP_PASSPHRASE_FILE';
  if (chosenPassphrase !== undefined && env.BACKUP_RECIPIENT)
    return 'BACKUP_RECIPIENT: set either this or a passphrase, since age does not mix them';
  const encryption = env.BACKUP_RECIPIENT
    ? { recipients: env.BACKUP_RECIPIENT }
    : chosenPassphrase === undefined
      ? undefined
      : { passphrase: chosenPassphrase };
  return { encryption, passphrase: chosenPassphrase, identities: env.BACKUP_IDENTITY_FILE };
}
