/**
 * `npm run audit`: known vulnerabilities, high or critical, of the dependencies of a deployment. They are looked up at the registry; if
 * it cannot be reached, the check passes. It is none of the tests: a new advisory would fail code that did not change.
 */
import { spawnSync } from 'node:child_process';
import { inRoot } from '../lib/paths.mjs';

/** Timeout of the request to the registry, in milliseconds. */
const timeoutMs = 30_000;
const severeLevels = new Set(['high', 'critical']);

/** @returns the registry's report, or undefined when there is none */
function fetchReport() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
    cwd: inRoot('.'),
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 2 ** 26,
  });
  try {
    const audit = JSON.parse(stdout);
    return audit.vulnerabilities ? audit : undefined;
  } catch {
    return undefined;
  }
}

const auditReport = fetchReport();
if (auditReport) {
  const vulnerabilities = Object.values(auditReport.vulnerabilities).filter(({ severity }) =>
    severeLevels.has(severity),
  );
  for (const { name, severity, via } of vulnerabilities) {
    const about = via.map((it) => (typeof it === 'string' ? it : `${it.title} ${it.url}`));
    console.log(`${name}: ${severity}: ${about.join('; ')}`);
  }
  console.log(`${vulnerabilities.length} packages with a known vulnerability that is high or critical`);
  process.exitCode = vulnerabilities.length === 0 ? 0 : 1;
} else console.log('skipped: the registry could not be reached');
