/**
 * Leaves out the part of zod that describes schemas as JSON Schema: only the server does that. Each schema refers to it, so that the
 * bundler cannot leave it out by itself.
 */
import type { Plugin } from 'vite';

const parts: readonly [RegExp, string][] = [
  [/^ *inst\._zod\.processJSONSchema = .*;$/gm, ''],
  [
    /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*;$/m,
    `const createToJSONSchemaMethod = () => () => { throw new Error('The client has no JSON Schema'); };
const createStandardJSONSchemaMethod = createToJSONSchemaMethod;`,
  ],
];

/** A plugin that removes it; the build fails when a new version of zod has other code. */
export const removeJsonSchema = (): Plugin => ({
  name: 'waypost:no-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
    handler(code) {
      const missing = parts.find(([pattern]) => code.search(pattern) < 0);
      if (missing) this.error(`zod has no ${missing[0]}`);
      return { code: parts.reduce((text, [pattern, by]) => text.replace(pattern, by), code), map: null };
    },
  },
});
