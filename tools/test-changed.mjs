/**
 * `npm run test:changed [-- --since REF]`: what a change needs while it is made: the checks, and the tests and journeys of the
 * features that differ from `main`.
 */
import { parseArgs } from 'node:util';
import { ensure } from './ensure.mjs';
import { listChangedFiles, partsForChange } from './testing/changed-parts.mjs';
import { runParts } from './testing/run-parts.mjs';

const { values: options } = parseArgs({ options: { since: { type: 'string', default: 'main' } } });

await ensure();
process.exitCode = await runParts(partsForChange(listChangedFiles(options.since)));
