import { getRequestListener } from '@hono/node-server';
import { build, type Connect, type Plugin, type UserConfig } from 'vite';
import { createShop, type Shop } from './shop.ts';

interface DemoShop {
  /** Path of the file that keeps the orders. */
  database: string;
  /** How the script-tag file is built. */
  embed: UserConfig;
}

/** Adds the shop's own server and the script-tag file to Vite's server, and to that of a built demo. */
export function demoShop({ database, embed }: DemoShop): Plugin {
  let script: Promise<string> | undefined;
  const serve = (middlewares: Connect.Server) => {
    let shop: Promise<Shop> | undefined;
    // Made at the first request, which tells the port of the pages.
    const answer = async (request: Request) => {
      shop ??= createShop(database, originsOf(new URL(request.url)));
      return (await shop).fetch(request);
    };
    const listener = getRequestListener(answer, { overrideGlobalObjects: false });
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (/^\/(shipping|checkout|desk|scenarios)(\/|$)/.test(pathname)) return void listener(request, response);
      if (pathname !== '/dist/ship-elements.js') return next();
      script ??= bundle(embed);
      script.then(
        (code) => response.setHeader('content-type', 'text/javascript').end(code),
        (error) => next(error),
      );
    });
  };
  return {
    name: 'demo-shop',
    configureServer({ middlewares, watcher }) {
      // The script-tag page always loads the current sources, without a build.
      watcher.add(`${embed.root}src`);
      watcher.on('change', () => {
        script = undefined;
      });
      serve(middlewares);
    },
    configurePreviewServer: ({ middlewares }) => serve(middlewares),
  };
}

/** A developer opens the demo by either name of this machine. */
const originsOf = ({ origin, port }: URL) => [
  ...new Set([origin, `http://127.0.0.1:${port}`, `http://localhost:${port}`]),
];

async function bundle(embed: UserConfig): Promise<string> {
  const built = await build({ ...embed, configFile: false, logLevel: 'warn', build: { ...embed.build, write: false } });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    'output' in result ? result.output : [],
  );
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (!chunk) throw new Error('The script-tag file was not built.');
  return chunk.code;
}
