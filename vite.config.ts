import react from '@vitejs/plugin-react';
import { browserslistToTargets } from 'lightningcss';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** The oldest Chromium the UI must run on: the one inside the oldest Electron that the tests use. */
export const RENDERER_TARGET = 'chrome108';

export default defineConfig({
  root: resolve(import.meta.dirname, 'src/app'),
  // Relative addresses work under http://127.0.0.1/, under app://rookery/ and nowhere else is needed.
  base: './',
  publicDir: false,
  plugins: [react()],
  css: { transformer: 'lightningcss', lightningcss: { targets: browserslistToTargets(['chrome 108']) } },
  worker: { format: 'es' },
  build: {
    target: RENDERER_TARGET,
    cssTarget: RENDERER_TARGET,
    cssMinify: 'lightningcss',
    outDir: resolve(import.meta.dirname, 'dist/renderer'),
    emptyOutDir: true,
    sourcemap: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    modulePreload: { polyfill: false },
    // Without it each icon that several screens use is a file and a request of its own.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'icons', test: /lucide-react/ }] } } },
  },
});
