/** Builds the app of floor/ in memory, with the bundler and the target of our app. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The scripts of the smallest app on React and the router. Throws where they cannot be built. */
export async function buildFloor(): Promise<string[]> {
  const root = fileURLToPath(new URL('floor', import.meta.url));
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2023', modulePreload: false, rollupOptions: { input: `${root}/main.ts` } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((output) =>
    'output' in output ? output.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])) : [],
  );
}
