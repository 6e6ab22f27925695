/** Entry point of `npm run demo`: generates a demo in its own data directory and starts the server. */
import { s3Variables } from '../kernel/config/s3-settings.ts';
import { runProcess } from '../run-process.ts';
import { parseDemoOptions, UsageError } from './demo-options.ts';
import { prepareDemo } from './prepare.ts';

const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/** A usage error is shown without a stack trace. */
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
// Pictures of the demo are stored in its directory, never in the bucket of a real deployment.
for (const name of Object.keys(s3Variables)) delete process.env[name];
await runProcess({
  afterMigrate: (db, { storageDir }) =>
    prepareDemo(db, storageDir, demoOptions, printLine).catch(exitWithUsage),
  // The demo prints its own logins, and the administrator's first password is replaced.
  onAdminCreated: () => undefined,
});
