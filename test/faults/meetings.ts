import type { AddressInfo } from 'node:net';
import type { Meeting } from './fault.ts';

// Faults that write to the socket, which a sandbox cannot do. If they have an effect, it comes first.

const json = { 'content-type': 'application/json' };
const html = '<!doctype html><title>Somewhere else</title><h1>Hello</h1>';

/** Answers the request and returns the answer as text. */
const worked = async (work: () => Promise<Response>) => (await work()).text();
const firstHalf = (text: string) => text.slice(0, Math.ceil(text.length / 2));

export const silent: Meeting = async (_outgoing, work) => {
  await work();
};

export const stalled: Meeting = async (outgoing, work) => {
  const text = await worked(work);
  outgoing.writeHead(200, { ...json, 'content-length': text.length }).write(firstHalf(text));
};

export const trickling: Meeting = async (outgoing, work) => {
  outgoing.writeHead(200, json).write(firstHalf(await worked(work)));
  const drip = setInterval(() => outgoing.write(' '), 20);
  outgoing.once('close', () => clearInterval(drip));
};

export const cutOff: Meeting = async (outgoing, work) => {
  const text = await worked(work);
  outgoing.writeHead(200, { ...json, 'content-length': text.length });
  outgoing.write(firstHalf(text), () => outgoing.destroy());
};

export const cutOffInChunks: Meeting = async (outgoing, work) => {
  // The whole of the JSON arrives; only the end of the answer does not.
  const text = await worked(work);
  outgoing.writeHead(200, { ...json, 'transfer-encoding': 'chunked' });
  outgoing.write(text, () => outgoing.destroy());
};

export const notGzip: Meeting = async (outgoing, work) => {
  outgoing.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(await worked(work));
};

export const notHttp: Meeting = (outgoing) => {
  outgoing.socket?.end('220 mail.invalid ESMTP\r\n\r\n');
};

export const status204: Meeting = async (outgoing, work) => {
  await work();
  outgoing.writeHead(204).end();
};

export const empty: Meeting = async (outgoing, work) => {
  await work();
  outgoing.writeHead(200, json).end();
};

export const half =
  (status: number): Meeting =>
  async (outgoing, work) => {
    outgoing.writeHead(status, json).end(firstHalf(await worked(work)));
  };

export const large: Meeting = async (outgoing, work) => {
  const body = JSON.parse(await worked(work));
  outgoing.writeHead(200, json).end(JSON.stringify({ ...body, message: 'x'.repeat(5_000_000) }));
};

export const otherContract: Meeting = (outgoing) => {
  outgoing.writeHead(200, json).end('{"status":"ok","data":[]}');
};

export const page =
  (status: number): Meeting =>
  (outgoing) => {
    outgoing.writeHead(status, { 'content-type': 'text/html' }).end(html);
  };

/** A proxy that does not route to the service. */
export const noRoute: Meeting = (outgoing) => {
  outgoing.writeHead(404, json).end('{"message":"no Route matched with those values"}');
};

/** Closes the connection as servers do. A browser then repeats the request by itself. */
export const closed: Meeting = async (outgoing, work) => {
  await work();
  outgoing.socket?.end();
};

export const after =
  (meeting: Meeting): Meeting =>
  async (outgoing, work) => {
    await work();
    await meeting(outgoing, work);
  };

/** Redirects to another origin of this server, so that a followed redirect counts as a request. */
export const redirect =
  (status: number): Meeting =>
  async (outgoing, work) => {
    if (status === 303) await work();
    const { port } = outgoing.req.socket.address() as AddressInfo;
    const location = `http://localhost:${port}${outgoing.req.url}`;
    outgoing.writeHead(status, { ...json, location }).end('{"success":false,"error":"Moved","code":40002031}');
  };
