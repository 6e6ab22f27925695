/** Adds preload links for all files that the app starts with, so that the browser fetches them at once, not in sequence. */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const startModule = /src\/start\.tsx$/;

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

/** Files that a chunk needs before it runs, including itself. */
function collectFiles(bundle: Bundle, name: string, scripts = new Set<string>(), styles = new Set<string>()) {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || scripts.has(name)) return { scripts, styles };
  scripts.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  for (const next of chunk.imports) collectFiles(bundle, next, scripts, styles);
  return { scripts, styles };
}

/** A plugin that adds the preload links to the page. */
export const addPreloadLinks = (): Plugin => ({
  name: 'waypost:preload-links',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const entry = Object.values(bundle).find(
        (it) => it.type === 'chunk' && it.facadeModuleId && startModule.test(it.facadeModuleId),
      );
      if (!entry) throw new Error('no chunk contains src/start.tsx');
      const { scripts, styles } = collectFiles(bundle, entry.fileName);
      const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs,
        injectTo: 'head',
      });
      return [
        // In the order in which the app adds them itself: before they are loaded nothing is rendered. The priority of the scripts is
        // that of `insertPreloads` (kernel/http/web-client.ts).
        ...[...styles].map((it) => link({ rel: 'preload', as: 'style', crossorigin: true, href: `/${it}` })),
        ...[...scripts].map((it) =>
          link({ rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${it}` }),
        ),
      ].filter(({ attrs }) => !html.includes(`"${String(attrs?.['href'])}"`));
    },
  },
});
