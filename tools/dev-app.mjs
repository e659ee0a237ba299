/**
 * The app with hot reload, in front of a cloud: `node tools/dev-app.mjs CLOUD_PORT PORT`. Requests that the app's dev server
 * does not answer itself go to the cloud, so the browser sees one origin as in production.
 */
import { createServer } from 'vite';
import { inRoot } from './root.mjs';

const [cloudPort, port] = process.argv.slice(2);
const target = `http://127.0.0.1:${cloudPort}`;

/** The cloud's paths that are not files of the app. */
const CLOUD_PATHS = [
  '/api',
  '/config.json',
  '/handy_tips.json',
  '/content',
  '/healthz',
  '/livez',
  '/readyz',
  '/metrics',
  '/_control',
];

const server = await createServer({
  root: inRoot('apps', 'web'),
  server: {
    host: '127.0.0.1',
    port: Number(port),
    proxy: Object.fromEntries(
      CLOUD_PATHS.map((path) => [
        path,
        {
          target,
          // The cloud refuses pages of other origins by Host and Origin; this server is its own page.
          changeOrigin: true,
          configure: (proxy) => {
            proxy.on('proxyReq', (request) => {
              if (request.getHeader('origin')) request.setHeader('origin', target);
            });
          },
        },
      ]),
    ),
  },
});
await server.listen();
server.printUrls();
