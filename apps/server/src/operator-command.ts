/** Shared by the commands for operators: reads the settings, reports errors in one line, sets the exit code. */
import { type Config, readConfig } from './kernel/config/config.ts';
import type { FileStore } from './kernel/files/file-store.ts';
import { FileStoreError } from './kernel/files/file-store-error.ts';
import { describeFileStoreError, openFileStore } from './kernel/files/open-file-store.ts';
import { attachPostgres, hasCluster } from './kernel/postgres/attach.ts';
import { secretKeyFile } from './kernel/security/secret-box.ts';
import { TransferRefusedError } from './kernel/transfer/restore-database.ts';
import { describeStartError } from './run-process.ts';

/** A command cannot run; the message tells the operator why. */
export class CommandError extends Error {}

interface CommandContext {
  config: Config;
  positionals: string[];
  /** Values of `--name value`. */
  options: ReadonlyMap<string, string>;
  print: (line: string) => void;
}

/** Separates `--name value` from positional arguments; undefined for an unknown option. */
function parseArguments(args: readonly string[], allowedOptions: readonly string[]) {
  const positionals: string[] = [];
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (!argument.startsWith('--')) positionals.push(argument);
    else {
      const name = argument.slice(2);
      const value = args[++index];
      if (!allowedOptions.includes(name) || value === undefined) return undefined;
      options.set(name, value);
    }
  }
  return { positionals, options };
}

/**
 * Runs a command and exits the process: 0 for success, 1 for an error, 2 for wrong arguments.
 * @param usage printed for wrong arguments
 * @param arguments minimum and maximum number of positional arguments, and the names of options
 */
export async function runCommand(
  usage: string,
  {
    positionals: [min, max],
    options: allowedOptions = [],
  }: { positionals: [min: number, max: number]; options?: readonly string[] },
  action: (context: CommandContext) => Promise<void>,
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
    const hasPlainMessage = error instanceof TransferRefusedError || error instanceof CommandError;
    const reason =
      error instanceof FileStoreError
        ? describeFileStoreError(error)
        : hasPlainMessage
          ? error.message
          : describeStartError(error, { port: 0, host: '' });
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
}

/** The file store of the deployment. */
export const fileStoreOf = (config: Config): FileStore => openFileStore(config);

/** The files with keys that are kept outside the database. */
export const keyFilesOf = (config: Config): string[] => [secretKeyFile(config.dataDir)];

/**
 * Connects to the database of the deployment; to the embedded one also while a server runs on it.
 * @throws CommandError when there is none and `mustExist` is set
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
