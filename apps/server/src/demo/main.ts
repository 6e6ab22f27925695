/** `npm run demo` ends here: a made-up deployment in a data directory of its own, and the server that shows it. */
import { s3Variables } from '../kernel/config/s3-settings.ts';
import { runProcess } from '../run-process.ts';
import { parseDemoOptions, UsageError } from './demo-options.ts';
import { prepareDemo } from './prepare.ts';

const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/** A wish that cannot be granted needs no trace of the code. */
function exitWithUsage(error: unknown): never {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function readOptions() {
  try {
    return parseDemoOptions(process.argv.slice(2), process.env);
  } catch (error) {
    return exitWithUsage(error);
  }
}

const demoOptions = readOptions();
process.env['DATA_DIR'] ||= './data/demo';
// Its pictures stay with it: those of a deployment in earnest may be in the bucket.
for (const name of Object.keys(s3Variables)) delete process.env[name];
await runProcess({
  afterMigrate: (db, { storageDir }) =>
    prepareDemo(db, storageDir, demoOptions, printLine).catch(exitWithUsage),
  // The logins of the demonstration are told with it, and the administrator's first password no longer holds.
  onAdminCreated: () => undefined,
});
