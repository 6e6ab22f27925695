/**
 * Known holes, high or worse, in what a deployment runs. They are looked up at the registry; where that is not reached,
 * nothing is said of them and the check passes.
 */
import { spawnSync } from 'node:child_process';
import { inRoot } from '../lib/paths.mjs';

/** Milliseconds that the registry is given. */
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
    const told = JSON.parse(stdout);
    return told.vulnerabilities ? told : undefined;
  } catch {
    return undefined;
  }
}

const auditReport = fetchReport();
if (auditReport) {
  const holes = Object.values(auditReport.vulnerabilities).filter(({ severity }) =>
    severeLevels.has(severity),
  );
  for (const { name, severity, via } of holes) {
    const about = via.map((it) => (typeof it === 'string' ? it : `${it.title} ${it.url}`));
    console.log(`${name}: ${severity}: ${about.join('; ')}`);
  }
  console.log(`${holes.length} packages with a known hole that is high or worse`);
  process.exitCode = holes.length === 0 ? 0 : 1;
} else console.log('skipped: the registry was not reached');
