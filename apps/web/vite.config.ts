import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunking } from './build-chunks.ts';
import { compressAssets } from './build-compression.ts';
import { buildHelpStyle } from './build-help-style.ts';
import { addLoadFailureTexts } from './build-load-failure.ts';
import { addPreloadLinks } from './build-preloads.ts';
import { buildServiceWorker } from './build-service-worker.ts';
import { removeJsonSchema } from './build-zod.ts';

/** Address of the API for the development server. */
const apiOrigin = process.env['WAYPOST_API'] ?? 'http://127.0.0.1:3000';
const proxy = Object.fromEntries(
  ['/api', '/oauth', '/storage', '/docs', '/help'].map((path) => [
    path,
    { target: apiOrigin, changeOrigin: true },
  ]),
);

const { plugin: chunksPlugin, groups } = createChunking();

export default defineConfig({
  plugins: [
    // Before react(), so that the split routes still get fast refresh.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      addExtensions: true,
      generatedRouteTree: './src/routeTree.gen.ts',
    }),
    react(),
    chunksPlugin,
    removeJsonSchema(),
    addPreloadLinks(),
    addLoadFailureTexts(),
    buildServiceWorker(),
    buildHelpStyle(),
    compressAssets(),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  worker: { format: 'es' },
  server: { proxy },
  preview: { proxy },
});
