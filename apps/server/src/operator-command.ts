/** What the commands for operators share: settings from the environment, one clear line on a fault, an orderly end. */
import { type Config, readConfig } from './kernel/config/config.ts';
import type { FileStore } from './kernel/files/file-store.ts';
import { FileStoreError } from './kernel/files/file-store-error.ts';
import { describeFileStoreError, openFileStore } from './kernel/files/open-file-store.ts';
import { attachPostgres, hasCluster } from './kernel/postgres/attach.ts';
import { secretKeyFile } from './kernel/security/secret-box.ts';
import { TransferRefusedError } from './kernel/transfer/restore-database.ts';
import { describeStartError } from './run-process.ts';

/** A command was asked in a way that it does not understand, or cannot be done as things are. */
export class CommandError extends Error {}

interface CommandContext {
  config: Config;
  positionals: string[];
  /** Values of `--name value`. */
  options: ReadonlyMap<string, string>;
  print: (line: string) => void;
}

/** `--name value` apart from what stands alone. */
function parseArguments(args: readonly string[], allowedOptions: readonly string[]) {
  const files: string[] = [];
  const options = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (!word.startsWith('--')) files.push(word);
    else {
      const name = word.slice(2);
      const value = args[++at];
      if (!allowedOptions.includes(name) || value === undefined) return undefined;
      options.set(name, value);
    }
  }
  return { positionals: files, options };
}

/**
 * Runs a command and ends the process: 0 when it is done, 1 when it cannot be, 2 when it was not understood.
 * @param usage how it is called
 */
export async function runCommand(
  usage: string,
  {
    files: [min, max],
    options: allowedOptions = [],
  }: { files: [number, number]; options?: readonly string[] },
  action: (parsed: CommandContext) => Promise<void>,
): Promise<never> {
  const parsed = parseArguments(process.argv.slice(2), allowedOptions);
  if (!parsed || parsed.positionals.length < min || parsed.positionals.length > max) {
    process.stderr.write(`Usage: ${usage}\n`);
    process.exit(2);
  }
  try {
    const config = readConfig(process.env);
    await action({ config, ...parsed, print: (line) => void process.stdout.write(`${line}\n`) });
    process.exit(0);
  } catch (error) {
    const isPlain = error instanceof TransferRefusedError || error instanceof CommandError;
    const reason =
      error instanceof FileStoreError
        ? describeFileStoreError(error)
        : isPlain
          ? error.message
          : describeStartError(error, { port: 0, host: '' });
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
}

/** The deployment's files. */
export const fileStoreOf = (config: Config): FileStore => openFileStore(config);

/** Keys that are kept beside the database. */
export const keyFilesOf = (config: Config): string[] => [secretKeyFile(config.dataDir)];

/**
 * Reaches the deployment's database, the embedded one also while a server runs on it.
 * @throws CommandError when there is none and there must be
 */
export async function withDatabase(
  config: Config,
  { mustExist }: { mustExist: boolean },
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  if (mustExist && !(await hasCluster(config.dataDir)))
    throw new CommandError(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL.`);
  const attached = await attachPostgres(config.dataDir);
  try {
    await work(attached.connectionString);
  } finally {
    await attached.release();
  }
}
