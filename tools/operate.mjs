/**
 * The operator's commands: `npm run backup`, `npm run restore`, `npm run db:move`, `npm run media:move`. Builds the server, then
 * becomes the command, which gets arguments, environment and signals.
 */
import { pathToFileURL } from 'node:url';
import { ensure } from './ensure.mjs';
import { inRoot } from './lib/paths.mjs';

const [command, ...rest] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...rest);
process.env.NODE_ENV ??= 'production';
await ensure(['server'], { needsTools: false });
process.setSourceMapsEnabled(true);
await import(pathToFileURL(inRoot(`apps/server/dist/${command}.js`)).href);
