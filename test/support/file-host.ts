import { createReadStream, existsSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { listen } from './listen.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** A static file server. */
export async function startFileHost(folder: string) {
  const asked: string[] = [];
  const { address, close } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    asked.push(pathname);
    const file = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  return { address: `${address}/`, asked, stop: close };
}
