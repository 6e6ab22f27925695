/**
 * Builds `/help.css` after the client: the style sheet of the help pages, which the server renders. It contains the app's
 * tokens. Without a chosen theme it follows the dark mode of the system by a media query; the app does this by script.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { buildAfterClient } from './build-after-client.ts';

const darkBlock = /:root\[data-mantine-color-scheme="dark"\]\s*\{([^}]*)\}/;

function withTokens(style: string, tokens: string): string {
  const dark = darkBlock.exec(tokens)?.[1];
  if (dark === undefined) throw new Error('tokens.css has no block for the dark theme');
  const bySystem = `:root:not([data-mantine-color-scheme="light"]) {${dark}}`;
  // `@import` must come first: it is at the top of the style.
  return `${style}\n${tokens}\n@media screen and (prefers-color-scheme: dark) {${bySystem}}`;
}

/** A plugin that builds `/help.css`. */
export const buildHelpStyle = (): Plugin =>
  buildAfterClient('waypost:help-style', ({ root }) => {
    const tokens = readFileSync(path.join(root, 'src/ui/styles/tokens.css'), 'utf8');
    return {
      plugins: [
        {
          name: 'waypost:tokens-first',
          enforce: 'pre',
          transform: (code, id) => (id.endsWith('/help/help.css') ? withTokens(code, tokens) : undefined),
        },
      ],
      build: {
        rolldownOptions: {
          input: path.join(root, 'help/help.css'),
          // The font is the client's own file, under the same name.
          output: {
            assetFileNames: ({ names }) =>
              names.some((it) => it.endsWith('.css')) ? 'help.css' : 'assets/[name]-[hash][extname]',
          },
        },
      },
    };
  });
